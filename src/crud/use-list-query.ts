import type { OnChangeFn, PaginationState, SortingState, Updater } from '@tanstack/react-table';
import { useMemo } from 'react';
import { useLocation } from 'react-router';
import { formatListQuery, type ListQuery } from '#contract/list-query.ts';
import type { Resource } from '#contract/resource.ts';
import { latestSearch, navigate } from '#src/lib/router.ts';
import { type ListBase, type ReadQuery, readListQuery } from './read-list-query.ts';
import { type ListTableState, onFirstPage, toListQuery, toTableState } from './table/table-query.ts';

export interface ListState extends ReadQuery {
  /** The query as table state. */
  table: ListTableState;
  /** Sorts and returns to the first page. Without a sort, the page's default applies. */
  setSorting: OnChangeFn<SortingState>;
  setPagination: OnChangeFn<PaginationState>;
  /**
   * Sets a filter, or removes it if the value is blank, and returns to the first page. `isTyped`: replaces the history
   * entry.
   */
  setFilter: (name: string, value: string, isTyped?: boolean) => void;
  clearFilters: () => void;
  setPageSize: (size: number) => void;
  /** Query of this list's URL, with its question mark if any. */
  search: string;
  /** Query for another page. */
  pageSearch: (number: number) => string;
}

/** A list's filters, sort and page. They live in the URL only, so every view is a link. */
export const useListQuery = (resource: Resource, base?: ListBase): ListState =>
  useListState(resource, useLocation().search, base);

/** As `useListQuery`, for a displayed query, which may be a frame behind the URL. */
export function useListState(resource: Resource, search: string, base?: ListBase): ListState {
  const read = useMemo(() => readListQuery(resource, new URLSearchParams(search), base), [resource, search, base]);
  const table = useMemo(() => toTableState(read.query), [read]);
  const asked = toTableState(read.asked);

  /** Changes start from the current URL, which may be ahead of what is displayed. */
  const change = (changeOf: (asked: ListTableState, shown: ListTableState) => ListTableState, isTyped = false) => {
    const latest = readListQuery(resource, new URLSearchParams(latestSearch()), base);
    const next = changeOf(toTableState(latest.asked), toTableState(latest.query));
    void navigate({ search: write(toListQuery(next)) }, { replace: isTyped });
  };
  const setPagination: OnChangeFn<PaginationState> = (updater) =>
    change((now) => ({ ...now, pagination: updated(updater, now.pagination) }));
  return {
    ...read,
    table,
    setSorting: (updater) =>
      change((now, shown) => {
        const next = updated(updater, shown.sorting);
        // The page's default sort cannot be removed, so toggling it reverses the direction.
        const own = now.sorting.length === 0 ? shown.sorting[0] : undefined;
        return onFirstPage({ ...now, sorting: next.length === 0 && own ? [{ ...own, desc: !own.desc }] : next });
      }),
    setPagination,
    setFilter: (name, value, isTyped) =>
      change((now) => {
        const others = now.columnFilters.filter(({ id }) => id !== name);
        return onFirstPage({ ...now, columnFilters: [...others, { id: name, value }] });
      }, isTyped),
    clearFilters: () => change((now) => onFirstPage({ ...now, columnFilters: [] })),
    setPageSize: (pageSize) => setPagination({ pageIndex: 0, pageSize }),
    search: write(toListQuery(asked)),
    pageSearch: (number) =>
      write(toListQuery({ ...asked, pagination: { ...asked.pagination, pageIndex: number - 1 } })),
  };
}

const updated = <Value>(updater: Updater<Value>, now: Value): Value =>
  typeof updater === 'function' ? (updater as (now: Value) => Value)(now) : updater;

function write(query: Partial<ListQuery>): string {
  const search = formatListQuery(query);
  return search && `?${search}`;
}
