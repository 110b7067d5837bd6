import { queryOptions, replaceEqualDeep } from '@tanstack/react-query';
import type { ListQuery } from '#contract/list-query.ts';
import { rooms } from '#contract/rooms.ts';
import { connection } from '#src/api/connection.ts';
import { ApiError } from '#src/api/errors.ts';
import { summariesOf } from '#src/api/extensions/room-summary.ts';
import { serviceDocumentQuery } from '#src/api/extensions/service-document.ts';
import { totalQuery } from '#src/api/queries.ts';
import { queryClient, queryKeys } from '#src/api/query-client.ts';
import { collectPages } from '#src/api/read-all-pages.ts';
import { fetchList } from '#src/api/reads.ts';
import type { Room } from '../rooms/room-name.ts';
import { recordWaitingSample } from './waiting-samples.ts';

export interface WaitingRooms {
  rows: Room[];
  /** There are more rooms than were loaded. */
  isCut: boolean;
  /** How many of them there are, as far as the service reports it. */
  more: number;
  /** There may be even more. */
  isMinimum: boolean;
}

const MAX_PAGES = 5;
const AWAITING = { awaiting_support: '1' };
const LONGEST_FIRST = { sort: ['awaiting_since_unix'] };
/** Sparse fieldset: only what is shown, since this is polled every few seconds. */
const FIELDS = ['name', 'kind', 'settings', 'awaiting_support', 'created_at_unix'];

/** Rooms awaiting support, the 500 of the longest wait if the service sorts by it. Unchanged ones keep their identity. */
export function waitingRoomsQuery() {
  const queryKey = [...queryKeys.lists(rooms), 'waiting'];
  return queryOptions({
    queryKey,
    queryFn: async ({ signal }): Promise<WaitingRooms> => {
      throwUntilRetryAfter();
      try {
        const read = await readWaiting(signal);
        return keepSameRooms(queryClient.getQueryData(queryKey), read);
      } catch (error) {
        rememberRetryAfter(error);
        throw error;
      }
    },
    structuralSharing: false,
    // Polling retries soon anyway. A refusal is shown at once, with its `Retry-After`.
    retry: (failures, error) => failures < 1 && error instanceof ApiError && error.kind === 'unreachable',
  });
}

async function readWaiting(signal: AbortSignal): Promise<WaitingRooms> {
  const [key] = queryKeys.connection();
  const service = await queryClient.query(serviceDocumentQuery()).catch(() => null);
  const extras = { ...summariesOf(service), ...(service?.extensions.waiting_order !== undefined && LONGEST_FIRST) };
  const query = { ...extras, filter: AWAITING, fields: { rooms: FIELDS } };
  const readPage = (page: ListQuery['page']) => fetchList(rooms, { ...query, page }, { signal });
  const read = await collectPages(readPage, { maxPages: MAX_PAGES });
  const { isCut } = read;
  const rows = read.rows.filter((room) => room.awaiting_support);
  // A service that ignores the filter returns and counts all rooms.
  const total = rows.length === read.rows.length ? read.total : undefined;
  const count = isCut ? Math.max(total ?? 0, rows.length) : rows.length;
  const isMinimum = isCut && (total === undefined || read.isTotalMinimum);
  recordWaitingSample(key, count);
  // Keeps the count in the navigation in sync with this list.
  queryClient.setQueryData(totalQuery(rooms, AWAITING).queryKey, { total: count, isTotalMinimum: isMinimum });
  return { rows, isCut, more: count - rows.length, isMinimum };
}

/** Structural sharing by id: by index, the loss of the first room would change every row. */
function keepSameRooms(before: WaitingRooms | undefined, after: WaitingRooms): WaitingRooms {
  if (!before) return after;
  const known = new Map(before.rows.map((room) => [room.id, room]));
  const rows = after.rows.map((room) => replaceEqualDeep(known.get(room.id), room));
  return replaceEqualDeep(before, { ...after, rows });
}

interface RetryAfter {
  connectionKey: string | undefined;
  error: ApiError;
  untilMs: number;
}

let retryAfter: RetryAfter | undefined;

/** Records a `Retry-After` of the service. */
function rememberRetryAfter(error: unknown): void {
  if (!(error instanceof ApiError) || !error.retryAfterSeconds) return;
  retryAfter = { connectionKey: connection.get()?.key, error, untilMs: Date.now() + error.retryAfterSeconds * 1000 };
}

/** Circuit breaker: while `Retry-After` is in effect, rethrows the error with the remaining seconds. */
function throwUntilRetryAfter(): void {
  if (!retryAfter || retryAfter.connectionKey !== connection.get()?.key) return;
  const left = Math.ceil((retryAfter.untilMs - Date.now()) / 1000);
  const { kind, status, errors, retryAfterSeconds = 0 } = retryAfter.error;
  // If more is left than was requested, the local clock was set back.
  if (left > 0 && left <= retryAfterSeconds) throw new ApiError(kind, status, errors, left);
}
