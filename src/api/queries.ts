import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { formatListQuery, type ListQuery } from '#contract/list-query.ts';
import type { Resource, Row } from '#contract/resource.ts';
import { connection, type Tenant } from './connection.ts';
import { followLinks } from './follow-links.ts';
import { rowsNoter } from './offers/note-rows.ts';
import { findRefusedFilters } from './offers/probe.ts';
import { readCounts } from './read-counts.ts';
import { type Included, type ListPage, readList, readOne, readRecordIncluded } from './read-document.ts';
import { type ApiAnswer, request } from './request.ts';
import { correctRows } from './written-rows.ts';

/** Query key prefixes: all of a tenant, of a resource, its lists, one record, or the lists below a record. */
export const queryKeys = {
  connection: (of: Tenant = connection.get()) => [of?.key ?? ''] as const,
  resource: (resource: Resource, of?: Tenant) => [...queryKeys.connection(of), resource.type] as const,
  lists: (resource: Resource, of?: Tenant) => [...queryKeys.resource(resource, of), 'list'] as const,
  one: (resource: Resource, id: string, of?: Tenant) => [...queryKeys.resource(resource, of), 'one', id] as const,
  below: (resource: Resource, id: string, of?: Tenant) => [...queryKeys.resource(resource, of), 'below', id] as const,
};

/** A page of a resource's records: `GET /{resource}`. */
export function listQuery<R extends Resource>(resource: R, query: Partial<ListQuery> = {}) {
  const search = formatListQuery(query);
  return queryOptions({
    queryKey: [...queryKeys.lists(resource), search],
    queryFn: async ({ signal }): Promise<ListPage<R>> => {
      const correct = correctRows(resource);
      const note = rowsNoter(resource, query.filter);
      const answer = await requestList(resource, query.filter ?? {}, { search, signal });
      const page = readList(resource, answer, query.page ?? {});
      note(page, answer);
      return { ...page, rows: page.rows.map(correct) };
    },
    placeholderData: keepPreviousData,
  });
}

/** Records filters that caused a refusal, so that a list page requests without them. */
async function requestList(
  resource: Resource,
  filter: ListQuery['filter'],
  asked: { search: string; signal: AbortSignal },
): Promise<ApiAnswer> {
  try {
    return await request({ path: `/${resource.type}`, ...asked });
  } catch (error) {
    await findRefusedFilters(resource, filter, error);
    throw error;
  }
}

/** One record with its included records: `GET /{resource}/{id}`. */
export interface OneRecord<R extends Resource> {
  row: Row<R>;
  included: Included;
}

/** One record: `GET /{resource}/{id}`. Fails with `isNotFound` if there is none. */
export function oneQuery<R extends Resource>(resource: R, id: string, include: readonly string[] = []) {
  const search = formatListQuery({ include });
  return queryOptions({
    queryKey: [...queryKeys.one(resource, id), search],
    queryFn: async ({ signal }): Promise<OneRecord<R>> => {
      const correct = correctRows(resource);
      const answer = await request({ path: `/${resource.type}/${encodeURIComponent(id)}`, search, signal });
      const read = { row: correct(readOne(resource, answer)), included: readRecordIncluded(answer) };
      return followLinks(resource, read, include, answer, signal);
    },
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
  const search = formatListQuery(query);
  return queryOptions({
    queryKey: [...queryKeys.below(resource, id), name, search],
    queryFn: async ({ signal }): Promise<ListPage<R>> => {
      const answer = await request({ path: `/${resource.type}/${encodeURIComponent(id)}/${name}`, search, signal });
      return readList(of, answer, query.page ?? {});
    },
  });
}

/** Number of matching records, without the records; undefined if the tenant does not count. */
export function totalQuery(resource: Resource, filter: ListQuery['filter']) {
  const query = { filter, page: { size: 1 } };
  return queryOptions({
    queryKey: [...queryKeys.resource(resource), 'total', formatListQuery(query)],
    queryFn: async ({ signal }) => {
      const note = rowsNoter(resource, filter);
      const answer = await request({ path: `/${resource.type}`, search: formatListQuery(query), signal });
      const page = readList(resource, answer, query.page);
      note(page, answer);
      return { total: page.total, isTotalMinimum: page.isTotalMinimum };
    },
  });
}

/** Numbers of a counting action such as `room_counts`, keyed by the tenant's names. */
export function countsQuery(resource: Resource, name: string, filter: ListQuery['filter'] = {}) {
  const search = formatListQuery({ filter });
  return queryOptions({
    queryKey: [...queryKeys.resource(resource), 'counts', name, search],
    queryFn: async ({ signal }) => {
      const answer = await request({ path: `/${resource.type}/${name}`, search, signal });
      return readCounts(answer.body);
    },
  });
}
