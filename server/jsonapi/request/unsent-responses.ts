import type { ServerResponse } from 'node:http';
import { finished } from 'node:stream';
import { ReadRefusedError } from '../../db/reading.ts';
import { addToCount } from '../../lib/add-to-count.ts';
import type { Context } from './context.ts';
import { MAX_RESPONSE_BYTES } from './response-budget.ts';

const MIB = 1_048_576;
/** For each caller: three responses of maximum size. */
const MAX_OF_CALLER = 3 * MAX_RESPONSE_BYTES;
/** For each tenant: two such callers. */
const MAX_OF_TENANT = 96 * MIB;
/** For the process: two such tenants, well within the memory of a small machine. */
const MAX_OF_PROCESS = 192 * MIB;
/** A caller with no more than this is still answered: the unread responses may be those of others. */
const SMALL_BYTES = 256 * 1_024;

/** Responses in progress are counted in portions of this size, so that small ones cost nothing. */
const PORTION_BYTES = 64 * 1_024;

type Counted = Pick<Context, 'db' | 'caller'>;

/** Bytes by caller, for each tenant's database. */
const unsent = new WeakMap<object, { total: number; ofCallers: Map<number, number> }>();
let total = 0;

/**
 * Throws if `bytes` more would exceed a limit on responses that are in progress or unread: 429 for the caller's own,
 * 503 for that of the tenant or the process.
 */
export function assertUnsentBelowLimit({ db, caller: { userId } }: Counted, bytes: number): void {
  const ofTenant = unsent.get(db);
  const before = ofTenant?.ofCallers.get(userId) ?? 0;
  if (before + bytes > MAX_OF_CALLER) throw tooManyUnread();
  const isBeyond = (ofTenant?.total ?? 0) + bytes > MAX_OF_TENANT || total + bytes > MAX_OF_PROCESS;
  if (isBeyond && before + bytes > SMALL_BYTES)
    throw new ReadRefusedError(503, 'Too many responses are waiting to be read. Try again in a moment.');
}

/** Call before a read. Throws 429 if a response of maximum size would exceed the caller's own limit. */
export function assertRoomForResponse({ db, caller: { userId } }: Counted): void {
  const before = unsent.get(db)?.ofCallers.get(userId) ?? 0;
  if (before + MAX_RESPONSE_BYTES > MAX_OF_CALLER) throw tooManyUnread();
}

const tooManyUnread = () =>
  new ReadRefusedError(
    429,
    'Too many of your responses are in progress or unread. Read them before sending more requests.',
  );

/** Counts a response as unsent until it is sent, or its client disconnected. */
export function trackUnsent(context: Counted, bytes: number, response: ServerResponse): void {
  count(context, bytes);
  finished(response, () => count(context, -bytes));
}

/** Counts the bytes of a response in progress, from when they are known until it is made or fails. */
export class ResponseInProgress {
  readonly #context: Counted;
  #counted = 0;
  #pending = 0;

  constructor(context: Counted) {
    this.#context = context;
  }

  /** Throws like `assertUnsentBelowLimit`. */
  add(bytes: number): void {
    this.#pending += bytes;
    if (this.#pending < PORTION_BYTES) return;
    assertUnsentBelowLimit(this.#context, this.#pending);
    count(this.#context, this.#pending);
    this.#counted += this.#pending;
    this.#pending = 0;
  }

  end(): void {
    count(this.#context, -this.#counted);
    this.#counted = 0;
  }
}

function count({ db, caller: { userId } }: Counted, change: number) {
  const ofTenant = unsent.get(db) ?? { total: 0, ofCallers: new Map<number, number>() };
  unsent.set(db, ofTenant);
  addToCount(ofTenant.ofCallers, userId, change);
  ofTenant.total += change;
  total += change;
}
