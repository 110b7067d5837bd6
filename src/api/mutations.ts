import { useMutation } from '@tanstack/react-query';
import type { Identifier } from '#contract/document.ts';
import type { ActionName, Resource, Row } from '#contract/resource.ts';
import { forgetRecord, patchRecord, refreshLists } from './cache.ts';
import { type Connection, connection, isCurrent } from './connection.ts';
import { ApiError } from './errors.ts';
import { queryKeys } from './queries.ts';
import { queryClient } from './query-client.ts';
import { readOne } from './read-document.ts';
import { request } from './request.ts';
import { type ActInput, act, type SaveInput, save } from './write-record.ts';

/**
 * Creates or updates a record; the answer is the record as it stands then. As with all that is below, it is the tenant's
 * that one was at when the page was shown, wherever one has gone by the time that it is sent or answered.
 */
export function useSave<R extends Resource>(resource: R) {
  const from = connection.get();
  return useMutation({
    mutationFn: (input: SaveInput<R>) => save(resource, input, from),
    onSuccess: () => refreshLists(resource),
  });
}

/**
 * Performs an action of the resource. With `optimistic`, the record shows its outcome at once,
 * and shows what it was before where the action fails.
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
    mutationFn: (input: ActInput<R, A>) => act(resource, name, input, from),
    onMutate: ({ id, ...input }) =>
      id && options.optimistic ? patchRecord(resource, id, options.optimistic({ id, ...input })) : undefined,
    onError: (_error, _input, rollBack) => rollBack?.(),
    onSettled: () => {
      // What is read while another action is under way would show its record as it was.
      if (queryClient.isMutating({ mutationKey }) === 1) void refreshLists(resource);
    },
  });
}

export interface LinkInput {
  /** Of the record whose relationship changes. */
  id: string;
  others: readonly Identifier[];
  isAdding: boolean;
}

/** Adds records to a to-many relationship or takes them out of it; one that is there, or gone, already is no fault. */
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
    // Also after an answer that was lost: what is shown is as it stands.
    onSettled: (_answer, _error, { id }) =>
      queryClient.invalidateQueries({ queryKey: queryKeys.below(resource, id, from) }),
  });
}

/**
 * Deletes a record; one that is gone already counts as deleted, also after an answer that was lost. `from` names the
 * tenant where the person may have gone to another meanwhile; `keepalive` lets the request outlive the page. Throws an
 * ApiError, with `isOutcomeUnknown` where it could not be found out whether the record is gone.
 */
export async function deleteRecord(resource: Resource, id: string, options: DeleteOptions = {}): Promise<void> {
  try {
    await request({ method: 'DELETE', path: `/${resource.type}/${encodeURIComponent(id)}`, ...options });
  } catch (error) {
    if (!(await isGone(resource, id, error, options))) throw error;
  }
  forgetRecord(resource, id, options.from);
}

interface DeleteOptions {
  from?: Connection;
  keepalive?: boolean;
}

async function isGone(
  resource: Resource,
  id: string,
  error: unknown,
  { from = connection.get(), keepalive }: DeleteOptions,
): Promise<boolean> {
  if (!(error instanceof ApiError)) return false;
  if (error.isNotFound) return true;
  // A page that goes away has no time to look, and nothing is asked of a tenant that the person has left.
  if (!error.mayBeDone || keepalive || !isCurrent(from)) return false;
  try {
    readOne(resource, await request({ path: `/${resource.type}/${encodeURIComponent(id)}`, from }));
    // What took too long may be done yet.
    error.isOutcomeUnknown = error.kind === 'timeout';
  } catch (reason) {
    if (reason instanceof ApiError && reason.isNotFound) return true;
    error.isOutcomeUnknown = true;
  }
  return false;
}
