import { useMutation } from '@tanstack/react-query';
import type { Identifier } from '#contract/document.ts';
import type { ActionName, Resource, Row } from '#contract/resource.ts';
import { patchRecord, refreshLists } from './cache.ts';
import { type Connection, connection } from './connection.ts';
import { queryClient, queryKeys } from './query-client.ts';
import { request } from './request.ts';
import { unwrap } from './tenant/outcome.ts';
import { type RemoveOptions, remove } from './tenant/remove.ts';
import { act, create, update } from './tenant/writes.ts';
import type { ActInput, SaveInput } from './write-inputs.ts';

/**
 * Creates or updates a record and returns its current state. Like the mutations below, it goes to the tenant that was
 * current on render, even if the user switches before it is sent or answered.
 */
export function useSave<R extends Resource>(resource: R) {
  const from = connection.get();
  return useMutation({
    mutationFn: (input: SaveInput<R>) => save(resource, input, from),
    onSuccess: () => refreshLists(resource),
  });
}

/**
 * Performs an action of the resource. With `optimistic`, the record shows the outcome at once and rolls back if the
 * action fails.
 */
export function useAction<R extends Resource, A extends ActionName<R>>(
  resource: R,
  name: A,
  options: { optimistic?: (input: ActInput<R, A>) => Partial<Row<R>> } = {},
) {
  const from = connection.get();
  const mutationKey = [...queryKeys.resource(resource), 'action'];
  return useMutation({
    mutationKey,
    mutationFn: async (input: ActInput<R, A>) => unwrap(await act(resource, name, input, from)),
    onMutate: ({ id, ...input }) =>
      id && options.optimistic ? patchRecord(resource, id, options.optimistic({ id, ...input })) : undefined,
    onError: (_error, _input, rollBack) => rollBack?.(),
    onSettled: () => {
      // Only the last concurrent action invalidates: a read during another one would show stale records.
      if (queryClient.isMutating({ mutationKey }) === 1) void refreshLists(resource);
    },
  });
}

export interface LinkInput {
  /** Id of the record whose relationship changes. */
  id: string;
  others: readonly Identifier[];
  isAdding: boolean;
}

/** Adds records to a to-many relationship or removes them. Idempotent: no error if already added or removed. */
export function useLink<R extends Resource>(resource: R, relationship: keyof R['many'] & string) {
  const from = connection.get();
  return useMutation({
    mutationFn: ({ id, others, isAdding }: LinkInput) =>
      request({
        from,
        method: isAdding ? 'POST' : 'DELETE',
        path: `/${resource.type}/${encodeURIComponent(id)}/relationships/${relationship}`,
        body: { data: others.map(({ type, id: other }) => ({ type, id: other })) },
      }),
    // On errors too: a lost response may hide an applied change.
    onSettled: (_answer, _error, { id }) =>
      queryClient.invalidateQueries({ queryKey: queryKeys.below(resource, id, from) }),
  });
}

/** Creates or updates a record, past the forms. Throws an ApiError, perhaps with `isOutcomeUnknown`. */
export const save = async <R extends Resource>(
  resource: R,
  input: SaveInput<R>,
  from: Connection | undefined,
): Promise<Row<R>> => unwrap(await (input.id ? update : create)(resource, input, from));

/** Deletes a record; a missing one counts as deleted. Throws an ApiError, perhaps with `isOutcomeUnknown`. */
export const deleteRecord = async (resource: Resource, id: string, options?: RemoveOptions): Promise<void> =>
  unwrap(await remove(resource, id, options));
