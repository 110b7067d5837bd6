import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { formatListQuery, type ListQuery } from '#contract/list-query.ts';
import type { Resource } from '#contract/resource.ts';
import { queryKeys } from './query-client.ts';
import { fetchList, fetchOne, fetchRelated } from './reads.ts';
import { request } from './request.ts';
import { parseCounts } from './tenant/parse-document.ts';

/** A page of a resource's records: `GET /{resource}`. */
export function listQuery<R extends Resource>(resource: R, query: Partial<ListQuery> = {}) {
  return queryOptions({
    queryKey: [...queryKeys.lists(resource), formatListQuery(query)],
    queryFn: ({ signal }) => fetchList(resource, query, { signal }),
    placeholderData: keepPreviousData,
  });
}

/** One record: `GET /{resource}/{id}`. Fails with `isNotFound` if there is none. */
export function oneQuery<R extends Resource>(resource: R, id: string, include: readonly string[] = []) {
  return queryOptions({
    queryKey: [...queryKeys.one(resource, id), formatListQuery({ include })],
    queryFn: ({ signal }) => fetchOne(resource, id, include, { signal }),
  });
}

/** A list below a record, such as the history of a room: `GET /{resource}/{id}/{name}`, records of `of`. */
export function belowQuery<R extends Resource>(
  resource: Resource,
  id: string,
  name: string,
  of: R,
  query: Partial<ListQuery>,
) {
  return queryOptions({
    queryKey: [...queryKeys.below(resource, id), name, formatListQuery(query)],
    queryFn: ({ signal }) => fetchRelated(resource, id, name, of, query, { signal }),
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
export function countsQuery(resource: Resource, name: string) {
  return queryOptions({
    queryKey: [...queryKeys.resource(resource), 'counts', name],
    queryFn: async ({ signal }) => parseCounts((await request({ path: `/${resource.type}/${name}`, signal })).body),
  });
}
