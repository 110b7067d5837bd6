import { type InfiniteData, infiniteQueryOptions } from '@tanstack/react-query';
import { rooms } from '#contract/rooms.ts';
import { fetchHistory } from '#src/api/history.ts';
import { type HistoryEntry, type HistoryPage, oldestFirst } from '#src/api/list-page.ts';
import { queryClient, queryKeys } from '#src/api/query-client.ts';

export interface ConversationData {
  entries: HistoryEntry[];
}

/**
 * The conversation of a room as an infinite query, paged from the newest; `data.entries` has all loaded pages, oldest
 * first. In loaders: `queryClient.infiniteQuery(conversationQuery(id))`.
 */
export function conversationQuery(roomId: string) {
  return infiniteQueryOptions({
    queryKey: [...queryKeys.below(rooms, roomId), 'conversation'],
    queryFn: ({ pageParam, signal }): Promise<HistoryPage> => fetchHistory(roomId, pageParam, { signal }),
    initialPageParam: 1,
    getNextPageParam: (last, pages, lastNumber) =>
      last.hasOlder && hasSomethingNew(last, pages) ? lastNumber + 1 : undefined,
    select: joinPages,
  });
}

/** The cached conversation of a room, oldest first; empty if none is loaded. */
export function loadedEntries(roomId: string): readonly HistoryEntry[] {
  const data = queryClient.getQueryData(conversationQuery(roomId).queryKey);
  return data ? joinPages(data).entries : [];
}

/** Id of the newest cached message of a room, sent with approvals; undefined if none is loaded. */
export const newestMessageId = (roomId: string): string | undefined =>
  loadedEntries(roomId).findLast(({ text }) => text !== undefined)?.id;

function hasSomethingNew(last: HistoryPage, pages: readonly HistoryPage[]): boolean {
  const known = new Set(pages.slice(0, -1).flatMap((page) => page.entries.map((entry) => entry.id)));
  return last.entries.some((entry) => !known.has(entry.id));
}

/** New messages between two requests make pages overlap. */
const joinPages = (data: InfiniteData<HistoryPage>): ConversationData => ({
  entries: oldestFirst(data.pages.flatMap((page) => page.entries)),
});
