import type { Identifier } from '#contract/document.ts';
import { PAGE_SIZE, parseListQuery } from '#contract/list-query.ts';
import type { Resource, Row } from '#contract/resource.ts';
import { resources } from '#contract/resources.ts';
import { asRecord, jsonText } from '#src/lib/json.ts';
import { ApiError } from './errors.ts';
import { isWhole, readRow } from './read-row.ts';
import type { ApiAnswer } from './request.ts';

/** Included records by `type:id`, as received. */
export type Included = Readonly<Record<string, unknown>>;

export interface ListPage<R extends Resource> {
  rows: Row<R>[];
  included: Included;
  /** Number of matching records; undefined if the tenant does not count. */
  total: number | undefined;
  /** Whether `total` is a lower bound. */
  isTotalMinimum: boolean;
  /** Whether there is a next page, as far as can be told. */
  hasNext: boolean;
  /** Texts from `meta.warnings`. */
  warnings: string[];
}

/** Parses a list answer of any tenant. `page` is what was requested. Throws an ApiError if it holds no list. */
export function readList<R extends Resource>(
  resource: R,
  answer: ApiAnswer,
  page: { number?: number; size?: number },
): ListPage<R> {
  const document = asRecord(answer.body) ?? {};
  const items = readItems(answer.body);
  const found = items.map((item) => readRow(resource, item)).filter((row) => row !== undefined);
  if (!isList(answer.body) || (items.length > 0 && found.length === 0)) throw new ApiError('unreadable', answer.status);
  const meta = asRecord(document.meta) ?? {};
  const total = readTotal(meta);
  const { number = 1, size = PAGE_SIZE.initial } = page;
  // A tenant without pagination returns everything, whichever page was requested.
  const isUnpaged = found.length > size && found.length === total;
  const rows = isUnpaged ? found.slice((number - 1) * size, number * size) : found;
  const pages =
    (isUnpaged ? undefined : readPageCount(meta, asRecord(document.links), answer.url)) ??
    (total === undefined ? undefined : Math.ceil(total / size));
  const isTotalMinimum = meta.record_count_is_minimum === true;
  return {
    rows,
    included: readIncluded(document.included),
    total,
    isTotalMinimum,
    hasNext:
      pages === undefined || isTotalMinimum ? hasNextLink(document.links) || rows.length === size : number < pages,
    warnings: readWarnings(meta.warnings),
  };
}

/** Whether a body is a list, possibly empty; anything else must not be shown as one. */
function isList(body: unknown): boolean {
  if (body === undefined || Array.isArray(body)) return true;
  const { data, meta } = asRecord(body) ?? {};
  return data === undefined ? asRecord(meta) !== undefined : typeof data === 'object';
}

/** `data` of a body as a list, be it a list, a single object, or the body itself. */
export function readItems(body: unknown): unknown[] {
  const data = Array.isArray(body) ? body : asRecord(body)?.data;
  return Array.isArray(data) ? data : asRecord(data) ? [data] : [];
}

/** The record of an answer: its `data`, or the first item of it; undefined if there is none. */
export function readRecord<R extends Resource>(resource: R, answer: ApiAnswer): Row<R> | undefined {
  return readRow(resource, readItems(answer.body)[0]);
}

/** The record requested. Throws an ApiError: 404 if there is none, `unreadable` if it is no record. */
export function readOne<R extends Resource>(resource: R, answer: ApiAnswer): Row<R> {
  const row = readRecord(resource, answer);
  if (row) return row;
  const isNone = asRecord(answer.body)?.data === null;
  throw isNone ? new ApiError('refused', 404) : new ApiError('unreadable', answer.status);
}

/** A record found in an answer, with its resource. */
export interface FoundRecord {
  resource: Resource;
  row: Row<Resource>;
}

/**
 * All complete records in the answer to a write, both `data` and `included`. An object without a type belongs to
 * `written`; one that lacks attributes is skipped.
 */
export function readWritten(written: Resource, answer: ApiAnswer): FoundRecord[] {
  const included = asRecord(answer.body)?.included;
  const objects = [...readItems(answer.body), ...(Array.isArray(included) ? included : [])];
  return objects.flatMap((object) => {
    const type = asRecord(object)?.type;
    const resource = type === undefined ? written : findResource(jsonText(type));
    const row = resource && isWhole(resource, object) ? readRow(resource, object) : undefined;
    return resource && row ? [{ resource, row }] : [];
  });
}

