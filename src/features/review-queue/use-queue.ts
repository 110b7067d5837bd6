import { useInfiniteQuery } from '@tanstack/react-query';
import { useCallback, useEffect, useMemo } from 'react';
import { queryClient } from '#src/api/query-client.ts';
import { useAllFindings } from '#src/domain/checks/findings.ts';
import { useInitialRender } from '#src/lib/initial-render.tsx';
import { useStore } from '#src/lib/store.ts';
import { locallyDecidedIds } from '#src/outbox/decision-outcomes.ts';
import { usePendingIds } from '#src/outbox/outbox-store.ts';
import { queueOverlay, skippedIds } from './queue-overlay.ts';
import { type QueueItem, type QueuePage, queueQuery, toQueueItems, withoutDecided } from './queue-query.ts';
import { isCloserLook, type ReviewAddress } from './review-query.ts';

/** Pages loaded without scrolling, so that the urgency order covers the whole queue. Later pages load on scroll. */
const PAGES_AT_ONCE = 10;

export interface Queue {
  items: readonly QueueItem[];
  /** The items, including those that the filter “Needs a closer look” hides. */
  listed: readonly QueueItem[];
  pages: readonly QueuePage[] | undefined;
  /** The server has more. “Needs a closer look” loads only a part of them. */
  hasNextPage: boolean;
  isPending: boolean;
  /** Placeholder rows of the previous query are shown. */
  isOld: boolean;
  error: Error | null;
  /** When the first page was read, in milliseconds since 1970; undefined if it is not loaded. */
  readAtMs: number | undefined;
  /** There are more pages to load. */
  hasMore: boolean;
  /** Does nothing after an error, which only `reload` clears: a caller may ask again at once. */
  readMore: () => void;
  /** Refetches the queue, including new arrivals. */
  reload: () => void;
}

/** The queue of a URL: loaded items in order, without drafts decided in this tab. */
export function useQueue(address: ReviewAddress): Queue {
  const query = useMemo(() => queueQuery(address), [address]);
  const { data, error, isPending, isPlaceholderData, hasNextPage, isFetching, fetchNextPage } = useInfiniteQuery(query);
  const pages = data?.pages;
  const pending = usePendingIds();
  const decided = useStore(locallyDecidedIds);
  const all = useMemo(() => toQueueItems(pages ?? [], address), [pages, address]);
  const toCurrent = useStore(queueOverlay, (marks) => marks.toCurrent);
  const skipped = useStore(skippedIds);
  const found = useAllFindings(isCloserLook(address));
  const listed = useMemo(() => {
    const open = withoutDecided(all, address, (id) => pending.includes(id) || decided.has(id));
    if (address.tab !== 'in_review') return toCurrent(open);
    const place = ({ draft }: QueueItem) => skipped.indexOf(draft.id);
    return toCurrent(open).toSorted((a, b) => place(a) - place(b));
  }, [all, address, pending, decided, skipped, toCurrent]);
  const items = useMemo(() => (found ? listed.filter(({ draft }) => found.has(draft.id)) : listed), [listed, found]);
  const count = pages?.length ?? 0;
  // The filtered list is short, so its end is always near: loading on would load the whole queue.
  const hasMore = hasNextPage && (!found || count < PAGES_AT_ONCE);
  const readMore = useCallback(() => {
    if (hasMore && !isFetching && !error) void fetchNextPage();
  }, [hasMore, isFetching, error, fetchNextPage]);
  const isFirstScreen = useInitialRender();
  useEffect(() => {
    if (!isFirstScreen && count > 0 && count < PAGES_AT_ONCE) readMore();
  }, [isFirstScreen, count, readMore]);
  const readAtMs = pages?.[0]?.readAtMs;
  const reload = useCallback(() => void refetchQueue(query), [query]);
  return useMemo(
    () => ({
      items,
      listed,
      pages,
      hasNextPage,
      isPending,
      isOld: isPlaceholderData,
      error,
      readAtMs,
      hasMore,
      readMore,
      reload,
    }),
    [items, listed, pages, hasNextPage, isPending, isPlaceholderData, error, readAtMs, hasMore, readMore, reload],
  );
}

async function refetchQueue(query: ReturnType<typeof queueQuery>): Promise<void> {
  // Cancel fetches in flight: their response may be stale.
  await queryClient.cancelQueries({ queryKey: query.queryKey });
  try {
    await queryClient.infiniteQuery({ ...query, staleTime: 0, pages: 1 });
  } catch {
    // The queue shows the error.
  }
}
