import { infiniteQueryOptions } from '@tanstack/react-query';
import { drafts } from '#contract/drafts.ts';
import { formatListQuery, type ListQuery, PAGE_SIZE } from '#contract/list-query.ts';
import { listQuery, queryKeys } from '#src/api/queries.ts';
import type { ListPage } from '#src/api/read-document.ts';
import { serverNow } from '#src/lib/clock.ts';
import { isInReview } from '#src/records/drafts/draft.ts';
import { readDraftsPage } from '#src/records/drafts/drafts-page.ts';
import { lacksFilter } from '#src/records/drafts/drafts-search.ts';
import type { ReviewAddress } from '../review-query.ts';
import { queueBase, queuePage } from './queue-pages.ts';

/** A page of the queue; `readAtUnix` is the server's clock in seconds. */
export type QueuePage = ListPage<typeof drafts> & { readAtUnix: number };

const NEWS_SIZE = 50;

/**
 * The queue as an infinite query with rooms and users. Its rows are held: live updates change the records in place, but
 * rows are added and removed only on reload.
 */
export function queueQuery(address: ReviewAddress) {
  const base = queueBase(address);
  return infiniteQueryOptions({
    queryKey: [...queryKeys.lists(drafts), 'queue', formatListQuery(base)],
    queryFn: async ({ pageParam: number, signal }): Promise<QueuePage> => {
      const read = await readDraftsPage(queuePage(address, number), signal);
      return { ...read, readAtUnix: serverNow() };
    },
    initialPageParam: 1,
    getNextPageParam: (last, pages, lastNumber) => {
      if (!last.hasNext) return undefined;
      const isWhole = Object.keys(base.filter ?? {}).some(lacksFilter);
      return isWhole ? lastNumber + 1 : nextNumber(pages, lastNumber, address.tab === 'in_review');
    },
    staleTime: 60_000,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
    // Keep the rows of the same tab as placeholder data while another query loads.
    placeholderData: (before, query) => (query?.meta?.tab === address.tab ? before : undefined),
    meta: { isHeld: true, tab: address.tab },
  });
}

/** Polls the newest drafts of the queue to detect arrivals. */
export function arrivalsQuery(address: ReviewAddress) {
  const { filter } = queueBase(address);
  return newsQuery({ filter, sort: ['-created_at_unix'], page: { size: NEWS_SIZE } });
}

/** Polls the latest decisions of all users to detect drafts decided by others. */
export const settledQuery = () =>
  newsQuery({
    filter: { resolved: '1' },
    sort: ['-resolved_time_unix'],
    include: ['resolved_user'],
    page: { size: NEWS_SIZE },
  });

function newsQuery(query: Partial<ListQuery>) {
  return {
    ...listQuery(drafts, query),
    queryFn: ({ signal }: { signal: AbortSignal }) => readDraftsPage(query, signal),
  };
}

/**
 * Decided drafts leave the earlier pages and shift later rows up, so the next page number is computed from the drafts
 * that are still open.
 */
function nextNumber(pages: QueuePage[], lastNumber: number, isShrinking: boolean): number {
  const ids = new Set<string>();
  const counts = pages.map(({ rows }) => {
    for (const row of rows) if (!isShrinking || isInReview(row)) ids.add(row.id);
    return ids.size;
  });
  const hasProgress = counts.at(-1) !== counts.at(-2);
  const behind = Math.floor(ids.size / PAGE_SIZE.most) + 1;
  return hasProgress ? Math.min(behind, lastNumber + 1) : lastNumber + 1;
}
