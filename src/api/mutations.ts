import { type QueryKey, useMutation } from '@tanstack/react-query';
import type { ActionName, Resource, Row } from '#contract/resource.ts';
import { asRecord } from '#src/lib/json.ts';
import { changeLists, refreshLists, replaceRecord } from './cache.ts';
import { connection, type Tenant } from './connection.ts';
import { queryClient, queryKeys } from './query-client.ts';
import { act, link, type RemoveOptions, remove, save } from './tenant/writes.ts';
import type { ActInput, LinkInput, SaveInput } from './write-inputs.ts';

export { save };

/**
 * Creates or updates a record and returns its current state. Like the mutations below, it goes to the tenant that was
 * current on render, even if the user switches before it is sent or answered. Others find it by its `mutationKey`.
 */
export function useSave<R extends Resource>(resource: R, mutationKey?: QueryKey) {
  const from = connection.get();
  return useMutation({
    mutationKey,
    mutationFn: (input: SaveInput<R>) => save(resource, input, from),
    onSuccess: () => refreshLists(resource),
  });
}

/** Performs an action. With `optimistic`, the record shows the outcome at once, and rolls back on failure. */
export function useAction<R extends Resource, A extends ActionName<R>>(
  resource: R,
  name: A,
  options: { optimistic?: (input: ActInput<R, A>) => Partial<Row<R>> } = {},
) {
  const from = connection.get();
  const mutationKey = [...queryKeys.resource(resource), 'action'];
  return useMutation({
    mutationKey,
    mutationFn: (input: ActInput<R, A>) => act(resource, name, input, from),
    onMutate: ({ id, ...input }) =>
      id && options.optimistic ? patchRecord(resource, id, options.optimistic({ id, ...input })) : undefined,
    onError: (_error, _input, rollBack) => rollBack?.(),
    onSettled: () => {
      // Only the last concurrent action invalidates: a read during another one would show stale records.
      if (queryClient.isMutating({ mutationKey }) === 1) void refreshLists(resource);
    },
  });
}

/** Optimistically patches a record; returns the rollback. */
function patchRecord<R extends Resource>(resource: R, id: string, patch: Partial<Row<R>>): () => void {
  const from = connection.get();
  // A read in flight would overwrite the patch.
  void queryClient.cancelQueries({ queryKey: queryKeys.lists(resource) });
  let before: Row<R> | undefined;
  const apply = (row: Row<R>) => {
    before ??= row;
    return { ...row, ...patch };
  };
  replaceRecord(resource, id, apply, from);
  return () => {
    if (!before) return;
    const old = asRecord(before);
    const patched = Object.fromEntries(Object.keys(patch).map((name) => [name, old?.[name]]));
    replaceRecord(resource, id, (row) => ({ ...row, ...patched }), from);
  };
}

/** Adds records to a to-many relationship or removes them. Idempotent: no error if already added or removed. */
export function useLink<R extends Resource>(resource: R, relationship: keyof R['many'] & string) {
  const from = connection.get();
  return useMutation({
    mutationFn: (input: LinkInput) => link(resource, relationship, input, from),
    // On errors too: a lost response may hide an applied change.
    onSettled: (_answer, _error, { id }) =>
      queryClient.invalidateQueries({ queryKey: queryKeys.below(resource, id, from) }),
  });
}

/** Deletes a record at the tenant and in the cache. Throws an ApiError; see `remove`. */
export async function deleteRecord(resource: Resource, id: string, options: RemoveOptions = {}): Promise<void> {
  await remove(resource, id, options);
  removeFromCache(resource, id, options.from);
}

/** Removes a record deleted at the tenant `from` from every cached query. */
function removeFromCache(resource: Resource, id: string, from: Tenant = connection.get()): void {
  queryClient.removeQueries({ queryKey: queryKeys.one(resource, id, from) });
  const without = <Item extends { id: string }>(rows: Item[]) =>
    rows.some((row) => row.id === id) ? rows.filter((row) => row.id !== id) : rows;
  changeLists(resource, without, from);
}
