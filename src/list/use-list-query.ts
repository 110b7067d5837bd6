import type { ColumnFiltersState, OnChangeFn, PaginationState, SortingState, Updater } from '@tanstack/react-table';
import { useMemo } from 'react';
import { useLocation } from 'react-router';
import { formatListQuery, type ListQuery, PAGE_SIZE } from '#contract/list-query.ts';
import type { Resource } from '#contract/resource.ts';
import { currentSearch, navigate } from '#src/lib/router.ts';
import { omitFilters } from './list-address.ts';
import { type ListBase, type ReadQuery, resolveListQuery } from './read-list-query.ts';

/** The part of a table's state that the service processes; stored in the URL. */
interface ListTableState {
  /** Ids are filter names, values are texts. */
  columnFilters: ColumnFiltersState;
  sorting: SortingState;
  pagination: PaginationState;
}

export interface ListState extends ReadQuery {
  /**
   * The query as state of a table that leaves its rows to the service, with handlers that change the URL. Filters and a
   * sort return to the first page; without a sort, the page's default applies. `isTyped`: replaces the history entry.
   */
  table: {
    state: ListTableState;
    onSortingChange: OnChangeFn<SortingState>;
    onColumnFiltersChange: (updater: Updater<ColumnFiltersState>, isTyped?: boolean) => void;
    onPaginationChange: OnChangeFn<PaginationState>;
  };
  /** The filters of the URL that the filter bar offers: all but those of `tabFilters`. */
  filter: ListQuery['filter'];
  /** Sets or removes (if blank) one filter. */
  setFilter: (name: string, value: string, isTyped?: boolean) => void;
  /** Removes all filters but those of `tabFilters`. */
  clearFilters: () => void;
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
  const state = useMemo(() => toTableState(read.query), [read]);
  const pageSearch = (number = read.asked.page.number ?? 1) => write(onPage(read.asked, number));

  /** Changes start from the current URL, which may be ahead of what is displayed. */
  const change = (
    changeOf: (asked: ListTableState, shown: ListTableState) => Partial<ListTableState>,
    isTyped = false,
  ) => {
    const { asked, query } = resolveListQuery(resource, currentSearch(), base);
    const changed = toListQuery(changeOf(toTableState(asked), toTableState(query)));
    void navigate({ search: write({ ...onPage(asked, 1), ...changed }) }, { replace: isTyped });
  };
  const onColumnFiltersChange: ListState['table']['onColumnFiltersChange'] = (updater, isTyped) =>
    change(({ columnFilters }) => ({ columnFilters: update(updater, columnFilters) }), isTyped);
  return {
    ...read,
    table: {
      state,
      onSortingChange: (updater) =>
        change((asked, shown) => {
          const sorting = update(updater, shown.sorting);
          // The page's default sort cannot be removed, so toggling it reverses the direction.
          const own = asked.sorting.length === 0 ? shown.sorting[0] : undefined;
          return { sorting: sorting.length === 0 && own ? [{ ...own, desc: !own.desc }] : sorting };
        }),
      onColumnFiltersChange,
      onPaginationChange: (updater) => change(({ pagination }) => ({ pagination: update(updater, pagination) })),
    },
    filter: omitFilters(read.asked.filter, tabFilters),
    setFilter: (id, value, isTyped) =>
      onColumnFiltersChange((all) => [...all.filter((one) => one.id !== id), { id, value }], isTyped),
    clearFilters: () => onColumnFiltersChange((all) => all.filter(({ id }) => tabFilters.includes(id))),
    search: pageSearch(),
    pageSearch,
  };
}

function write(query: Partial<ListQuery>): string {
  const search = formatListQuery(query);
  return search && `?${search}`;
}

/** As `functionalUpdate` of the table, which the first screen does not load. */
const update = <Value extends object>(updater: Updater<Value>, before: Value): Value =>
  typeof updater === 'function' ? updater(before) : updater;

const onPage = ({ page: { number: _, ...page }, ...query }: ListQuery, number: number): ListQuery => ({
  ...query,
  page: { ...page, ...(number > 1 && { number }) },
});

type TableQuery = Pick<ListQuery, 'filter' | 'sort' | 'page'>;

/** Converts a list query to table state. */
export function toTableState({ filter, sort, page }: TableQuery): ListTableState {
  return {
    columnFilters: Object.entries(filter).map(([id, value]) => ({ id, value })),
    sorting: sort.map((item) => ({ id: item.replace(/^-/, ''), desc: item.startsWith('-') })),
    pagination: { pageIndex: (page.number ?? 1) - 1, pageSize: page.size ?? PAGE_SIZE.initial },
  };
}

/** Converts parts of a table's state to those of a list query. */
export function toListQuery({ columnFilters, sorting, pagination }: Partial<ListTableState>): Partial<TableQuery> {
  return {
    ...(columnFilters && {
      filter: Object.fromEntries(columnFilters.map(({ id, value }) => [id, String(value ?? '')])),
    }),
    ...(sorting && { sort: sorting.map(({ id, desc }) => (desc ? `-${id}` : id)) }),
    ...(pagination && {
      page: { size: pagination.pageSize, ...(pagination.pageIndex > 0 && { number: pagination.pageIndex + 1 }) },
    }),
  };
}
