import { queryOptions } from '@tanstack/react-query';
import { drafts } from '#contract/drafts.ts';
import { PAGE_SIZE, quote } from '#contract/list-query.ts';
import type { Row } from '#contract/resource.ts';
import type { rooms } from '#contract/rooms.ts';
import type { Included, ListPage } from './list-page.ts';
import { queryKeys } from './query-client.ts';
import { fetchList } from './reads.ts';

export interface RoomDrafts {
  /** Drafts in review, oldest first. */
  rows: Row<typeof drafts>[];
  included: Included;
  /** There may be more: the search stops after a number of pages. */
  isCut: boolean;
  /** Drafts without a room in the response; some may belong to this room. */
  unplaced: number;
}

const MOST_PAGES = 5;

/**
 * Drafts of a room in review. The API has no filter by room, so this pages through all drafts that match the room's
 * name and drops those of other rooms.
 */
export function roomDraftsQuery({ id: roomId, name }: Pick<Row<typeof rooms>, 'id' | 'name'>) {
  return queryOptions({
    queryKey: [...queryKeys.lists(drafts), 'of-room', roomId, name],
    queryFn: async ({ signal }): Promise<RoomDrafts> => {
      const found: RoomDrafts = { rows: [], included: {}, isCut: false, unplaced: 0 };
      const known = new Set<string>();
      for (let number = 1; ; number++) {
        const page = await readPage(name, number, signal);
        // Rows that shift between pages are repeated.
        const rows = page.rows.filter(({ id }) => !known.has(id));
        for (const { id } of rows) known.add(id);
        found.included = { ...found.included, ...page.included };
        found.rows.push(...rows.filter((row) => row.one.room?.id === roomId));
        found.unplaced += rows.filter((row) => !row.one.room).length;
        if (!page.hasNext) return found;
        // A server that ignores the page number would send the same page forever.
        if (number === MOST_PAGES || rows.length === 0) return { ...found, isCut: known.size !== page.total };
      }
    },
  });
}

function readPage(name: string | null, number: number, signal: AbortSignal): Promise<ListPage<typeof drafts>> {
  const query = {
    filter: { in_review: '1', content_or_room_name_like: quote(name ?? '') },
    sort: ['created_at_unix'],
    include: ['room', 'created_user'],
    page: { number, size: PAGE_SIZE.most },
  };
  // `isWhole`: the linked room tells which rows belong to this room.
  return fetchList(drafts, query, { signal, isWhole: true });
}
