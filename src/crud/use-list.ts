import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { Resource } from '#contract/resource.ts';
import { listQuery } from '#src/api/queries.ts';
import type { ListPage } from '#src/api/read-document.ts';
import type { ListBase } from './read-list-query.ts';
import { noteRefusedFilters, readRefusedFilters, useRefusedFilters } from './refused-filters.ts';
import { useHiddenIds } from './undoable-delete.ts';
import { type ListState, useListQuery } from './use-list-query.ts';

export interface List<R extends Resource> {
  state: ListState;
  /** The page as it was answered; `isPlaceholderData` while it is still the one before. */
  result: UseQueryResult<ListPage<R>>;
  /** Its records without those that are about to be deleted; undefined before the first answer. */
  rows: ListPage<R>['rows'] | undefined;
  /** Filters asked for that this tenant does not have: they were dropped. */
  refused: string[];
}

/** The page of records that the address asks for. A filter that the tenant refuses is dropped, and the rest asked again. */
export function useList<R extends Resource>(resource: R, base?: ListBase): List<R> {
  const refused = useRefusedFilters(resource);
  const state = useListQuery(resource, base);
  const result = useQuery(listQuery(resource, state.query));
  const hidden = useHiddenIds(resource);

  const justRefused = readRefusedFilters(result.error, Object.keys(state.query.filter));
  const justRefusedNames = justRefused.join();
  useEffect(() => {
    if (justRefusedNames) noteRefusedFilters(resource, justRefusedNames.split(','));
  }, [resource, justRefusedNames]);

  return {
    state,
    result,
    rows: result.data?.rows.filter((row) => !hidden.has(row.id)),
    refused: Object.keys(state.asked.filter).filter((name) => refused.includes(name)),
  };
}
