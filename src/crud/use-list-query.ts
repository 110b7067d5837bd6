import { useMemo } from 'react';
import { useLocation } from 'react-router';
import { formatListQuery, type ListQuery } from '#contract/list-query.ts';
import type { Resource } from '#contract/resource.ts';
import { latestSearch, navigate } from '#src/lib/router.ts';
import { type ListBase, type ReadQuery, readListQuery } from './read-list-query.ts';

export interface ListState extends ReadQuery {
  /** Sets a filter, or drops it where the value is blank, and goes to the first page. `isTyped`: not a step of Back. */
  setFilter: (name: string, value: string, isTyped?: boolean) => void;
  clearFilters: () => void;
  /** Sorts by a name: upwards first, then downwards, then as the page does by itself. */
  toggleSort: (name: string) => void;
  setPageSize: (size: number) => void;
  /** The query part of this list's address, with its question mark where there is any. */
  search: string;
  /** The same for another page. */
  pageSearch: (number: number) => string;
}

/** A list's filters, sort and page. They live in the address and nowhere else, so every view is a link. */
export const useListQuery = (resource: Resource, base?: ListBase): ListState =>
  useListState(resource, useLocation().search, base);

/** The same for the query part of an address that is shown, which may be a frame behind the open one. */
export function useListState(resource: Resource, search: string, base?: ListBase): ListState {
  const read = useMemo(() => readListQuery(resource, new URLSearchParams(search), base), [resource, search, base]);

  const change = (changeOf: (latest: ReadQuery) => Partial<ListQuery>, isTyped = false) => {
    const latest = readListQuery(resource, new URLSearchParams(latestSearch()), base);
    void navigate({ search: write(latest.asked, changeOf(latest)) }, { replace: isTyped });
  };
  return {
    ...read,
    setFilter: (name, value, isTyped) =>
      change(({ asked }) => ({ filter: { ...asked.filter, [name]: value }, page: first(asked) }), isTyped),
    clearFilters: () => change(({ asked }) => ({ filter: {}, page: first(asked) })),
    toggleSort: (name) =>
      change(({ asked, query }) => {
        const current = query.sort[0];
        const next = current === name ? [`-${name}`] : current === `-${name}` && asked.sort.length > 0 ? [] : [name];
        return { sort: next, page: first(asked) };
      }),
    setPageSize: (size) => change(() => ({ page: { size } })),
    search: write(read.asked),
    pageSearch: (number) => write(read.asked, { page: { ...first(read.asked), ...(number > 1 && { number }) } }),
  };
}

/** The first page, of as many rows as are asked for. */
const first = ({ page }: ListQuery): ListQuery['page'] => (page.size === undefined ? {} : { size: page.size });

function write({ filter, sort, page }: ListQuery, change: Partial<ListQuery> = {}): string {
  const search = formatListQuery({ filter, sort, page, ...change });
  return search && `?${search}`;
}
