import { queryOptions, experimental_streamedQuery as streamedQuery } from '@tanstack/react-query';
import { keywords } from '#contract/keywords.ts';
import { formatListQuery, PAGE_SIZE } from '#contract/list-query.ts';
import { ApiError } from '#src/api/errors.ts';
import { queryKeys } from '#src/api/queries.ts';
import { queryClient } from '#src/api/query-client.ts';
import { type ListPage, readList } from '#src/api/read-document.ts';
import { request } from '#src/api/request.ts';
import { correctRows } from '#src/api/written-rows.ts';
import { createStore } from '#src/lib/store.ts';
import type { Keyword } from '../keyword.ts';

type KeywordPage = ListPage<typeof keywords>;

/** Every keyword that has been read so far, as one list. */
export interface AllKeywords extends KeywordPage {
  /** Whether there is no further page. */
  isWhole: boolean;
  /** When reading ended, in milliseconds since 1970; 0 while it goes on. */
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
  warnings: [],
  isWhole: false,
  readAt: 0,
};
let stopper = new AbortController();

/** How far reading has come; `total` is undefined where the tenant does not count. */
export const readProgress = createStore<{ read: number; total: number | undefined }>({ read: 0, total: undefined });

/**
 * All keywords, for the interface can look none up by name: they come page by page, and show as they come. The list is
 * held: writes of this page change it in place, those of others come in when it is read again.
 */
export function allKeywordsQuery() {
  return queryOptions({
    queryKey: [...queryKeys.lists(keywords), 'all'],
    queryFn: streamedQuery<Chunk, AllKeywords>({
      streamFn: ({ signal }) => readPages(signal),
      refetchMode: 'replace',
      reducer: addChunk,
      initialValue: nothingYet,
    }),
    // Reading that was interrupted, as by leaving the page, begins again; reading that was stopped stays stopped.
    staleTime: ({ state: { data } }) => (data?.isWhole || stopper.signal.aborted ? 60_000 : 0),
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
    meta: { isHeld: true },
  });
}

/** Leaves it at what has been read so far; where it was read before, at what was there. */
export function stopReading(): void {
  const { queryKey } = allKeywordsQuery();
  if (queryClient.getQueryData(queryKey)?.isWhole) void queryClient.cancelQueries({ queryKey });
  else stopper.abort();
}

/** Takes in keywords that were just created. */
export function addKeywords(rows: readonly Keyword[]): void {
  queryClient.setQueryData<AllKeywords>(allKeywordsQuery().queryKey, (all) => {
    if (!all) return all;
    const known = new Set(all.rows.map(({ id }) => id));
    return { ...all, rows: [...all.rows, ...rows.filter(({ id }) => !known.has(id))] };
  });
}

async function* readPages(signal: AbortSignal): AsyncGenerator<Chunk> {
  stopper = new AbortController();
  const { signal: stopped } = stopper;
  const correct = correctRows(keywords);
  const read = (number: number) => {
    const page = readPage(number, AbortSignal.any([signal, stopped]));
    // Told when its turn comes.
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
      if (stopped.aborted) return;
      throw error;
    }
    if (!page) return;
    // A tenant that leaves the number out of account answers the same page for ever.
    const isLast = !page.hasNext || page.rows.at(-1)?.id === lastId;
    lastId = page.rows.at(-1)?.id;
    const before = number === 1 ? 0 : readProgress.get().read;
    readProgress.set({ read: before + page.rows.length, total: page.total });
    yield { page, isLast, correct };
    if (isLast || stopped.aborted) break;
    // How many pages there are is told by the first.
    const pages = page.total === undefined ? number + 1 : Math.ceil(page.total / PAGE_SIZE.most);
    while (underWay.length < PAGES_AT_ONCE && number + underWay.length < Math.max(pages, number + 1)) {
      underWay.push(read(number + underWay.length + 1));
    }
  }
  await Promise.allSettled(underWay);
}

async function readPage(number: number, signal: AbortSignal): Promise<KeywordPage> {
  const page = { number, size: PAGE_SIZE.most };
  const ask = (sort: string[]) =>
    request({ path: `/${keywords.type}`, search: formatListQuery({ sort, page }), signal });
  const answer = await ask(['id']).catch((error: unknown) => {
    // Not every tenant sorts by id, and some fail over it; their own order will do.
    if (!(error instanceof ApiError) || (error.status !== 400 && error.status !== 500)) throw error;
    return ask([]);
  });
  return readList(keywords, answer, page);
}

function addChunk(all: AllKeywords, { page, isLast, correct }: Chunk): AllKeywords {
  // A keyword that was deleted meanwhile has moved the others up: a page may repeat what the one before it had.
  const known = new Set(all.rows.map(({ id }) => id));
  const rows = [...all.rows, ...page.rows.filter(({ id }) => !known.has(id))];
  return {
    ...page,
    // What was written here while the pages came may be older in them.
    rows: isLast ? rows.map(correct) : rows,
    isWhole: isLast,
    readAt: isLast ? Date.now() : 0,
  };
}
