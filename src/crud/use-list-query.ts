import { useMemo } from 'react';
import { formatListQuery, type ListQuery } from '#contract/list-query.ts';
import type { Resource } from '#contract/resource.ts';
import { navigate } from '#src/router/router.ts';
import { useLocation } from '#src/router/use-location.ts';
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
export function useListQuery(resource: Resource, base?: ListBase): ListState {
  const asked = useLocation(({ search }) => search);
  const read = useMemo(() => readListQuery(resource, new URLSearchParams(asked), base), [resource, asked, base]);
  const { filter, sort, page } = read.asked;

  const write = (change: Partial<ListQuery>) => {
    const search = formatListQuery({ filter, sort, page, ...change });
    return search && `?${search}`;
  };
  const go = (change: Partial<ListQuery>, isTyped = false) =>
    void navigate({ search: write(change) }, { replace: isTyped });
  const toFirst = page.size === undefined ? {} : { size: page.size };

  return {
    ...read,
    setFilter: (name, value, isTyped) => go({ filter: { ...filter, [name]: value }, page: toFirst }, isTyped),
    clearFilters: () => go({ filter: {}, page: toFirst }),
    toggleSort: (name) => {
      const current = read.query.sort[0];
      const next = current === name ? [`-${name}`] : current === `-${name}` && sort.length > 0 ? [] : [name];
      go({ sort: next, page: toFirst });
    },
    setPageSize: (size) => go({ page: { size } }),
    search: write({}),
    pageSearch: (number) => write({ page: { ...toFirst, ...(number > 1 && { number }) } }),
  };
}
