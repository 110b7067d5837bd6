import { useInfiniteQuery } from '@tanstack/react-query';
import { useCallback, useEffect, useMemo } from 'react';
import { queryClient } from '#src/api/query-client.ts';
import { decidedHere } from '#src/decisions/outbox/decision-outcomes.ts';
import { usePendingIds } from '#src/decisions/outbox/use-pending-ids.ts';
import { useStore } from '#src/lib/store.ts';
import type { Draft } from '#src/records/drafts/draft.ts';
import type { ReviewAddress } from '../review-query.ts';
import { type QueueItem, queueItems, withoutDecided } from './queue-item.ts';
import { type QueuePage, queueQuery } from './queue-query.ts';

/** Pages that are read by themselves, so that the order by urgency is that of the whole queue; more come by scrolling. */
const PAGES_AT_ONCE = 10;

export interface Queue {
  items: readonly QueueItem[];
  /** Whether a draft of the tenant's list is newer than what has been read. */
  isArrival: (draft: Draft) => boolean;
  isPending: boolean;
  /** Whether what is shown answers an earlier question, while the present one is under way. */
  isOld: boolean;
  error: Error | null;
  /** Whether there is more than has been read. */
  hasMore: boolean;
  readMore: () => void;
  /** Reads the queue anew, with what has arrived meanwhile. */
  reload: () => void;
}

/** The queue of an address: what has been read of it, ordered, without what has been decided here. */
export function useQueue(address: ReviewAddress): Queue {
  const query = useMemo(() => queueQuery(address), [address]);
  const { data, error, isPending, isPlaceholderData, hasNextPage, isFetching, fetchNextPage } = useInfiniteQuery(query);
  const pages = data?.pages;
  const pending = usePendingIds();
  const decided = useStore(decidedHere);
  const all = useMemo(() => queueItems(pages ?? [], address), [pages, address]);
  const items = useMemo(
    () => withoutDecided(all, address, (id) => pending.includes(id) || decided.has(id)),
    [all, address, pending, decided],
  );
  const isArrival = useMemo(() => arrivalTest(pages ?? [], hasNextPage), [pages, hasNextPage]);
  const readMore = useCallback(() => {
    if (hasNextPage && !isFetching) void fetchNextPage();
  }, [hasNextPage, isFetching, fetchNextPage]);
  const count = pages?.length ?? 0;
  useEffect(() => {
    if (count > 0 && count < PAGES_AT_ONCE) readMore();
  }, [count, readMore]);
  const reload = useCallback(() => void readAnew(query), [query]);
  return useMemo(
    () => ({ items, isArrival, isPending, isOld: isPlaceholderData, error, hasMore: hasNextPage, readMore, reload }),
    [items, isArrival, isPending, isPlaceholderData, error, hasNextPage, readMore, reload],
  );
}

async function readAnew(query: ReturnType<typeof queueQuery>): Promise<void> {
  // An answer that was asked for earlier would not do.
  await queryClient.cancelQueries({ queryKey: query.queryKey });
  const before = decidedHere.get();
  try {
    await queryClient.infiniteQuery({ ...query, staleTime: 0, pages: 1 });
    decidedHere.set(new Set([...decidedHere.get()].filter((id) => !before.has(id))));
  } catch {
    // The queue says so itself.
  }
}

/** With the whole queue read, whatever is not in it has arrived since; else what was written after its first page was read. */
function arrivalTest(pages: readonly QueuePage[], hasMore: boolean): (draft: Draft) => boolean {
  const known = new Set(pages.flatMap(({ rows }) => rows.map(({ id }) => id)));
  const readAt = pages[0]?.readAtUnix;
  return ({ id, created_at_unix: at }) => readAt !== undefined && !known.has(id) && (!hasMore || at >= readAt);
}
