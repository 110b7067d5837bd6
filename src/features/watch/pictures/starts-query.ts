import { queryOptions } from '@tanstack/react-query';
import { formatListQuery, PAGE_SIZE } from '#contract/list-query.ts';
import { rooms } from '#contract/rooms.ts';
import { queryKeys } from '#src/api/queries.ts';
import { readList } from '#src/api/read-document.ts';
import { request } from '#src/api/request.ts';

export interface Starts {
  /** When rooms began to wait, as far as known, in seconds since 1970, in no order. */
  unix: number[];
  /** Whether there are older ones that were not read. */
  isCut: boolean;
}

const MOST_PAGES = 5;
const FIELDS = ['awaiting_support', 'created_at_unix', 'kind'];

/**
 * When the newest support rooms began to wait: as the tenant says of those that wait, else when they were opened, which
 * is when a visitor comes in. The interface tells no more of waits that are over.
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
