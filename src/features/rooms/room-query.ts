import type { ListQuery } from '#contract/list-query.ts';
import { rooms } from '#contract/rooms.ts';
import { withSummaries } from '#src/api/extensions/room-summary.ts';
import { countsQuery } from '#src/api/queries.ts';
import { queryClient } from '#src/api/query-client.ts';
import { parseListAddress } from '#src/list/list-address.ts';
import { type ListBase, readList } from '#src/list/read-list-query.ts';
import type { Visit } from '#src/page/route-data.ts';

const UNREAD_FIRST = 'sort_unread_read_for_user_id';
const NO_USER = '0';

/**
 * Additions to the list's URL query: room summaries if the service has them and, unless the URL has a sort, the latest
 * activity first. Services without summaries cannot sort by activity, so there the newest rooms are first.
 */
export function roomListBase(search: string, summaries: Pick<ListQuery, 'roomMeta'>): ListBase {
  const { asked } = parseListAddress(rooms, search);
  const hasOrder = asked.sort.length > 0 || UNREAD_FIRST in asked.filter;
  if (hasOrder) return summaries;
  if (!summaries.roomMeta) return { sort: ['-created_at_unix'] };
  // The filter sorts unread rooms first, then by activity. No user has unread rooms, so only activity counts.
  return { ...summaries, filter: { [UNREAD_FIRST]: NO_USER } };
}

/** Reads the page of rooms that a URL names, and their counts. */
export async function readRooms(visit: Visit): Promise<unknown> {
  queryClient.query(countsQuery(rooms, 'room_counts')).catch(() => undefined);
  return readList(rooms, visit, roomListBase(visit.search, await withSummaries()));
}
