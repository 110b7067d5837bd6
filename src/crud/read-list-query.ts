import { type ListQuery, parseListQuery } from '#contract/list-query.ts';
import { type Filter, type Resource, sortNames } from '#contract/resource.ts';
import { lackingFilters } from '#src/api/offers/lacking-filters.ts';

/** What a page adds to what its address asks for. Its filters win; its sort counts where the address has none. */
export type ListBase = Partial<Pick<ListQuery, 'filter' | 'sort' | 'include' | 'fields'>>;

export interface ReadQuery {
  /** What the address asks for. */
  asked: ListQuery;
  /** What goes to the service. */
  query: ListQuery;
  /** Parameters of the address that were left out, as they are spelled there. */
  leftOut: string[];
}

/** The query of a list page by its address; parts that the resource does not offer are left out and named. */
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

  const lacking = lackingFilters(resource);
  const served = Object.entries({ ...filter, ...base.filter }).filter(([name]) => !lacking.includes(name));
  return {
    asked: { filter, sort, page: read.page, include: [], fields: {} },
    query: {
      filter: Object.fromEntries(served),
      sort: sort.length > 0 ? sort : (base.sort ?? []),
      page: read.page,
      include: base.include ?? [],
      fields: base.fields ?? {},
    },
    leftOut: [...new Set(leftOut)],
  };
}

/** Whether a filter takes yes and no: by its own kind, or by that of the attribute it looks at. */
export function isYesNo(resource: Resource, filter: Filter): boolean {
  if (filter.kind === 'boolean' || filter.kind === 'flag') return true;
  return filter.kind === 'equals' && resource.attributes[filter.attribute ?? '']?.kind === 'boolean';
}

/** Whether a filter value as it is in an address says yes; for values that are readable. */
export const isYes = (value: string): boolean => /^(true|t|1)$/i.test(value.trim());

function isReadable(resource: Resource, filter: Filter, value: string): boolean {
  if (filter.kind === 'unix') return /^\d{1,12}$/.test(value.trim());
  return !isYesNo(resource, filter) || /^(true|t|1|false|f|0)$/i.test(value.trim());
}
