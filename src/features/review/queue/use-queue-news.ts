import { useQuery } from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';
import { drafts } from '#contract/drafts.ts';
import { users } from '#contract/users.ts';
import { mergeRecord } from '#src/api/cache.ts';
import { findIncluded } from '#src/api/read-document.ts';
import { settings } from '#src/lib/settings.ts';
import { isStarting } from '#src/lib/starting.ts';
import { useStore } from '#src/lib/store.ts';
import { type Draft, isInReview } from '#src/records/drafts/draft.ts';
import { personName } from '#src/records/people/person-name.ts';
import type { ReviewAddress } from '../review-query.ts';
import { arrivalsQuery, settledQuery } from './queue-query.ts';
import type { Queue } from './use-queue.ts';

export interface QueueNews {
  /** Drafts created since the queue was loaded. */
  arrived: number;
  /** How many match now; undefined if the tenant does not count. */
  total: number | undefined;
  isTotalMinimum: boolean;
  /** When `total` was fetched, in milliseconds since 1970; 0 if not yet. */
  asOf: number;
  /** Name of the user who decided a draft, as far as known. */
  settledBy: (draft: Draft) => string;
}

/** Polls for changes while the queue is held: counts arrivals and marks drafts decided by others. */
export function useQueueNews(address: ReviewAddress, { items, isArrival, isPending, isOld }: Queue): QueueNews {
  const refetchInterval = useStore(settings).pollSeconds * 1000;
  // Wait for the queue, so that polling does not compete with it on a slow connection.
  const isLater = !useStore(isStarting);
  const isRead = isLater && !isPending && !isOld;
  const query = useMemo(() => arrivalsQuery(address), [address]);
  const arrivals = useQuery({ ...query, refetchInterval, enabled: isRead });
  const isOpenTab = address.tab === 'in_review';
  const { data: settled } = useQuery({ ...useMemo(settledQuery, []), refetchInterval, enabled: isRead && isOpenTab });

  useEffect(() => {
    const open = new Set(items.filter(({ draft }) => isInReview(draft)).map(({ draft }) => draft.id));
    for (const row of settled?.rows ?? []) if (open.has(row.id)) mergeRecord(drafts, row);
  }, [items, settled]);

  const page = isOld || arrivals.isPlaceholderData ? undefined : arrivals.data;
  const arrived = page?.rows.filter(isArrival).length ?? 0;
  const { dataUpdatedAt: asOf } = arrivals;
  return useMemo(
    () => ({
      arrived,
      total: page?.total,
      isTotalMinimum: page?.isTotalMinimum ?? false,
      asOf,
      settledBy: ({ one }) =>
        personName(findIncluded(settled?.included ?? {}, users, one.resolved_user) ?? one.resolved_user),
    }),
    [arrived, page, asOf, settled],
  );
}
