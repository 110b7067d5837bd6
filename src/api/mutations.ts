import { useMutation } from '@tanstack/react-query';
import type { Identifier } from '#contract/document.ts';
import type { ActionInput, ActionName, Input, Resource, Row } from '#contract/resource.ts';
import { forgetRecord, mergeWritten, patchRecord, refreshLists } from './cache.ts';
import type { Connection } from './connection.ts';
import { ApiError } from './errors.ts';
import { oneQuery, queryKeys } from './queries.ts';
import { queryClient } from './query-client.ts';
import { readList, readRecord } from './read-document.ts';
import { request } from './request.ts';

export interface SaveInput<R extends Resource> {
  /** Absent for a new record. */
  id?: string;
  attributes: Input<R>;
  /** To-one relationships of a new record. */
  one?: Record<string, Identifier>;
  /** The version that was edited, if the tenant has versions. */
  version?: string | undefined;
}

/** Creates or updates a record; the answer is the record as it stands then. */
export function useSave<R extends Resource>(resource: R) {
  return useMutation({
    mutationFn: (input: SaveInput<R>) => save(resource, input),
    onSuccess: () => refreshLists(resource),
  });
}

export interface ActInput<R extends Resource, A extends ActionName<R>> {
  /** Absent for an action on the whole collection. */
  id?: string;
  attributes?: ActionInput<R, A>;
  /** Top-level members beside `data`, such as the version that was seen. */
  meta?: Record<string, unknown>;
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
  const mutationKey = [...queryKeys.resource(resource), 'action'];
  return useMutation({
    mutationKey,
    mutationFn: (input: ActInput<R, A>) => act(resource, name, input),
    onMutate: ({ id, ...input }) =>
      id && options.optimistic ? patchRecord(resource, id, options.optimistic({ id, ...input })) : undefined,
    onError: (_error, _input, rollBack) => rollBack?.(),
    onSettled: () => {
      // What is read while another action is under way would show its record as it was.
      if (queryClient.isMutating({ mutationKey }) === 1) void refreshLists(resource);
    },
  });
}

async function save<R extends Resource>(resource: R, { id, attributes, one, version }: SaveInput<R>): Promise<Row<R>> {
  const relationships = one && Object.fromEntries(Object.entries(one).map(([name, data]) => [name, { data }]));
  const answer = await request({
    method: id ? 'PUT' : 'POST',
    path: id ? `/${resource.type}/${encodeURIComponent(id)}` : `/${resource.type}`,
    body: {
      data: { type: resource.type, id, attributes, relationships },
      meta: version === undefined ? undefined : { version },
    },
  });
  const row = readRecord(resource, answer);
  if (row?.id) {
    mergeWritten(resource, row);
    return row;
  }
  // Some tenants answer without the record: it is read where it must lie.
  const written = id ?? answer.location?.split('/').at(-1);
  if (!written) throw new ApiError('unreadable', answer.status);
  return (await queryClient.fetchQuery({ ...oneQuery(resource, written), staleTime: 0 })).row;
}

export interface LinkInput {
  /** Of the record whose relationship changes. */
  id: string;
  others: readonly Identifier[];
  isAdding: boolean;
}

/** Adds records to a to-many relationship or takes them out of it; one that is there, or gone, already is no fault. */
export function useLink<R extends Resource>(resource: R, relationship: keyof R['many'] & string) {
  return useMutation({
    mutationFn: ({ id, others, isAdding }: LinkInput) =>
      request({
        method: isAdding ? 'POST' : 'DELETE',
        path: `/${resource.type}/${encodeURIComponent(id)}/relationships/${relationship}`,
        body: { data: others.map(({ type, id: other }) => ({ type, id: other })) },
      }),
    onSuccess: (_answer, { id }) => queryClient.invalidateQueries({ queryKey: queryKeys.below(resource, id) }),
  });
}

/**
 * Deletes a record; one that is gone already counts as deleted. `from` names the tenant where the person may have gone
 * to another meanwhile; `keepalive` lets the request outlive the page.
 */
export async function deleteRecord(
  resource: Resource,
  id: string,
  options: { from?: Connection; keepalive?: boolean } = {},
): Promise<void> {
  try {
    await request({ method: 'DELETE', path: `/${resource.type}/${encodeURIComponent(id)}`, ...options });
  } catch (error) {
    if (!(error instanceof ApiError && error.isNotFound)) throw error;
  }
  forgetRecord(resource, id);
}

async function act<R extends Resource, A extends ActionName<R>>(resource: R, name: A, input: ActInput<R, A>) {
  const { id, attributes, meta } = input;
  const action = resource.actions[name];
  const answer = await request({
    method: action?.method ?? 'PUT',
    path: id ? `/${resource.type}/${encodeURIComponent(id)}/${name}` : `/${resource.type}/${name}`,
    body: { data: { type: resource.type, id, attributes: attributes ?? {} }, meta },
  });
  if (action?.of === undefined || action.of === resource.type) {
    const { rows } = readList(resource, answer, {});
    for (const row of rows) if (row.id) mergeWritten(resource, row);
    const isAnswered = !id || rows.some((row) => row.id === id);
    // Some tenants answer without the record: what was acted on is read again.
    if (!isAnswered) await queryClient.invalidateQueries({ queryKey: oneQuery(resource, id).queryKey.slice(0, -1) });
  }
  return answer.body;
}
