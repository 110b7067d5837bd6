import { queryOptions, replaceEqualDeep } from '@tanstack/react-query';
import { formatListQuery, PAGE_SIZE } from '#contract/list-query.ts';
import { messages } from '#contract/messages.ts';
import { rooms } from '#contract/rooms.ts';
import { ApiError } from '#src/api/errors.ts';
import { belowQuery, queryKeys, totalQuery } from '#src/api/queries.ts';
import { queryClient } from '#src/api/query-client.ts';
import { readList } from '#src/api/read-document.ts';
import { request } from '#src/api/request.ts';
import type { Room } from '../rooms/room-name.ts';
import { keepAsked, throwWhileAsked } from './asked-to-wait.ts';
import { noteWaiting } from './waiting-samples.ts';

export interface WaitingRooms {
  rows: Room[];
  /** Whether there are more than were read. */
  isCut: boolean;
}

const MOST_PAGES = 5;
const AWAITING = { awaiting_support: '1' };
/** What is shown of a room that waits: all that a reading brings, as it comes again every few seconds. */
const FIELDS = ['name', 'kind', 'room_code', 'awaiting_support', 'created_at_unix'];

/** Every room that awaits support, up to 500. A room that has not changed stays the same object from reading to reading. */
export function waitingRoomsQuery() {
  return queryOptions({
    queryKey: [...queryKeys.lists(rooms), 'waiting'],
    queryFn: async ({ signal }): Promise<WaitingRooms> => {
      throwWhileAsked();
      try {
        return await readWaiting(signal);
      } catch (error) {
        keepAsked(error);
        throw error;
      }
    },
    structuralSharing: keepSameRooms,
    // It is read again soon anyway; a refusal is shown at once, with how long the tenant asks to be left alone.
    retry: (failures, error) => failures < 1 && error instanceof ApiError && error.kind === 'unreachable',
  });
}

/** The newest message of a room: asked for where the tenant does not say since when somebody waits. */
export function newestMessageQuery(roomId: string) {
  return {
    ...belowQuery(rooms, roomId, 'history', messages, { page: { size: 1 } }),
    staleTime: 60_000,
    retry: false,
  };
}

async function readWaiting(signal: AbortSignal): Promise<WaitingRooms> {
  const byId = new Map<string, Room>();
  const [key] = queryKeys.connection();
  for (let number = 1; ; number++) {
    const page = { number, size: PAGE_SIZE.most };
    const search = formatListQuery({ filter: AWAITING, fields: { rooms: FIELDS }, page });
    const answer = readList(rooms, await request({ path: '/rooms', search, signal }), page);
    // A tenant that ignores the filter answers every room; a list that moves answers some twice.
    for (const room of answer.rows) if (room.awaiting_support) byId.set(room.id, room);
    const isLast = !answer.hasNext;
    if (!isLast && number < MOST_PAGES) continue;
    const count = isLast ? byId.size : Math.max(answer.total ?? 0, byId.size);
    noteWaiting(key, count);
    // So that the count beside the page's name never says another number than the page.
    queryClient.setQueryData(totalQuery(rooms, AWAITING).queryKey, { total: count, isTotalMinimum: !isLast });
    return { rows: [...byId.values()], isCut: !isLast };
  }
}

/** Rooms are compared by id: a list that lost its first would otherwise look new from end to end. */
function keepSameRooms(old: unknown, next: unknown): unknown {
  const [before, after] = [old as WaitingRooms | undefined, next as WaitingRooms]; // Both are of this query.
  if (!before) return after;
  const known = new Map(before.rows.map((room) => [room.id, room]));
  const rows = after.rows.map((room) => replaceEqualDeep(known.get(room.id), room));
  return replaceEqualDeep(before, { ...after, rows });
}
