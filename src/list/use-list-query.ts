import type { ColumnFiltersState, OnChangeFn, PaginationState, SortingState } from '@tanstack/react-table';
import { useMemo } from 'react';
import { useLocation } from 'react-router';
import { formatListQuery, type ListQuery } from '#contract/list-query.ts';
import type { Resource } from '#contract/resource.ts';
import { currentSearch, navigate } from '#src/lib/router.ts';
import { omitFilters } from './list-address.ts';
import { type ListBase, type ReadQuery, resolveListQuery } from './read-list-query.ts';

export interface ListState extends ReadQuery {
  /** The query as table state. */
  table: ListTableState;
  /** The filters of the URL that the filter bar offers: all but those of `tabFilters`. */
  filter: ListQuery['filter'];
  /** Sorts and returns to the first page. Without a sort, the page's default applies. */
  setSorting: OnChangeFn<SortingState>;
  /** Sets or removes (if blank) a filter and returns to the first page. `isTyped`: replaces the history entry. */
  setFilter: (name: string, value: string, isTyped?: boolean) => void;
  /** Changes several filters at once, and returns to the first page. */
  setFilters: (change: (filter: ListQuery['filter']) => ListQuery['filter']) => void;
  /** Removes all filters but those of `tabFilters`. */
  clearFilters: () => void;
  setPageSize: (size: number) => void;
  /** Query of this list's URL, with its question mark if any. */
  search: string;
  /** Query for another page. */
  pageSearch: (number: number) => string;
}

/** A list's filters, sort and page. They live in the URL only, so every view is a link. */
export const useListQuery = (resource: Resource, base?: ListBase, tabFilters?: readonly string[]): ListState =>
  useListState(resource, useLocation().search, base, tabFilters);

/**
 * As `useListQuery`, for a displayed query, which may be a frame behind the URL. `tabFilters` are set by the page's tabs
 * rather than in its filter bar.
 */
export function useListState(
  resource: Resource,
  search: string,
  base?: ListBase,
  tabFilters: readonly string[] = [],
): ListState {
  const read = useMemo(() => resolveListQuery(resource, search, base), [resource, search, base]);
  const table = useMemo(() => toTableState(read.query), [read]);
  const pageSearch = (number = read.asked.page.number ?? 1) =>
    write(toListQuery(toTableState({ ...read.asked, page: { ...read.asked.page, number } })));

  /** Changes start from the current URL, which may be ahead of what is displayed. */
  const change = (changeOf: (asked: ListTableState, shown: ListTableState) => ListTableState, isTyped = false) => {
    const latest = resolveListQuery(resource, currentSearch(), base);
    const next = changeOf(toTableState(latest.asked), toTableState(latest.query));
    void navigate({ search: write(toListQuery(next)) }, { replace: isTyped });
  };
  const setFilters = (changeFilter: (filter: ListQuery['filter']) => ListQuery['filter'], isTyped = false) =>
    change((now) => {
      const query = toListQuery(onFirstPage(now));
      return toTableState({ ...query, filter: changeFilter(query.filter) });
    }, isTyped);
  return {
    ...read,
    table,
    filter: omitFilters(read.asked.filter, tabFilters),
    setSorting: (updater) =>
      change((now, shown) => {
        const next = typeof updater === 'function' ? updater(shown.sorting) : updater;
        // The page's default sort cannot be removed, so toggling it reverses the direction.
        const own = now.sorting.length === 0 ? shown.sorting[0] : undefined;
        return onFirstPage({ ...now, sorting: next.length === 0 && own ? [{ ...own, desc: !own.desc }] : next });
      }),
    setFilter: (name, value, isTyped) => setFilters((filter) => ({ ...filter, [name]: value }), isTyped),
    setFilters,
    clearFilters: () =>
      setFilters((filter) => Object.fromEntries(tabFilters.map((name) => [name, filter[name] ?? '']))),
    setPageSize: (pageSize) => change((now) => ({ ...now, pagination: { pageIndex: 0, pageSize } })),
    search: pageSearch(),
    pageSearch,
  };
}

function write(query: Partial<ListQuery>): string {
  const search = formatListQuery(query);
  return search && `?${search}`;
}

/** The part of a table's state that the service processes; stored in the URL. */
interface ListTableState {
  /** Ids are filter names, values are texts. */
  columnFilters: ColumnFiltersState;
  sorting: SortingState;
  /** A `pageSize` of 0 means the server's default. */
  pagination: PaginationState;
}

type TableQuery = Pick<ListQuery, 'filter' | 'sort' | 'page'>;

/** Converts a list query to table state. */
export function toTableState({ filter, sort, page }: TableQuery): ListTableState {
  return {
    columnFilters: Object.entries(filter).map(([id, value]) => ({ id, value })),
    sorting: toSorting(sort),
    pagination: { pageIndex: (page.number ?? 1) - 1, pageSize: page.size ?? 0 },
  };
}

const toSorting = (sort: ListQuery['sort']): SortingState =>
  sort.map((item) => ({ id: item.replace(/^-/, ''), desc: item.startsWith('-') }));

/** Converts table state to a list query. Omits the first page, blank filters and the default page size. */
export function toListQuery({ columnFilters, sorting, pagination }: ListTableState): TableQuery {
  const { pageIndex, pageSize } = pagination;
  const filters = columnFilters.map(({ id, value }) => [id, String(value ?? '')] as const);
  return {
    filter: Object.fromEntries(filters.filter(([, value]) => value.trim() !== '')),
    sort: sorting.map(({ id, desc }) => (desc ? `-${id}` : id)),
    page: { ...(pageIndex > 0 && { number: pageIndex + 1 }), ...(pageSize > 0 && { size: pageSize }) },
  };
}

/** The same state on its first page: after the list changes, the page number is meaningless. */
export const onFirstPage = ({ pagination, ...state }: ListTableState): ListTableState => ({
  ...state,
  pagination: { ...pagination, pageIndex: 0 },
});
