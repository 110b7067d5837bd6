import { queryOptions, experimental_streamedQuery as streamedQuery } from '@tanstack/react-query';
import { keywords } from '#contract/keywords.ts';
import { PAGE_SIZE } from '#contract/list-query.ts';
import { overlayRecentWrites } from '#src/api/cache.ts';
import type { Tenant } from '#src/api/connection.ts';
import { ApiError } from '#src/api/errors.ts';
import type { ListPage } from '#src/api/list-page.ts';
import { queryClient, queryKeys, retryWhenBusy } from '#src/api/query-client.ts';
import { fetchList } from '#src/api/reads.ts';
import { createStore } from '#src/lib/store.ts';
import type { Keyword } from './keyword.ts';

type KeywordPage = ListPage<typeof keywords>;

/** All keywords loaded so far, as one list. */
export interface AllKeywords extends KeywordPage {
  /** All pages are loaded. */
  isWhole: boolean;
  /** When loading finished, in milliseconds since 1970; 0 while in progress. */
  readAt: number;
}

interface Chunk {
  page: KeywordPage;
  isLast: boolean;
  correct: (row: Keyword) => Keyword;
}

const PAGES_AT_ONCE = 4;
const nothingYet: AllKeywords = {
  rows: [],
  included: {},
  total: undefined,
  isTotalMinimum: false,
  hasNext: false,
  isWhole: false,
  readAt: 0,
};
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
        return readPages(signal);
      },
      refetchMode: 'replace',
      reducer: (all, chunk) => {
        const next = addChunk(all, chunk);
        arrived = () => (chunk.isLast ? nothingYet : { ...next, rows: next.rows.map(chunk.correct) });
        return next;
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

async function* readPages(signal: AbortSignal): AsyncGenerator<Chunk> {
  const correct = overlayRecentWrites(keywords);
  const read = (number: number) => {
    const page = readPage(number, signal);
    // Prevents an unhandled rejection: the error is reported when the page is awaited.
    page.catch(() => undefined);
    return page;
  };
  const underWay: Promise<KeywordPage>[] = [read(1)];
  let lastId: string | undefined;
  for (let number = 1; underWay.length > 0; number++) {
    let page: KeywordPage | undefined;
    try {
      page = await underWay.shift();
    } catch (error) {
      await Promise.allSettled(underWay);
      throw error;
    }
    // A page may arrive after the load was cancelled, when another shows its progress.
    if (!page || signal.aborted) return;
    // A server that ignores `page[number]` would return the same page forever.
    const isLast = !page.hasNext || page.rows.at(-1)?.id === lastId;
    lastId = page.rows.at(-1)?.id;
    const before = number === 1 ? 0 : readProgress.get().read;
    readProgress.set({ read: before + page.rows.length, total: page.total });
    yield { page, isLast, correct };
    if (isLast) break;
    // The first page has the total.
    const pages = page.total === undefined ? number + 1 : Math.ceil(page.total / PAGE_SIZE.most);
    while (underWay.length < PAGES_AT_ONCE && number + underWay.length < Math.max(pages, number + 1)) {
      underWay.push(read(number + underWay.length + 1));
    }
  }
  await Promise.allSettled(underWay);
}

async function readPage(number: number, signal: AbortSignal): Promise<KeywordPage> {
  const page = { number, size: PAGE_SIZE.most };
  const ask = (sort: string[]) => fetchList(keywords, { sort, page }, { signal });
  const askInOrder = () =>
    ask(['id']).catch((error: unknown) => {
      // A server that cannot sort by id may fail with 500; fall back to its default order.
      if (!(error instanceof ApiError) || error.status !== 500) throw error;
      return ask([]);
    });
  return retryWhenBusy(askInOrder, { signal });
}

function addChunk(all: AllKeywords, { page, isLast, correct }: Chunk): AllKeywords {
  // A concurrent delete shifts rows up, so pages fetched in parallel may contain the same row.
  const known = new Set(all.rows.map(({ id }) => id));
  const rows = [...all.rows, ...page.rows.filter(({ id }) => !known.has(id))];
  return {
    ...page,
    // Overlay local writes made while the pages were loading (read-your-writes).
    rows: isLast ? rows.map(correct) : rows,
    isWhole: isLast,
    readAt: isLast ? Date.now() : 0,
  };
}
