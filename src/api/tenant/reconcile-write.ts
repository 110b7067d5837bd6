import type { Json } from '#contract/attribute.ts';
import type { Identifier } from '#contract/document.ts';
import { PAGE_SIZE } from '#contract/list-query.ts';
import type { Resource, Row } from '#contract/resource.ts';
import { isClockSynced } from '#src/lib/clock.ts';
import { mergeWritten } from '../cache.ts';
import { type Connection, isCurrent, type Tenant } from '../connection.ts';
import { ApiError } from '../errors.ts';
import { fetchList } from '../reads.ts';
import { type ApiAnswer, recordPath, request } from '../request.ts';
import { parseOne } from './parse-document.ts';
import { parseRow } from './parse-row.ts';
import { toContractName } from './wire-format.ts';

/** Creates whose response was lost, as first sent. A retry looks for the record before sending again. */
const unconfirmed = new Map<string, SentWrite>();

/**
 * Sends a write. If the response is lost, checks whether the tenant applied it, so a retry never writes twice. Returns
 * the answer, or the record found instead. Throws an ApiError, with `isOutcomeUnknown` if the outcome could not be
 * determined.
 */
export async function reconcileWrite<R extends Resource>(
  resource: R,
  write: SentWrite,
  from: Connection | undefined,
  send: () => Promise<ApiAnswer>,
): Promise<ApiAnswer | { found: Row<R> }> {
  const { id, attributes, one } = write;
  const key = JSON.stringify([from?.key, resource.type, id, attributes, one]);
  const sentBefore = id === undefined ? unconfirmed.get(key) : undefined;
  const first = sentBefore ?? write;
  const look = async () => {
    const found = await findExistingWrite(resource, first, from);
    if (!found) return undefined;
    unconfirmed.delete(key);
    mergeWritten(resource, found, from);
    return { found };
  };
  const before = sentBefore && (await look().catch(rethrowUnlessRefused));
  if (before) return before;
  try {
    const answer = await send();
    unconfirmed.delete(key);
    return answer;
  } catch (error) {
    // No follow-up requests to a tenant the user has left.
    if (!(error instanceof ApiError && error.mayBeApplied) || !isCurrent(from)) throw error;
    if (id === undefined) unconfirmed.set(key, first);
    // A write that timed out may still be applied later.
    error.isOutcomeUnknown = error.kind === 'timeout';
    const after = await look().catch((reason) => {
      if (!(reason instanceof ApiError)) throw reason;
      error.isOutcomeUnknown = true;
    });
    if (after) return after;
    throw error;
  }
}

/** Skips the lookup if the tenant refuses it for good. Rethrows transient errors: a later lookup may succeed. */
function rethrowUnlessRefused(error: unknown): undefined {
  if (!(error instanceof ApiError)) throw error;
  const { kind, status, isUnsupported } = error;
  if (kind === 'refused' && (isUnsupported || (status < 500 && status !== 429))) return;
  error.isOutcomeUnknown = true;
  throw error;
}

/** A write as sent, to recognise the record it produced. */
export interface SentWrite {
  /** Absent for a new record. */
  id?: string | undefined;
  /** In the tenant's wire format. */
  attributes: Json;
  /** To-one relationships of a new record. */
  one?: Record<string, Identifier> | undefined;
  /** When it was first sent, in Unix seconds by the tenant's clock. */
  sentAtUnix: number;
  /** Looks up a record cached before the first attempt. Such a record cannot be the new one. */
  known: (id: string) => object | undefined;
}

/**
 * Looks up whether a write was applied: the record if it has the values sent, or for a create the newest record that
 * does. Undefined if there is none. Throws an ApiError if the read fails.
 */
export async function findExistingWrite<R extends Resource>(
  resource: R,
  sent: SentWrite,
  from: Connection | undefined,
): Promise<Row<R> | undefined> {
  const { id, attributes, one = {}, sentAtUnix, known } = sent;
  const sentNames = Object.keys(attributes).filter((name) => attributes[name] !== undefined);
  const names = sentNames.map(toContractName);
  const text = (row: Row<R>) => JSON.stringify(names.map((name) => Reflect.get(row, name)));
  const wanted = text(asSent(resource, attributes, from));
  if (id !== undefined) {
    const row = parseOne(resource, await request({ path: recordPath(resource, id), from }));
    return text(row) === wanted ? row : undefined;
  }
  const size = PAGE_SIZE.most;
  const read = (number: number) => fetchList(resource, { sort: ['-id'], page: { number, size } }, { from });
  const { rows, hasNext, total, isArranged, size: sizeOfPage = size } = await read(1);
  // Where the tenant does not sort, the newest are at the end.
  const last = isArranged && hasNext && total ? (await read(Math.ceil(total / sizeOfPage))).rows : [];
  const isLinked = (row: Row<R>) => {
    const linkage: Record<string, Identifier | null | undefined> = row.one;
    // A missing linkage counts as a match.
    return Object.entries(one).every(([name, { id: other }]) => !linkage[name] || linkage[name].id === other);
  };
  const isNew = (row: Row<R>) => !isOlder(row, sentAtUnix) && !known(row.id);
  return [...last, ...rows].find((row) => text(row) === wanted && isLinked(row) && isNew(row));
}

/** The record as far as the request describes it, for tenants that return no more. */
export function asSent<R extends Resource>(resource: R, attributes: Json, from: Tenant, id = ''): Row<R> {
  const row = parseRow(resource, { id, attributes }, from);
  if (!row) throw new TypeError('attributes make a record');
  return row;
}

function isOlder(row: object, sentAtUnix: number): boolean {
  const madeAtUnix = 'created_at_unix' in row ? Number(row.created_at_unix) : 0;
  // Timestamps are precise to the second, and a `Date` header ages in transit. Without it, clocks may be minutes apart.
  return madeAtUnix > 0 && madeAtUnix < sentAtUnix - (isClockSynced() ? 5 : 300);
}
