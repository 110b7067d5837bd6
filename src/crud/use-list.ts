import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { Resource } from '#contract/resource.ts';
import { useLackingFilters } from '#src/api/offers/lacking-filters.ts';
import { listQuery } from '#src/api/queries.ts';
import type { ListPage } from '#src/api/read-document.ts';
import type { ListBase } from './read-list-query.ts';
import { useHiddenIds } from './undoable-delete.ts';
import { useListMoved } from './use-list-moved.ts';
import { type ListState, useListQuery } from './use-list-query.ts';

export interface List<R extends Resource> {
  state: ListState;
  /** The page as answered; `isPlaceholderData` while it is still the previous one. */
  result: UseQueryResult<ListPage<R>>;
  /** Its records without those being deleted; undefined before the first answer. */
  rows: ListPage<R>['rows'] | undefined;
  /** Whether rows have shifted since the previous page, so that some were skipped or repeat. */
  hasMoved: boolean;
  /** Requested filters that this tenant refuses or ignores; they were dropped. */
  lacking: string[];
}

/** The page of records that the URL asks for. If the tenant refuses a filter, retries without it. */
export function useList<R extends Resource>(resource: R, base?: ListBase): List<R> {
  const known = useLackingFilters(resource);
  const state = useListQuery(resource, base);
  const result = useQuery(listQuery(resource, state.query));
  const hidden = useHiddenIds(resource);
  const all = result.data?.rows;
  // Memoised: the table derives its own rows from them.
  const rows = useMemo(() => all?.filter((row) => !hidden.has(row.id)), [all, hidden]);

  return {
    state,
    result,
    hasMoved: useListMoved(resource, state, result),
    rows,
    lacking: Object.keys({ ...state.asked.filter, ...base?.filter }).filter((name) => known.includes(name)),
  };
}
