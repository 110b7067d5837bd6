import { useQuery } from '@tanstack/react-query';
import { useCallback, useMemo, useState } from 'react';
import { formatListQuery, type ListQuery, PAGE_SIZE } from '#contract/list-query.ts';
import type { Resource, Row } from '#contract/resource.ts';
import { useUnsupportedFilters } from '#src/api/capabilities.ts';
import type { ListPage } from '#src/api/list-page.ts';
import { listQuery, oneQuery } from '#src/api/queries.ts';
import { queryClient } from '#src/api/query-client.ts';
import { useHiddenIds } from '#src/bulk/delete-with-undo.ts';
import { type ListResult, LOCAL_TEXT, type SearchProgress, type TextOf, useLocalSearch } from './local-search.ts';
import type { ListBase } from './read-list-query.ts';
import { type ListState, useListQuery } from './use-list-query.ts';

export interface List<R extends Resource> {
  state: ListState;
  /** The query sent to the service. */
  query: ListQuery;
  /** The page as returned by the service, or as found by a local search. */
  result: ListResult<R>;
  /** Matches and progress of a local search; undefined without one. */
  search: { found: ListPage<R> | undefined; progress: SearchProgress | undefined } | undefined;
  /** Its records without those being deleted; undefined before the first answer. */
  rows: ListPage<R>['rows'] | undefined;
  /** Whether rows have shifted since the previous page, so that some were skipped or repeat. */
  hasDrifted: boolean;
  /** Requested filters that the server refuses or ignores; they were dropped. */
  unsupported: string[];
}

export interface ListOptions<R extends Resource> {
  /** Additions to the URL's query. Must be those of the route, so that both load the same query. */
  base?: ListBase | undefined;
  /** Filters that are set by the page's tabs rather than in its filter bar. */
  tabFilters?: readonly string[] | undefined;
  /** Whether a record is listed, if the service can only sort those first. Must be referentially stable. */
  isListed?: ((row: Row<R>) => boolean) | undefined;
  /** The text of a record that a local search covers, where the API has no search. Must be referentially stable. */
  searchedText?: TextOf<R> | undefined;
}

/** The page of records that the URL asks for. If the server refuses a filter, retries without it. */
export function useList<R extends Resource>(resource: R, options: ListOptions<R> = {}): List<R> {
  const { base, tabFilters, isListed, searchedText: textOf } = options;
  const known = useUnsupportedFilters(resource);
  const state = useListQuery(resource, base, tabFilters);
  const text = (textOf && state.query.filter[LOCAL_TEXT]) ?? '';
  const query = textOf ? withoutText(state.query) : state.query;
  const { page } = query;
  const listed = useQuery({
    ...listQuery(resource, query),
    enabled: text === '',
    select: useCallback((read: ListPage<R>) => (isListed ? onlyFirst(read, isListed, page) : read), [isListed, page]),
  });
  const { found, progress, ...searched } = useLocalSearch(resource, query, text, textOf);
  const result: ListResult<R> = text === '' ? listed : searched.result;
  const hidden = useHiddenIds(resource);
  const all = result.data?.rows;
  // Memoised: the table derives its own rows from them.
  const rows = useMemo(() => all?.filter((row) => !hidden.has(row.id)), [all, hidden]);

  return {
    state,
    query,
    result,
    search: text === '' ? undefined : { found, progress },
    hasDrifted: usePageDrift(resource, query, listed),
    rows,
    unsupported: Object.keys({ ...state.asked.filter, ...base?.filter }).filter((name) => known.includes(name)),
  };
}

/** Keeps the listed records of a page. They come first, so the last record tells whether the list goes on. */
function onlyFirst<R extends Resource>(
  read: ListPage<R>,
  isListed: (row: Row<R>) => boolean,
  { number = 1, size = PAGE_SIZE.initial }: ListQuery['page'],
): ListPage<R> {
  const rows = read.rows.filter(isListed);
  const hasNext = read.hasNext && rows.at(-1) === read.rows.at(-1);
  return { ...read, rows, hasNext, total: (number - 1) * size + rows.length, isTotalMinimum: hasNext };
}

function withoutText({ filter: { [LOCAL_TEXT]: _, ...filter }, ...query }: ListQuery): ListQuery {
  return { ...query, filter };
}

interface ShownPage {
  /** Identifies the list, regardless of the page. */
  list: string;
  number: number;
  lastId: string | undefined;
  /** Rows on the page: the server's pages may be smaller than requested. */
  count: number;
}

/**
 * Detects that rows shifted between page N and N+1 (insert or delete in between), so that some were skipped or repeat.
 * Fetches the row before this page and compares it to the last row seen.
 */
function usePageDrift<R extends Resource>(
  resource: R,
  query: ListQuery,
  { data, isPlaceholderData }: Pick<ListResult<R>, 'data' | 'isPlaceholderData'>,
): boolean {
  const { number = 1, size = PAGE_SIZE.initial } = query.page;
  const list = formatListQuery({ ...query, page: { size } });
  const [shown, setShown] = useState<ShownPage>();
  const [before, setBefore] = useState<ShownPage>();
  const lastId = data?.rows.at(-1)?.id;
  const isSamePage = shown?.list === list && shown.number === number;
  if (data && !isPlaceholderData && !(isSamePage && shown.lastId === lastId)) {
    if (!isSamePage) setBefore(shown);
    setShown({ list, number, lastId, count: data.rows.length });
  }
  const isNext = isSamePage && before?.list === list && before.number + 1 === number && !data?.isArranged;
  const border = useQuery({
    ...listQuery(resource, { ...query, page: { size: 1, number: (before?.number ?? 1) * (before?.count || 1) } }),
    placeholderData: undefined,
    enabled: isNext,
  });
  return isNext && border.data !== undefined && border.data.rows[0]?.id !== before.lastId;
}

/** Handlers of a link that prefetch what it opens on hover or focus. Errors are ignored: opening it will show them. */
export function onIntent(read: () => Promise<unknown> | undefined) {
  const prefetch = () => void read()?.catch(() => undefined);
  return { onPointerEnter: prefetch, onFocus: prefetch };
}

/** Prefetches a record on hover or focus, like `onIntent`. */
export function prefetchRecord(resource: Resource, id: string, include?: readonly string[]): void {
  queryClient.query(oneQuery(resource, id, include)).catch(() => undefined);
}
