import { queryOptions, replaceEqualDeep } from '@tanstack/react-query';
import { PAGE_SIZE } from '#contract/list-query.ts';
import { rooms } from '#contract/rooms.ts';
import { connection } from '#src/api/connection.ts';
import { ApiError } from '#src/api/errors.ts';
import { summariesOf } from '#src/api/extensions/room-summary.ts';
import { serviceDocumentQuery } from '#src/api/extensions/service-document.ts';
import { totalQuery } from '#src/api/queries.ts';
import { queryClient, queryKeys } from '#src/api/query-client.ts';
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

const MOST_PAGES = 5;
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
  const byId = new Map<string, Room>();
  const [key] = queryKeys.connection();
  let isFiltered = true;
  const service = await queryClient.query(serviceDocumentQuery()).catch(() => null);
  const extras = { ...summariesOf(service), ...(service?.extensions.waiting_order !== undefined && LONGEST_FIRST) };
  for (let number = 1; ; number++) {
    const page = { number, size: PAGE_SIZE.most };
    const answer = await fetchList(rooms, { ...extras, filter: AWAITING, fields: { rooms: FIELDS }, page }, { signal });
    // The filter may be ignored (all rooms are returned), and rooms that shift between pages are repeated.
    const awaiting = answer.rows.filter((room) => room.awaiting_support);
    for (const room of awaiting) byId.set(room.id, room);
    isFiltered &&= awaiting.length === answer.rows.length;
    const isLast = !answer.hasNext;
    if (!isLast && number < MOST_PAGES) continue;
    // A service that ignores the filter counts all rooms.
    const total = isFiltered ? answer.total : undefined;
    const count = isLast ? byId.size : Math.max(total ?? 0, byId.size);
    const isMinimum = !isLast && (total === undefined || answer.isTotalMinimum);
    recordWaitingSample(key, count);
    // Keeps the count in the navigation in sync with this list.
    queryClient.setQueryData(totalQuery(rooms, AWAITING).queryKey, { total: count, isTotalMinimum: isMinimum });
    return { rows: [...byId.values()], isCut: !isLast, more: count - byId.size, isMinimum };
  }
}

/** Structural sharing by id: by index, the loss of the first room would change every row. */
function keepSameRooms(before: WaitingRooms | undefined, after: WaitingRooms): WaitingRooms {
  if (!before) return after;
  const known = new Map(before.rows.map((room) => [room.id, room]));
  const rows = after.rows.map((room) => replaceEqualDeep(known.get(room.id), room));
  return replaceEqualDeep(before, { ...after, rows });
}

interface Asked {
  connectionKey: string | undefined;
  error: ApiError;
  untilMs: number;
}

let asked: Asked | undefined;

/** Records a `Retry-After` of the service. */
function rememberRetryAfter(error: unknown): void {
  if (!(error instanceof ApiError) || !error.retryAfterSeconds) return;
  asked = { connectionKey: connection.get()?.key, error, untilMs: Date.now() + error.retryAfterSeconds * 1000 };
}

/** Circuit breaker: while `Retry-After` is in effect, rethrows the error with the remaining seconds. */
function throwUntilRetryAfter(): void {
  if (!asked || asked.connectionKey !== connection.get()?.key) return;
  const left = Math.ceil((asked.untilMs - Date.now()) / 1000);
  const { kind, status, errors, retryAfterSeconds = 0 } = asked.error;
  // If more is left than was requested, the local clock was set back.
  if (left > 0 && left <= retryAfterSeconds) throw new ApiError(kind, status, errors, left);
}
