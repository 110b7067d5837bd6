import { queryOptions } from '@tanstack/react-query';
import { drafts } from '#contract/drafts.ts';
import { type ListQuery, quote } from '#contract/list-query.ts';
import type { Row } from '#contract/resource.ts';
import type { rooms } from '#contract/rooms.ts';
import type { Included } from './list-page.ts';
import { queryKeys } from './query-client.ts';
import { collectPages } from './read-all-pages.ts';
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

const MAX_PAGES = 5;

/**
 * Drafts of a room in review. The API has no filter by room, so this pages through all drafts that match the room's
 * name and drops those of other rooms.
 */
export function roomDraftsQuery({ id: roomId, name }: Pick<Row<typeof rooms>, 'id' | 'name'>) {
  return queryOptions({
    queryKey: [...queryKeys.lists(drafts), 'of-room', roomId, name],
    queryFn: async ({ signal }): Promise<RoomDrafts> => {
      const query = {
        filter: { in_review: '1', content_or_room_name_like: quote(name ?? '') },
        sort: ['created_at_unix'],
        include: ['room', 'created_user'],
      };
      // `isWhole`: the linked room tells which rows belong to this room.
      const readPage = (page: ListQuery['page']) => fetchList(drafts, { ...query, page }, { signal, isWhole: true });
      const { rows, included, isCut } = await collectPages(readPage, { maxPages: MAX_PAGES });
      const unplaced = rows.filter((row) => !row.one.room).length;
      return { rows: rows.filter((row) => row.one.room?.id === roomId), included, isCut, unplaced };
    },
  });
}
