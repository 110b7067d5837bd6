import type { InfiniteData } from '@tanstack/react-query';
import type { Resource, Row } from '#contract/resource.ts';
import { connection, type Tenant } from './connection.ts';
import { type OneRecord, queryKeys } from './queries.ts';
import { queryClient } from './query-client.ts';
import type { ListPage } from './read-document.ts';
import { noteWritten } from './written-rows.ts';

/** Merges a record just returned by the tenant `from` into every cached query. */
export function mergeRecord<R extends Resource>(resource: R, row: Row<R>, from: Tenant = connection.get()): void {
  // A missing linkage means unknown, not none.
  replaceRecord(resource, row.id, (old) => ({ ...row, one: { ...old.one, ...row.one } }), from);
}

/** Merges a record returned by a write, also over older reads that are still in flight. */
export function mergeWritten<R extends Resource>(resource: R, row: Row<R>, from: Tenant = connection.get()): void {
  noteWritten(resource, row, from);
  mergeRecord(resource, row, from);
  // A fetch that is resolving now may overwrite this merge, so merge again in the next tick.
  if (queryClient.isFetching({ queryKey: queryKeys.resource(resource, from) }) > 0) {
    setTimeout(() => mergeRecord(resource, row, from));
  }
}

/** Optimistically patches a record; returns the rollback. */
export function patchRecord<R extends Resource>(resource: R, id: string, patch: Partial<Row<R>>): () => void {
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
    const names = Object.keys(patch) as (keyof Row<R>)[]; // Object.keys widens the names of the patch to string.
    const old = before && Object.fromEntries(names.map((name) => [name, before?.[name]]));
    replaceRecord(resource, id, (row) => ({ ...row, ...old }), from);
  };
}

/** Removes a record deleted at the tenant `from` from every cached query. */
export function forgetRecord(resource: Resource, id: string, from: Tenant = connection.get()): void {
  queryClient.removeQueries({ queryKey: queryKeys.one(resource, id, from) });
  const without = <Item extends { id: string }>(rows: Item[]) =>
    rows.some((row) => row.id === id) ? rows.filter((row) => row.id !== id) : rows;
  changeLists(resource, without, from);
}

/**
 * Invalidates all queries of a resource, except lists that are frozen while the user works on them (`meta.isHeld`):
 * their records change, their order does not.
 */
export function refreshLists(resource: Resource): Promise<void> {
  return queryClient.invalidateQueries({
    queryKey: queryKeys.resource(resource),
    predicate: ({ meta }) => meta?.isHeld !== true,
  });
}

function replaceRecord<R extends Resource>(
  resource: R,
  id: string,
  change: (row: Row<R>) => Row<R>,
  from: Tenant,
): void {
  const changeRows = (rows: Row<R>[]) =>
    rows.some((row) => row.id === id) ? rows.map((row) => (row.id === id ? change(row) : row)) : rows;
  changeLists<R>(resource, changeRows, from);
  queryClient.setQueriesData<OneRecord<R>>({ queryKey: queryKeys.one(resource, id, from) }, (one) =>
    one ? { ...one, row: change(one.row) } : one,
  );
}

/** Updates the rows of every cached list, paged or infinite. */
function changeLists<R extends Resource>(resource: R, change: (rows: Row<R>[]) => Row<R>[], from: Tenant): void {
  const changePage = (page: ListPage<R>) => {
    const rows = change(page.rows);
    return rows === page.rows ? page : { ...page, rows };
  };
  queryClient.setQueriesData<ListPage<R> | InfiniteData<ListPage<R>>>(
    { queryKey: queryKeys.lists(resource, from) },
    (data) => {
      if (!data) return data;
      if (!('pages' in data)) return changePage(data);
      const pages = data.pages.map(changePage);
      return pages.every((page, index) => page === data.pages[index]) ? data : { ...data, pages };
    },
  );
}
