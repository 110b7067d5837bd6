import { type Resource, type ResourceType, relationshipNames, sortNames } from './resource.ts';

/** A list request's query, in the API's terms. The dashboard's URLs use the same parameters. */
export interface ListQuery {
  /** Raw values by filter name; several values are one CSV line. Blank filters are omitted. */
  filter: Readonly<Record<string, string>>;
  /** Field names, prefixed with `-` for descending order. */
  sort: readonly string[];
  /** Properties are undefined unless requested. */
  page: { readonly number?: number; readonly size?: number };
  include: readonly string[];
  /** Attribute names by resource type (sparse fieldsets). */
  fields: Readonly<Record<string, readonly string[]>>;
  /** Adds a `RoomSummary` to the `meta` of each room. Only for services that offer `room_summaries`. */
  roomMeta?: 'summary';
}

/**
 * Why part of a query is invalid: a code of jsonapi-resources, or a status, with parameters. The service turns it into
 * an English `detail`.
 */
export type QueryProblem = { parameter: string } & (
  | { code: '101'; type: string }
  | { code: '102'; name: string; type: string; known: readonly string[] }
  | { code: '104' | '112' | '114'; name: string; type: string }
  /** `most`: the maximum page size; undefined for a page number. */
  | { code: '118'; most: number | undefined }
  /** The parameter was given more than once. */
  | { code: '400' }
);

export const PAGE_SIZE = { initial: 25, most: 100 } as const;

const BRACKETED = /^(filter|page|fields)\[([^[\]]*)\](\[\])?$/;

/**
 * Parses a query string, ignoring unknown parameters. Only reports problems that can be found without the resource, and
 * omits the affected parts from the query.
 */
export function parseListQuery(search: string | URLSearchParams): { query: ListQuery; problems: QueryProblem[] } {
  // Null prototypes, so that a name such as `toString` is not inherited.
  const filter: Record<string, string> = Object.create(null);
  const fields: Record<string, string[]> = Object.create(null);
  const page: { number?: number; size?: number } = {};
  const lists = { sort: [] as string[], include: [] as string[] };
  const problems: QueryProblem[] = [];
  const seen = new Set<string>();

  for (const [key, value] of new URLSearchParams(search)) {
    const [, family, name = '', isList] = BRACKETED.exec(key) ?? [];
    const isKnown = family
      ? family !== 'page' || name === 'number' || name === 'size'
      : key === 'sort' || key === 'include';
    if (!isKnown) continue;
    if (seen.has(key) && !isList) {
      problems.push({ parameter: key, code: '400' });
      continue;
    }
    seen.add(key);
    if (family === 'page') {
      const most = name === 'size' ? PAGE_SIZE.most : undefined;
      const number = parsePageValue(value, most);
      if (number === undefined) problems.push({ parameter: key, code: '118', most });
      else page[name as 'number' | 'size'] = number;
    } else if (family === 'filter') {
      if (value.trim() === '') continue;
      const before = isList ? filter[name] : undefined;
      const cell = isList ? quote(value) : value;
      filter[name] = before === undefined ? cell : `${before},${cell}`;
    } else if (family === 'fields') {
      fields[name] = names(value);
    } else {
      lists[key as 'sort' | 'include'] = names(value);
    }
  }
  return { query: { filter, sort: lists.sort, page, include: lists.include, fields }, problems };
}

/** Formats a query without the question mark. Equal queries give equal strings. */
export function formatListQuery(query: Partial<ListQuery>): string {
  const pairs: [string, string][] = [];
  for (const [name, value] of Object.entries(query.filter ?? {}).sort(byName)) {
    if (value.trim() !== '') pairs.push([`filter[${name}]`, value]);
  }
  if (query.sort?.length) pairs.push(['sort', query.sort.join(',')]);
  if (query.include?.length) pairs.push(['include', query.include.join(',')]);
  for (const [type, list] of Object.entries(query.fields ?? {}).sort(byName))
    pairs.push([`fields[${type}]`, list.join(',')]);
  if (query.roomMeta) pairs.push(['roomMeta', query.roomMeta]);
  if (query.page?.number !== undefined) pairs.push(['page[number]', String(query.page.number)]);
  if (query.page?.size !== undefined) pairs.push(['page[size]', String(query.page.size)]);
  return new URLSearchParams(pairs).toString();
}

/** Validates a query against its resource: unknown filters, sorts, includes and fields. */
export function findQueryProblems(
  resource: Resource,
  query: ListQuery,
  resources: Readonly<Record<ResourceType, Resource>>,
): QueryProblem[] {
  const problems: QueryProblem[] = [];
  for (const name of Object.keys(query.filter)) {
    if (Object.hasOwn(resource.filters, name)) continue;
    const known = Object.keys(resource.filters);
    problems.push({ parameter: `filter[${name}]`, code: '102', name, type: resource.type, known });
  }
  const sortable = [...sortNames(resource), ...resource.sorts];
  for (const item of query.sort) {
    const name = item.replace(/^-/, '');
    if (!sortable.includes(name)) problems.push({ parameter: 'sort', code: '114', name, type: resource.type });
  }
  for (const path of query.include) {
    const wrong = findUnknownRelationship(resource, path, resources);
    if (wrong) problems.push({ parameter: 'include', code: '112', ...wrong });
  }
  for (const [type, list] of Object.entries(query.fields)) {
    const parameter = `fields[${type}]`;
    const target = Object.values(resources).find((candidate) => candidate.type === type);
    if (!target) problems.push({ parameter, code: '101', type });
    for (const name of target ? list : []) {
      const isField = target && (Object.hasOwn(target.attributes, name) || relationshipNames(target).includes(name));
      if (!isField) problems.push({ parameter, code: '104', name, type });
    }
  }
  return problems;
}

/** Whether the value of a boolean filter is true. */
export const isYes = (value: string): boolean => /^(true|t|1)$/i.test(value.trim());

/** Quotes a filter value with commas or quotes as a CSV cell. */
export function quote(value: string): string {
  return /[",]/.test(value) ? `"${value.replaceAll('"', '""')}"` : value;
}

function findUnknownRelationship(from: Resource, path: string, resources: Readonly<Record<ResourceType, Resource>>) {
  let current = from;
  for (const name of path.split('.')) {
    const isKnown = relationshipNames(current).includes(name);
    const next = isKnown ? (current.one[name] ?? current.many[name]) : undefined;
    if (!next) return { name, type: current.type };
    current = resources[next.type];
  }
  return undefined;
}

function parsePageValue(value: string, most = Number.MAX_SAFE_INTEGER): number | undefined {
  // Up to this many digits, every number is exact.
  const number = /^\d{1,15}$/.test(value) ? Number(value) : 0;
  return number >= 1 && number <= most ? number : undefined;
}

const names = (value: string) =>
  value
    .split(',')
    .map((name) => name.trim())
    .filter(Boolean);
const byName = ([a]: [string, unknown], [b]: [string, unknown]) => (a < b ? -1 : 1);
