import type { ListQuery } from '#contract/list-query.ts';
import type { Resource } from '#contract/resource.ts';
import { unsupportedFilters } from '#src/api/capabilities.ts';
import { listQuery } from '#src/api/queries.ts';
import { queryClient } from '#src/api/query-client.ts';
import { routeData, type Visit } from '#src/page/route-data.ts';
import { type ListAddress, omitFilters, parseListAddress } from './list-address.ts';

/** Additions of a page to its URL's query. Its filters override those of the URL; its sort is a default. */
export type ListBase = Partial<Pick<ListQuery, 'filter' | 'sort' | 'include' | 'fields' | 'roomMeta'>>;

export interface ReadQuery extends ListAddress {
  /** The query sent to the service. */
  query: ListQuery;
}

/** Parses a list page's query from its URL and merges that of the page. Drops filters that are not supported. */
export function resolveListQuery(resource: Resource, search: string | URLSearchParams, base: ListBase = {}): ReadQuery {
  const { asked, leftOut } = parseListAddress(resource, search);
  const unsupported = unsupportedFilters(resource);
  return {
    asked,
    query: {
      ...asked,
      filter: omitFilters({ ...asked.filter, ...base.filter }, unsupported),
      sort: asked.sort.length > 0 ? asked.sort : (base.sort ?? []),
      include: base.include ?? [],
      fields: base.fields ?? {},
      ...(base.roomMeta && { roomMeta: base.roomMeta }),
    },
    leftOut,
  };
}

/** Loads the data of a list route. */
export const listRoute = (resource: Resource, base?: ListBase) => routeData((visit) => readList(resource, visit, base));

/** Reads the list page that a URL names. */
export function readList(resource: Resource, { search }: Visit, base?: ListBase): Promise<unknown> {
  const { query } = resolveListQuery(resource, search, base);
  return queryClient.query(listQuery(resource, query));
}
