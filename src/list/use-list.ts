import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { useCallback, useMemo, useState } from 'react';
import { formatListQuery, type ListQuery, PAGE_SIZE } from '#contract/list-query.ts';
import type { Resource, Row } from '#contract/resource.ts';
import { useUnsupportedFilters } from '#src/api/capabilities.ts';
import type { ListPage } from '#src/api/list-page.ts';
import { listQuery, oneQuery } from '#src/api/queries.ts';
import { queryClient } from '#src/api/query-client.ts';
import { useHiddenIds } from '#src/bulk/delete-with-undo.ts';
import type { ListBase } from './read-list-query.ts';
import { type ListState, useListQuery } from './use-list-query.ts';

export interface List<R extends Resource> {
  state: ListState;
  /** The page as answered; `isPlaceholderData` while it is still the previous one. */
  result: UseQueryResult<ListPage<R>>;
  /** Its records without those being deleted; undefined before the first answer. */
  rows: ListPage<R>['rows'] | undefined;
  /** Whether rows have shifted since the previous page, so that some were skipped or repeat. */
  hasDrifted: boolean;
  /** Requested filters that the server refuses or ignores; they were dropped. */
  lacking: string[];
}

export interface ListOptions<R extends Resource> {
  /** What the page adds to the query of its URL; the same as its route's. */
  base?: ListBase | undefined;
  /** Filters that are set by the page's tabs rather than in its filter bar. */
  tabFilters?: readonly string[] | undefined;
  /** Whether a record is listed, where the service can only sort those that are first. Must be stable. */
  isListed?: ((row: Row<R>) => boolean) | undefined;
}

/** The page of records that the URL asks for. If the server refuses a filter, retries without it. */
export function useList<R extends Resource>(resource: R, { base, tabFilters, isListed }: ListOptions<R> = {}): List<R> {
  const known = useUnsupportedFilters(resource);
  const state = useListQuery(resource, base, tabFilters);
  const { page } = state.query;
  const result = useQuery({
    ...listQuery(resource, state.query, base?.extra),
    select: useCallback((read: ListPage<R>) => (isListed ? onlyFirst(read, isListed, page) : read), [isListed, page]),
  });
  const hidden = useHiddenIds(resource);
  const all = result.data?.rows;
  // Memoised: the table derives its own rows from them.
  const rows = useMemo(() => all?.filter((row) => !hidden.has(row.id)), [all, hidden]);

  return {
    state,
    result,
    hasDrifted: usePageDrift(resource, state, result),
    rows,
    lacking: Object.keys({ ...state.asked.filter, ...base?.filter }).filter((name) => known.includes(name)),
  };
}

/** A page cut off at the first record that is not listed, which ends the list. */
function onlyFirst<R extends Resource>(
  read: ListPage<R>,
  isListed: (row: Row<R>) => boolean,
  { number = 1, size = PAGE_SIZE.initial }: ListQuery['page'],
): ListPage<R> {
  const rows = read.rows.filter(isListed);
  const hasNext = read.hasNext && rows.length === read.rows.length;
  return { ...read, rows, hasNext, total: (number - 1) * size + rows.length, isTotalMinimum: hasNext };
}

interface ShownPage {
  /** Identifies the list, regardless of the page. */
  list: string;
  number: number;
  lastId: string | undefined;
}

/**
 * Detects that rows shifted between page N and N+1 (insert or delete in between), so that some were skipped or repeat.
 * Fetches the row before this page and compares it to the last row seen.
 */
function usePageDrift<R extends Resource>(
  resource: R,
  { query }: ListState,
  { data, isPlaceholderData }: UseQueryResult<ListPage<R>>,
): boolean {
  const { number = 1, size = PAGE_SIZE.initial } = query.page;
  const list = formatListQuery({ ...query, page: { size } });
  const [shown, setShown] = useState<ShownPage>();
  const [before, setBefore] = useState<ShownPage>();
  const lastId = data?.rows.at(-1)?.id;
  const isSamePage = shown?.list === list && shown.number === number;
  if (data && !isPlaceholderData && !(isSamePage && shown.lastId === lastId)) {
    if (!isSamePage) setBefore(shown);
    setShown({ list, number, lastId });
  }
  const isNext = isSamePage && before?.list === list && before.number + 1 === number;
  const border = useQuery({
    ...listQuery(resource, { ...query, page: { size: 1, number: Math.max(1, (number - 1) * size) } }),
    placeholderData: undefined,
    enabled: isNext,
  });
  return isNext && border.data !== undefined && border.data.rows[0]?.id !== before.lastId;
}

/** Prefetches a record on hover or focus. Errors are ignored: opening it will show them. */
export function prefetchRecord(resource: Resource, id: string, include?: readonly string[]): void {
  queryClient.query(oneQuery(resource, id, include)).catch(() => undefined);
}
