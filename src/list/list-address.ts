import { isYes, type ListQuery, parseListQuery } from '#contract/list-query.ts';
import { type Filter, type Resource, sortNames } from '#contract/resource.ts';

export interface ListAddress {
  /** The query of the URL, limited to the filters and sorts that the resource has. */
  asked: ListQuery;
  /** URL parameters that were dropped, as spelled there. */
  leftOut: readonly string[];
}

/** Parses the query of a list from its URL; drops and names what the resource does not have. */
export function parseListAddress(resource: Resource, search: string | URLSearchParams): ListAddress {
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
