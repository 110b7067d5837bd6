import { queryOptions } from '@tanstack/react-query';
import { formatListQuery, PAGE_SIZE } from '#contract/list-query.ts';
import { rooms } from '#contract/rooms.ts';
import { queryKeys } from '#src/api/queries.ts';
import { readList } from '#src/api/read-document.ts';
import { request } from '#src/api/request.ts';

export interface Starts {
  /** Start times, Unix seconds, unordered. */
  unix: number[];
  /** There are older rooms that were not loaded. */
  isCut: boolean;
}

const MOST_PAGES = 5;
const FIELDS = ['awaiting_support', 'created_at_unix', 'kind'];

/**
 * Start times of the newest support rooms: the tenant's `awaiting_since` for waiting rooms, else the creation time
 * (when the visitor came in), because the API keeps no history of past waits.
 */
export function startsQuery() {
  return queryOptions({
    queryKey: [...queryKeys.resource(rooms), 'starts'],
    queryFn: async ({ signal }): Promise<Starts> => {
      const unix: number[] = [];
      for (let number = 1; ; number++) {
        const page = { number, size: PAGE_SIZE.most };
        const query = { filter: { kind: 'support_room' }, sort: ['-created_at_unix'], fields: { rooms: FIELDS }, page };
        const answer = readList(rooms, await request({ path: '/rooms', search: formatListQuery(query), signal }), page);
        const support = answer.rows.filter(({ kind }) => kind === 'support_room');
        unix.push(...support.map(({ meta, created_at_unix }) => meta.awaiting_since_unix || created_at_unix));
        if (!answer.hasNext) return { unix, isCut: false };
        if (number === MOST_PAGES) return { unix, isCut: true };
      }
    },
    staleTime: 60 * 60_000,
    refetchOnWindowFocus: false,
  });
}
