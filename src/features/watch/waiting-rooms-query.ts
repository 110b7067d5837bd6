import { queryOptions } from '@tanstack/react-query';
import { formatListQuery, PAGE_SIZE } from '#contract/list-query.ts';
import { messages } from '#contract/messages.ts';
import type { Row } from '#contract/resource.ts';
import { rooms } from '#contract/rooms.ts';
import { belowQuery, queryKeys } from '#src/api/queries.ts';
import { readList } from '#src/api/read-document.ts';
import { request } from '#src/api/request.ts';

export type Room = Row<typeof rooms>;

export interface WaitingRooms {
  rows: Room[];
  /** Whether there are more than were read. */
  isCut: boolean;
}

const MOST_PAGES = 5;

/** Every room that awaits support, up to 500. */
export function waitingRoomsQuery() {
  return queryOptions({
    queryKey: [...queryKeys.lists(rooms), 'waiting'],
    queryFn: async ({ signal }): Promise<WaitingRooms> => {
      const rows: Room[] = [];
      for (let number = 1; ; number++) {
        const page = { number, size: PAGE_SIZE.most };
        const search = formatListQuery({ filter: { awaiting_support: '1' }, page });
        const answer = readList(rooms, await request({ path: '/rooms', search, signal }), page);
        // A tenant that ignores the filter answers every room.
        rows.push(...answer.rows.filter((room) => room.awaiting_support));
        if (!answer.hasNext) return { rows, isCut: false };
        if (number === MOST_PAGES) return { rows, isCut: true };
      }
    },
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
