import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { formatListQuery, type ListQuery } from '#contract/list-query.ts';
import type { Resource, Row } from '#contract/resource.ts';
import type { HistoryPage, ListPage, OneRecord } from './list-page.ts';
import { queryKeys } from './query-client.ts';
import { getHistory } from './tenant/history.ts';
import { unwrap } from './tenant/outcome.ts';
import { getCounts, getList, getOne, getRelated, type ReadOptions } from './tenant/reads.ts';

/** Fetches a page of records, past the cache. Throws an ApiError. */
export const fetchList = async <R extends Resource>(
  resource: R,
  query?: Partial<ListQuery>,
  options?: ReadOptions,
): Promise<ListPage<R>> => unwrap(await getList(resource, query, options));

/** Fetches a record, past the cache. Throws an ApiError. */
export const fetchOne = async <R extends Resource>(resource: R, id: string): Promise<Row<R>> =>
  unwrap(await getOne(resource, id)).row;

/** Fetches a page of a room's conversation, newest first, past the cache. Throws an ApiError. */
export const fetchHistory = async (roomId: string, number: number, options: ReadOptions): Promise<HistoryPage> =>
  unwrap(await getHistory(roomId, number, options));

/** A page of a resource's records: `GET /{resource}`. */
export function listQuery<R extends Resource>(resource: R, query: Partial<ListQuery> = {}) {
  return queryOptions({
    queryKey: [...queryKeys.lists(resource), formatListQuery(query)],
    queryFn: ({ signal }): Promise<ListPage<R>> => fetchList(resource, query, { signal }),
    placeholderData: keepPreviousData,
  });
}

/** One record: `GET /{resource}/{id}`. Fails with `isNotFound` if there is none. */
export function oneQuery<R extends Resource>(resource: R, id: string, include: readonly string[] = []) {
  return queryOptions({
    queryKey: [...queryKeys.one(resource, id), formatListQuery({ include })],
    queryFn: async ({ signal }): Promise<OneRecord<R>> => unwrap(await getOne(resource, id, include, { signal })),
  });
}

/** A list below a record, such as the history of a room: `GET /{resource}/{id}/{name}`, records of `of`. */
export function belowQuery<R extends Resource>(
  resource: Resource,
  id: string,
  name: string,
  of: R,
  query: Partial<ListQuery> = {},
) {
  return queryOptions({
    queryKey: [...queryKeys.below(resource, id), name, formatListQuery(query)],
    queryFn: async ({ signal }): Promise<ListPage<R>> =>
      unwrap(await getRelated(resource, id, name, of, query, { signal })),
  });
}

/** Number of matching records, without the records; undefined if the tenant does not count them. */
export function totalQuery(resource: Resource, filter: ListQuery['filter']) {
  const query = { filter, page: { size: 1 } };
  return queryOptions({
    queryKey: [...queryKeys.resource(resource), 'total', formatListQuery(query)],
    queryFn: async ({ signal }) => {
      const { total, isTotalMinimum } = await fetchList(resource, query, { signal });
      return { total, isTotalMinimum };
    },
  });
}

/** Numbers of a counting action such as `room_counts`, keyed by the tenant's names. */
export function countsQuery(resource: Resource, name: string, filter: ListQuery['filter'] = {}) {
  return queryOptions({
    queryKey: [...queryKeys.resource(resource), 'counts', name, formatListQuery({ filter })],
    queryFn: async ({ signal }) => unwrap(await getCounts(resource, name, filter, { signal })),
  });
}
