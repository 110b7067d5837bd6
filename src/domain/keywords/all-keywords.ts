import { queryOptions, experimental_streamedQuery as streamedQuery } from '@tanstack/react-query';
import { keywords } from '#contract/keywords.ts';
import type { ListQuery } from '#contract/list-query.ts';
import { overlayRecentWrites } from '#src/api/cache.ts';
import type { Tenant } from '#src/api/connection.ts';
import { ApiError } from '#src/api/errors.ts';
import type { ListPage } from '#src/api/list-page.ts';
import { queryClient, queryKeys, retryWhenBusy } from '#src/api/query-client.ts';
import { appendPage, nothingRead, type PagesRead, readAllPages } from '#src/api/read-all-pages.ts';
import { fetchList } from '#src/api/reads.ts';
import { createStore } from '#src/lib/store.ts';
import type { Keyword } from './keyword.ts';

/** All keywords loaded so far, as one list. */
export interface AllKeywords extends ListPage<typeof keywords> {
  /** All pages are loaded. */
  isWhole: boolean;
  /** When loading finished, in milliseconds since 1970; 0 while in progress. */
  readAt: number;
}

interface Chunk extends PagesRead<typeof keywords> {
  /** Overlays local writes made while the pages were loading (read-your-writes). */
  correct: (row: Keyword) => Keyword;
}

const PAGES_AT_ONCE = 4;
const nothingYet: AllKeywords = { ...nothingRead, isWhole: false, readAt: 0 };
/** Whether the user stopped the last load. */
let isStopped = false;
/** Returns the keywords that the load in progress has read: the query shows a refetch only when it is complete. */
let arrived = () => nothingYet;

const noProgress: { read: number; total: number | undefined } = { read: 0, total: undefined };
/** Progress of the load under way, from its first page on; `total` is undefined if not counted. */
export const readProgress = createStore(noProgress);

const listKey = (of?: Tenant) => [...queryKeys.lists(keywords, of), 'all'] as const;

/**
 * Loads all keywords page by page, because the API cannot search by name; rows show as they arrive. Local writes are
 * merged into the list, other users' changes appear on refetch.
 */
export function allKeywordsQuery() {
  return queryOptions({
    queryKey: listKey(),
    queryFn: streamedQuery<Chunk, AllKeywords>({
      streamFn: ({ signal }) => {
        // Reset now: a page that renders before the first request must not show the progress of an earlier load.
        isStopped = false;
        arrived = () => nothingYet;
        readProgress.set(noProgress);
        return readKeywords(signal);
      },
      refetchMode: 'replace',
      reducer: (all, { page, isOver, correct }) => {
        const next = { ...appendPage(all, page), isWhole: isOver, readAt: isOver ? Date.now() : 0 };
        const corrected = () => ({ ...next, rows: next.rows.map(correct) });
        arrived = isOver ? () => nothingYet : corrected;
        return isOver ? corrected() : next;
      },
      initialValue: nothingYet,
    }),
    // An interrupted load (such as by navigation) is stale and restarts; one stopped by the user is not.
    staleTime: ({ state: { data } }) => (data?.isWhole || isStopped ? 60_000 : 0),
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
    meta: { isHeld: true },
  });
}

/** As `allKeywordsQuery`, but read once per connection: for pages that use keywords but do not list them. */
export const allKeywordsOnce = () => ({
  ...allKeywordsQuery(),
  staleTime: ({ state: { data } }: { state: { data?: AllKeywords | undefined } }) =>
    data?.isWhole ? Number.POSITIVE_INFINITY : 0,
});

/** Stops loading, also between retries. Keeps a complete list, else the longer of the old list and the new part. */
export function cancelKeywordLoad(): void {
  const { queryKey } = allKeywordsQuery();
  const read = arrived();
  isStopped = true;
  void queryClient.cancelQueries({ queryKey });
  const kept = queryClient.getQueryData(queryKey);
  // Set even the old list: this makes it fresh, and keeps the error of an earlier load from coming back.
  if (kept && !kept.isWhole) queryClient.setQueryData(queryKey, read.rows.length > kept.rows.length ? read : kept);
}

/** Adds keywords just created at the connection `from` to the cache. */
export function addKeywords(rows: readonly Keyword[], from: Tenant): void {
  queryClient.setQueryData<AllKeywords>(listKey(from), (all) => {
    if (!all) return all;
    const known = new Set(all.rows.map(({ id }) => id));
    return { ...all, rows: [...all.rows, ...rows.filter(({ id }) => id && !known.has(id))] };
  });
  // A server may not say which records it has created.
  if (rows.some(({ id }) => !id)) void queryClient.invalidateQueries({ queryKey: listKey(from) });
}

async function* readKeywords(signal: AbortSignal): AsyncGenerator<Chunk> {
  const correct = overlayRecentWrites(keywords);
  for await (const read of readAllPages((page) => readPage(page, signal), { atOnce: PAGES_AT_ONCE })) {
    // A page may arrive after the load was cancelled, when another shows its progress.
    if (signal.aborted) return;
    readProgress.set({ read: read.rows.length, total: read.total });
    yield { ...read, correct };
  }
}

function readPage(page: ListQuery['page'], signal: AbortSignal): Promise<ListPage<typeof keywords>> {
  const ask = (sort: string[]) => fetchList(keywords, { sort, page }, { signal });
  const askInOrder = () =>
    ask(['id']).catch((error: unknown) => {
      // A server that cannot sort by id may fail with 500; fall back to its default order.
      if (!(error instanceof ApiError) || error.status !== 500) throw error;
      return ask([]);
    });
  return retryWhenBusy(askInOrder, { signal });
}
