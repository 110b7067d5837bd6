import type { InfiniteData } from '@tanstack/react-query';
import type { Resource, Row } from '#contract/resource.ts';
import { after } from '#src/lib/delay.ts';
import { connection, type Tenant } from './connection.ts';
import { ApiError } from './errors.ts';
import type { ListPage, OneRecord } from './list-page.ts';
import { queryClient, queryKeys } from './query-client.ts';
import { isRowOf, parseRow } from './tenant/parse-row.ts';

/** Merges a record just returned by the tenant `from` into every cached query. */
export function mergeRecord<R extends Resource>(resource: R, row: Row<R>, from: Tenant = connection.get()): void {
  // A missing linkage means unknown, not none.
  replaceRecord(resource, row.id, (old) => ({ ...row, one: { ...old.one, ...row.one } }), from);
}

/** Merges a record returned by a write, also over older reads that are still in flight. */
export function mergeWritten<R extends Resource>(resource: R, row: Row<R>, from: Tenant = connection.get()): void {
  recordWrite(resource, row, from);
  mergeRecord(resource, row, from);
  // A fetch that is resolving now may overwrite this merge, so merge again in the next tick.
  if (queryClient.isFetching({ queryKey: queryKeys.resource(resource, from) }) > 0) {
    after(0, () => mergeRecord(resource, row, from));
  }
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

const REFRESH_LATER_MS = 3000;

/** Refreshes the lists after a delay: the tenant has accepted a write but not applied it yet. */
export function refreshListsLater(resource: Resource): void {
  after(REFRESH_LATER_MS, () => void refreshLists(resource));
}

/** Changes a record in every cached query. */
export function replaceRecord<R extends Resource>(
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

/** Updates the rows of every cached list. */
export function changeLists<R extends Resource>(resource: R, change: (rows: Row<R>[]) => Row<R>[], from: Tenant): void {
  changePages<R>(
    resource,
    (page) => {
      const rows = change(page.rows);
      return rows === page.rows ? page : { ...page, rows };
    },
    from,
  );
}

/** Updates the pages of every cached list of a tenant, paged or infinite. */
export function changePages<R extends Resource>(
  resource: R,
  change: (page: ListPage<R>) => ListPage<R>,
  from: Tenant,
): void {
  queryClient.setQueriesData<ListPage<R> | InfiniteData<ListPage<R>>>(
    { queryKey: queryKeys.lists(resource, from) },
    (data) => {
      if (!data) return data;
      if (!('pages' in data)) return change(data);
      const pages = data.pages.map(change);
      return pages.every((page, index) => page === data.pages[index]) ? data : { ...data, pages };
    },
  );
}

/** Rows of a query, be it one record, a page of a list, or several. */
interface CachedRows<R extends Resource> {
  row?: Row<R>;
  rows?: readonly Row<R>[];
  pages?: readonly CachedRows<R>[];
}

const rowsOf = <R extends Resource>({ row, rows = [], pages = [] }: CachedRows<R>): Row<R>[] =>
  pages.flatMap(rowsOf<R>).concat(rows, row ?? []);

/** The rows of every cached list of the current tenant; a record may occur in several. */
export const cachedListRows = <R extends Resource>(resource: R): Row<R>[] =>
  queryClient
    .getQueriesData<CachedRows<R>>({ queryKey: queryKeys.lists(resource) })
    .flatMap(([, data]) => (data ? rowsOf(data) : []));

/** Lookup in a snapshot of the cache. Prefers single-record queries, as lists may hold fewer fields. */
export function snapshotCached<R extends Resource>(resource: R, from: Tenant): (id: string) => Row<R> | undefined {
  const keys = [[...queryKeys.resource(resource, from), 'one'], queryKeys.lists(resource, from)];
  const queries = keys.flatMap((queryKey) => queryClient.getQueriesData<CachedRows<R>>({ queryKey }));
  return (id) => queries.flatMap(([, data]) => (data ? rowsOf(data) : [])).find((row) => row.id === id);
}

/** Longer than any read that started before the write can take, retries included. */
const REMEMBERED_MS = 60_000;

/** Records as returned by writes, oldest first. */
const written = new Map<string, { at: number; row: unknown }>();

const recordKey = (from: Tenant, resource: Resource, id: string) => `${from?.key ?? ''} ${resource.type} ${id}`;

/** Remembers a record as returned by a write at the tenant `from`. */
function recordWrite<R extends Resource>(resource: R, row: Row<R>, from: Tenant): void {
  const at = performance.now();
  for (const [key, other] of written) {
    if (at - other.at < REMEMBERED_MS) break;
    written.delete(key);
  }
  const key = recordKey(from, resource, row.id);
  written.delete(key);
  written.set(key, { at, row });
}

/**
 * Read-your-writes overlay. Call before starting a read; the returned function overlays writes made while the read was
 * in flight, which its answer may miss.
 */
export function overlayRecentWrites<R extends Resource>(resource: R): (row: Row<R>) => Row<R> {
  const askedAt = performance.now();
  const from = connection.get();
  return (row) => {
    const known = written.get(recordKey(from, resource, row.id));
    const newer = known?.row;
    if (!known || known.at < askedAt || !isRowOf(resource, newer)) return row;
    return { ...newer, one: { ...row.one, ...newer.one } };
  };
}

/** Merges the current record, if a refusal carries it. */
export function mergeCurrent<R extends Resource>(resource: R, error: unknown, from: Tenant): void {
  const row = currentRecord(resource, error, from);
  if (row?.id) mergeRecord(resource, row, from);
}

/** The current record as carried by a refusal (`meta.current` of our service). */
export function currentRecord<R extends Resource>(resource: R, error: unknown, from: Tenant): Row<R> | undefined {
  if (!(error instanceof ApiError)) return undefined;
  return parseRow(resource, error.errors.find(({ meta }) => meta.current)?.meta.current, from);
}
