import type { ServerResponse } from 'node:http';
import { finished } from 'node:stream';
import { ReadRefusedError } from '../../db/reading.ts';
import { MAX_ANSWER_BYTES } from './answer-budget.ts';
import type { Context } from './context.ts';

/** For each caller: three responses of maximum size. */
const MAX_UNSENT_BYTES = 3 * MAX_ANSWER_BYTES;
/** Bytes by caller, for each tenant's database. */
const unsent = new WeakMap<object, Map<number, number>>();

/** Throws 429 if with `bytes` more, the caller would have too many that were sent and not read. */
export function refuseIfUnread({ db, caller: { userId } }: Context, bytes: number): void {
  const before = unsent.get(db)?.get(userId) ?? 0;
  if (before + bytes > MAX_UNSENT_BYTES)
    throw new ReadRefusedError(429, 'Too many of your responses are unread. Read them before sending more requests.');
}

/** Counts a response as unsent until it is sent, or its client disconnected. */
export function trackUnsent({ db, caller: { userId } }: Context, bytes: number, response: ServerResponse): void {
  const ofTenant = unsent.get(db) ?? new Map<number, number>();
  unsent.set(db, ofTenant);
  ofTenant.set(userId, (ofTenant.get(userId) ?? 0) + bytes);
  finished(response, () => {
    const rest = (ofTenant.get(userId) ?? 0) - bytes;
    if (rest > 0) ofTenant.set(userId, rest);
    else ofTenant.delete(userId);
  });
}
