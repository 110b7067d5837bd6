import { useQuery } from '@tanstack/react-query';
import { useCallback, useEffect, useMemo } from 'react';
import { drafts } from '#contract/drafts.ts';
import { mergeRecord } from '#src/api/cache.ts';
import { listQuery } from '#src/api/queries.ts';
import { type Draft, isInReview } from '#src/domain/drafts/draft.ts';
import { knownName, linkedUser } from '#src/domain/people/user-name.ts';
import { serverUnix } from '#src/lib/clock.ts';
import { settings } from '#src/lib/storage/settings.ts';
import { useStore } from '#src/lib/store.ts';
import type { QueueNews } from './queue-overlay.ts';
import { isCloserLook, queueListQuery, type ReviewAddress } from './review-query.ts';
import type { Queue } from './use-queue.ts';

const NEWS_SIZE = 50;

/** Polls the newest drafts of the queue to detect arrivals. */
export function arrivalsQuery(address: ReviewAddress) {
  const { filter } = queueListQuery(address);
  return listQuery(drafts, { filter, sort: ['-created_at_unix'], page: { size: NEWS_SIZE } });
}

/** Polls the latest decisions of all users to detect drafts decided by others. */
export const latestDecisionsQuery = () =>
  listQuery(drafts, {
    filter: { resolved: '1' },
    sort: ['-resolved_time_unix'],
    include: ['resolved_user'],
    page: { size: NEWS_SIZE },
  });

/** Whether a draft is newer than the queue: unknown if all of it is loaded, else created after the first page was read. */
export function useArrivalTest({ pages, readAtMs, hasNextPage }: Queue): (draft: Draft) => boolean {
  return useMemo(() => {
    const known = new Set(pages?.flatMap(({ rows }) => rows.map(({ id }) => id)));
    return ({ id, created_at_unix: at }) =>
      readAtMs !== undefined && !known.has(id) && (!hasNextPage || at >= serverUnix(readAtMs));
  }, [pages, readAtMs, hasNextPage]);
}

/** Polls for changes while the queue is held: counts arrivals and marks drafts decided by others. */
export function useQueuePolling(address: ReviewAddress, queue: Queue, isArrival: (draft: Draft) => boolean): QueueNews {
  const { items, isPending, isOld } = queue;
  const refetchInterval = useStore(settings).pollSeconds * 1000;
  const isRead = !isPending && !isOld;
  const query = useMemo(() => arrivalsQuery(address), [address]);
  const arrivals = useQuery({ ...query, refetchInterval, enabled: isRead });
  const isOpenTab = address.tab === 'in_review';
  const { data: decided } = useQuery({ ...latestDecisionsQuery(), refetchInterval, enabled: isRead && isOpenTab });

  useEffect(() => {
    const open = new Set(items.filter(({ draft }) => isInReview(draft)).map(({ draft }) => draft.id));
    for (const row of decided?.rows ?? []) if (open.has(row.id)) mergeRecord(drafts, row);
  }, [items, decided]);

  const page = isOld || arrivals.isPlaceholderData ? undefined : arrivals.data;
  const arrived = page?.rows.filter(isArrival).length ?? 0;
  const total = isCloserLook(address) ? items.length : page?.total;
  const isTotalMinimum = page?.isTotalMinimum ?? false;
  const { dataUpdatedAt: lastUpdated } = arrivals;
  const decidedBy = useCallback<QueueNews['decidedBy']>(
    ({ one }) => knownName(linkedUser(decided?.included ?? {}, one.resolved_user)) ?? '',
    [decided],
  );
  return useMemo(
    () => ({ arrived, total, isTotalMinimum, lastUpdated, decidedBy }),
    [arrived, total, isTotalMinimum, lastUpdated, decidedBy],
  );
}