/** The record with the id, or the first of its resource, in the answer to a write. */
export function findWritten<R extends Resource>(
  resource: R,
  found: readonly FoundRecord[],
  id?: string,
): Row<R> | undefined {
  const match = found.find((one) => one.resource.type === resource.type && (id === undefined || one.row.id === id));
  return match?.row as Row<R> | undefined; // Of the resource whose type it has.
}

function findResource(type: string): Resource | undefined {
  return Object.values(resources).find((resource) => plainType(resource.type) === plainType(type));
}

/** Included records of a single-record answer. */
export const readRecordIncluded = (answer: ApiAnswer): Included => readIncluded(asRecord(answer.body)?.included);

/** Memo: a room is included once and looked up by each of its drafts. */
const readBefore = new WeakMap<object, Row<Resource>>();

/** An included record by its linkage; undefined if it was not included. */
export function findIncluded<R extends Resource>(
  included: Included,
  resource: R,
  identifier: Identifier | null | undefined,
): Row<R> | undefined {
  const raw = identifier && asRecord(included[keyOf(resource.type, identifier.id)]);
  if (!raw) return undefined;
  const known = readBefore.get(raw);
  if (known?.type === resource.type) return known as Row<R>; // Of the resource whose type it has.
  const row = readRow(resource, raw);
  if (row) readBefore.set(raw, row);
  return row;
}

/** Adds records of a known type to the included ones. */
export function withIncluded(included: Included, type: string, items: readonly unknown[]): Included {
  return { ...included, ...readIncluded(items.map((item) => ({ ...asRecord(item), type }))) };
}

function readIncluded(included: unknown): Included {
  if (!Array.isArray(included)) return {};
  const objects = included.map(asRecord).filter((object) => object !== undefined);
  return Object.fromEntries(
    objects.map((object) => [keyOf(jsonText(object.type ?? null), jsonText(object.id ?? null)), object]),
  );
}

const keyOf = (type: string, id: string) => `${plainType(type)}:${id}`;

/** Types are compared without dashes, case and plural `s`, as services spell them differently. */
function plainType(type: string): string {
  const known = plainTypes.get(type);
  if (known !== undefined) return known;
  const plain = type.replace(/[-_]/g, '').toLowerCase().replace(/s$/, '');
  plainTypes.set(type, plain);
  return plain;
}

// Memo: lists look up the same few types thousands of times.
const plainTypes = new Map<string, string>();

const TOTAL_PATHS = [
  'record_count',
  'item_count',
  'total',
  'count',
  'total_count',
  'totalItems',
  'totalResourceCount',
  'page.total',
  'pagination.count',
  'pagination.records',
  'stats.total.count',
];

function readTotal(meta: Record<string, unknown>): number | undefined {
  return TOTAL_PATHS.map((path) => readNumber(at(meta, path))).find((number) => number !== undefined);
}

function readPageCount(meta: Record<string, unknown>, links: Record<string, unknown> | undefined, url: string) {
  const counted = ['page_count', 'page.lastPage', 'pagination.pages'].map((path) => readNumber(at(meta, path)));
  return counted.find((number) => number !== undefined) ?? readPageNumber(links?.last, url);
}

function readPageNumber(link: unknown, url: string): number | undefined {
  const href = asRecord(link)?.href ?? link;
  if (typeof href !== 'string') return undefined;
  try {
    return parseListQuery(new URL(href, url).search).query.page.number;
  } catch {
    return undefined;
  }
}

function hasNextLink(links: unknown): boolean {
  const next = asRecord(links)?.next;
  return typeof (asRecord(next)?.href ?? next) === 'string';
}

function readWarnings(warnings: unknown): string[] {
  if (warnings === null || warnings === undefined) return [];
  return (Array.isArray(warnings) ? warnings : [warnings]).map((warning) => {
    const { detail, title } = asRecord(warning) ?? {};
    const text = detail ?? title ?? warning;
    return typeof text === 'string' ? text : JSON.stringify(text);
  });
}

function at(meta: Record<string, unknown>, path: string): unknown {
  return path.split('.').reduce<unknown>((value, name) => asRecord(value)?.[name], meta);
}

function readNumber(value: unknown): number | undefined {
  const number = typeof value === 'string' && /^\d+$/.test(value) ? Number(value) : value;
  return typeof number === 'number' && Number.isFinite(number) ? number : undefined;
}
