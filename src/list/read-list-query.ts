import { isYes, type ListQuery, parseListQuery } from '#contract/list-query.ts';
import { type Filter, type Resource, sortNames } from '#contract/resource.ts';
import { unsupportedFilters } from '#src/api/capabilities.ts';
import { listQuery } from '#src/api/queries.ts';
import { queryClient } from '#src/api/query-client.ts';
import { routeData, type Visit } from '#src/page/route-data.ts';

export interface ListAddress {
  /** The query of the URL, limited to the filters and sorts that the resource has. */
  asked: ListQuery;
  /** URL parameters that were dropped, as spelled there. */
  leftOut: readonly string[];
}

/** Parses the query of a list from its URL; drops and names what the resource does not have. */
export function readListAddress(resource: Resource, search: string | URLSearchParams): ListAddress {
  const { query, problems } = parseListQuery(search);
  const leftOut = problems.map((problem) => problem.parameter);
  const filter: Record<string, string> = {};
  for (const [name, value] of Object.entries(query.filter)) {
    const known = Object.hasOwn(resource.filters, name) ? resource.filters[name] : undefined;
    if (known && isReadable(resource, known, value)) filter[name] = value;
    else leftOut.push(`filter[${name}]`);
  }
  const sortable = sortNames(resource);
  const sort = query.sort.filter((item) => sortable.includes(item.replace(/^-/, '')));
  if (sort.length < query.sort.length) leftOut.push('sort');
  return { asked: { filter, sort, page: query.page, include: [], fields: {} }, leftOut: [...new Set(leftOut)] };
}

/** Whether a filter is boolean: by its own kind, or by that of its attribute. */
export function isYesNo(resource: Resource, filter: Filter): boolean {
  if (filter.kind === 'boolean' || filter.kind === 'flag') return true;
  return filter.kind === 'equals' && resource.attributes[filter.attribute ?? '']?.kind === 'boolean';
}

function isReadable(resource: Resource, filter: Filter, value: string): boolean {
  if (filter.kind === 'unix') return /^\d{1,12}$/.test(value.trim());
  return !isYesNo(resource, filter) || isYes(value) || /^(false|f|0)$/i.test(value.trim());
}

/** The filters without those named. */
export const omitFilters = (filter: ListQuery['filter'], names: readonly string[]): ListQuery['filter'] =>
  Object.fromEntries(Object.entries(filter).filter(([name]) => !names.includes(name)));

/** Additions of a page to its URL's query. Its filters override those of the URL; its sort is a default. */
export type ListBase = Partial<Pick<ListQuery, 'filter' | 'sort' | 'include' | 'roomMeta'>>;

export interface ReadQuery extends ListAddress {
  /** The query sent to the service. */
  query: ListQuery;
}

/** Parses a list page's query from its URL and merges that of the page. Drops filters that are not supported. */
export function readListQuery(resource: Resource, search: string | URLSearchParams, base: ListBase = {}): ReadQuery {
  const { asked, leftOut } = readListAddress(resource, search);
  return {
    asked,
    query: {
      ...asked,
      ...base,
      filter: omitFilters({ ...asked.filter, ...base.filter }, unsupportedFilters(resource)),
      sort: asked.sort.length > 0 ? asked.sort : (base.sort ?? []),
    },
    leftOut,
  };
}

/** Loads the data of a list route. */
export const listRoute = (resource: Resource, base?: ListBase) => routeData((visit) => readList(resource, visit, base));

/** Reads the list page that a URL names. */
export function readList(resource: Resource, { search }: Visit, base?: ListBase): Promise<unknown> {
  const { query } = readListQuery(resource, search, base);
  return queryClient.query(listQuery(resource, query));
}
