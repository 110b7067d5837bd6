import type { InfiniteData } from '@tanstack/react-query';
import type { Resource, Row } from '#contract/resource.ts';
import { connection, type Tenant } from './connection.ts';
import { type OneRecord, queryKeys } from './queries.ts';
import { queryClient } from './query-client.ts';
import type { ListPage } from './read-document.ts';
import { noteWritten } from './written-rows.ts';

/** Shows a record as the tenant `from` just answered it, wherever it is on a page. */
export function mergeRecord<R extends Resource>(resource: R, row: Row<R>, from: Tenant = connection.get()): void {
  // An answer without linkage says nothing about it.
  replaceRecord(resource, row.id, (old) => ({ ...row, one: { ...old.one, ...row.one } }), from);
}

/** Shows a record as the answer to a write of it has it, also against older answers that are still under way. */
export function mergeWritten<R extends Resource>(resource: R, row: Row<R>, from: Tenant = connection.get()): void {
  noteWritten(resource, row, from);
  mergeRecord(resource, row, from);
  // An answer that is on its way into the cache at this very moment has been corrected too early.
  if (queryClient.isFetching({ queryKey: queryKeys.resource(resource, from) }) > 0) {
    setTimeout(() => mergeRecord(resource, row, from));
  }
}

/** Shows some attributes of a record as they will be; returns how to take that back. */
export function patchRecord<R extends Resource>(resource: R, id: string, patch: Partial<Row<R>>): () => void {
  const from = connection.get();
  // An answer that is under way would show the record as it was.
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

/** Takes a record that was deleted at the tenant `from` off every page. */
export function forgetRecord(resource: Resource, id: string, from: Tenant = connection.get()): void {
  queryClient.removeQueries({ queryKey: queryKeys.one(resource, id, from) });
  const without = <Item extends { id: string }>(rows: Item[]) =>
    rows.some((row) => row.id === id) ? rows.filter((row) => row.id !== id) : rows;
  changeLists(resource, without, from);
}

/**
 * Has everything of a resource read again where it is on the screen, and later where it is not. Lists that are held
 * still under somebody's hands (`meta.isHeld`) are left alone: their records change, their order does not.
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

/** Changes the records of every list that has been read, be it one page or several. */
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
