import { type ListQuery, parseListQuery } from '#contract/list-query.ts';
import { type Filter, type Resource, sortNames } from '#contract/resource.ts';
import { unsupportedFilters } from '#src/api/capabilities.ts';
import { listQuery } from '#src/api/queries.ts';
import { queryClient } from '#src/api/query-client.ts';
import { routeData, type Visit } from '#src/page/route-data.ts';

/** What a page adds to the query of its URL. Its filters win; its sort is the default. */
export type ListBase = Partial<Pick<ListQuery, 'filter' | 'sort' | 'include' | 'fields' | 'roomMeta'>>;

export interface ReadQuery {
  /** The query of the URL. */
  asked: ListQuery;
  /** The query sent to the service. */
  query: ListQuery;
  /** URL parameters that were dropped, as spelled there. */
  leftOut: string[];
}

/** Parses the query of a list page from its URL; drops and names what the resource does not support. */
export function readListQuery(resource: Resource, search: string | URLSearchParams, base: ListBase = {}): ReadQuery {
  const { query: read, problems } = parseListQuery(search);
  const leftOut = problems.map((problem) => problem.parameter);
  const filter: Record<string, string> = {};
  for (const [name, value] of Object.entries(read.filter)) {
    const known = Object.hasOwn(resource.filters, name) ? resource.filters[name] : undefined;
    if (known && isReadable(resource, known, value)) filter[name] = value;
    else leftOut.push(`filter[${name}]`);
  }
  const sortable = sortNames(resource);
  const sort = read.sort.filter((item) => sortable.includes(item.replace(/^-/, '')));
  if (sort.length < read.sort.length) leftOut.push('sort');

  const lacking = unsupportedFilters(resource);
  const served = Object.entries({ ...filter, ...base.filter }).filter(([name]) => !lacking.includes(name));
  return {
    asked: { filter, sort, page: read.page, include: [], fields: {} },
    query: {
      filter: Object.fromEntries(served),
      sort: sort.length > 0 ? sort : (base.sort ?? []),
      page: read.page,
      include: base.include ?? [],
      fields: base.fields ?? {},
      ...(base.roomMeta && { roomMeta: base.roomMeta }),
    },
    leftOut: [...new Set(leftOut)],
  };
}

/** Whether a filter is boolean: by its own kind, or by that of its attribute. */
export function isYesNo(resource: Resource, filter: Filter): boolean {
  if (filter.kind === 'boolean' || filter.kind === 'flag') return true;
  return filter.kind === 'equals' && resource.attributes[filter.attribute ?? '']?.kind === 'boolean';
}

/** Whether a valid boolean filter value in a URL is true. */
export const isYes = (value: string): boolean => /^(true|t|1)$/i.test(value.trim());

function isReadable(resource: Resource, filter: Filter, value: string): boolean {
  if (filter.kind === 'unix') return /^\d{1,12}$/.test(value.trim());
  return !isYesNo(resource, filter) || /^(true|t|1|false|f|0)$/i.test(value.trim());
}

/** Loads the data of a list route. */
export const listRoute = (resource: Resource, base?: ListBase) => routeData((visit) => readList(resource, visit, base));

/** Reads the list page that a URL names. */
export function readList(resource: Resource, { search }: Visit, base?: ListBase): Promise<unknown> {
  const { query } = readListQuery(resource, search, base);
  return queryClient.query(listQuery(resource, query));
}
