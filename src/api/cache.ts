import type { Resource, Row } from '#contract/resource.ts';
import { type OneRecord, queryKeys } from './queries.ts';
import { queryClient } from './query-client.ts';
import type { ListPage } from './read-document.ts';

/** Shows a record as it was just answered, wherever it is on a page. */
export function mergeRecord<R extends Resource>(resource: R, row: Row<R>): void {
  replaceRecord(resource, row.id, () => row);
}

/** Shows some attributes of a record as they will be; returns how to take that back. */
export function patchRecord<R extends Resource>(resource: R, id: string, patch: Partial<Row<R>>): () => void {
  // An answer that is under way would show the record as it was.
  void queryClient.cancelQueries({ queryKey: queryKeys.lists(resource) });
  let before: Row<R> | undefined;
  replaceRecord(resource, id, (row) => {
    before ??= row;
    return { ...row, ...patch };
  });
  return () => {
    const names = Object.keys(patch) as (keyof Row<R>)[]; // Object.keys widens the names of the patch to string.
    const old = before && Object.fromEntries(names.map((name) => [name, before?.[name]]));
    replaceRecord(resource, id, (row) => ({ ...row, ...old }));
  };
}

/** Takes a deleted record off every page. */
export function forgetRecord(resource: Resource, id: string): void {
  queryClient.removeQueries({ queryKey: queryKeys.one(resource, id) });
  queryClient.setQueriesData<ListPage<Resource>>({ queryKey: queryKeys.lists(resource) }, (page) =>
    page ? { ...page, rows: page.rows.filter((row) => row.id !== id) } : page,
  );
}

/** Has everything of a resource read again where it is on the screen, and later where it is not. */
export function refreshLists(resource: Resource): Promise<void> {
  return queryClient.invalidateQueries({ queryKey: queryKeys.resource(resource) });
}

function replaceRecord<R extends Resource>(resource: R, id: string, change: (row: Row<R>) => Row<R>): void {
  queryClient.setQueriesData<ListPage<R>>({ queryKey: queryKeys.lists(resource) }, (page) =>
    page?.rows.some((row) => row.id === id)
      ? { ...page, rows: page.rows.map((row) => (row.id === id ? change(row) : row)) }
      : page,
  );
  queryClient.setQueriesData<OneRecord<R>>({ queryKey: queryKeys.one(resource, id) }, (one) =>
    one ? { ...one, row: change(one.row) } : one,
  );
}
