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
  /** The page as it was answered; `isPlaceholderData` while it is still the one before. */
  result: UseQueryResult<ListPage<R>>;
  /** Its records without those that are about to be deleted; undefined before the first answer. */
  rows: ListPage<R>['rows'] | undefined;
  /** Whether rows have moved between the page before and this one, so that some were passed over or come again. */
  hasMoved: boolean;
  /** Filters asked for that this tenant refuses or ignores: they were dropped. */
  lacking: string[];
}

/** The page of records that the address asks for. A filter that the tenant refuses is dropped, and the rest asked again. */
export function useList<R extends Resource>(resource: R, base?: ListBase): List<R> {
  const known = useLackingFilters(resource);
  const state = useListQuery(resource, base);
  const result = useQuery(listQuery(resource, state.query));
  const hidden = useHiddenIds(resource);
  const all = result.data?.rows;
  // The same rows as long as nothing has changed: a table makes its own of them.
  const rows = useMemo(() => all?.filter((row) => !hidden.has(row.id)), [all, hidden]);

  return {
    state,
    result,
    hasMoved: useListMoved(resource, state, result),
    rows,
    lacking: Object.keys({ ...state.asked.filter, ...base?.filter }).filter((name) => known.includes(name)),
  };
}
