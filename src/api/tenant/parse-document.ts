import { PAGE_SIZE, parseListQuery } from '#contract/list-query.ts';
import type { Resource, Row } from '#contract/resource.ts';
import { asArray, asRecord, jsonText } from '#src/lib/json.ts';
import { ApiError } from '../errors.ts';
import { type Included, includedKey, type ListPage } from '../list-page.ts';
import type { ApiAnswer } from '../request.ts';
import { parseRow } from './parse-row.ts';

/** Parses a list answer of any tenant. `page` is what was requested. Throws an ApiError if it holds no list. */
export function parseList<R extends Resource>(
  resource: R,
  answer: ApiAnswer,
  page: { number?: number; size?: number },
): ListPage<R> {
  const document = asRecord(answer.body) ?? {};
  const items = parseItems(answer.body);
  const found = items.map((item) => parseRow(resource, item, answer.from)).filter((row) => row !== undefined);
  if (!isList(answer.body) || (items.length > 0 && found.length === 0)) throw new ApiError('unreadable', answer.status);
  const meta = asRecord(document.meta) ?? {};
  const counted = readTotal(meta);
  const { number = 1, size = PAGE_SIZE.initial } = page;
  const next = readPageNumber(asRecord(document.links)?.next, answer.url) ?? 1;
  // Some tenants count the rows of the page.
  const isOfPage = items.length === counted && counted > 0 && counted <= size && (next > 1 || number > 1);
  const total = isOfPage ? undefined : counted;
  // A tenant without pagination returns everything, whichever page was requested.
  const isUnpaged = found.length > size && found.length === total;
  const rows = isUnpaged ? found.slice((number - 1) * size, number * size) : found;
  // Other pages are full, so that they show the size of the tenant's pages: it may be less than requested.
  const isLast = (number - 1) * size + rows.length === total;
  const pages =
    (isUnpaged ? undefined : readPageCount(meta, asRecord(document.links), answer.url)) ??
    (total === undefined ? undefined : Math.ceil(total / (isLast ? size : rows.length || size)));
  const isTotalMinimum = meta.record_count_is_minimum === true;
  const hasNext =
    pages === undefined || isTotalMinimum ? hasNextLink(document.links) || rows.length === size : number < pages;
  return {
    rows,
    included: readIncluded(document.included),
    total,
    isTotalMinimum,
    hasNext,
    size: hasNext && rows.length < size && rows.length > 0 ? rows.length : undefined,
  };
}

/** Members of an empty list without `data`. */
const BESIDE_DATA = ['meta', 'links', 'jsonapi', 'included'];

/** Whether a body is a list, possibly empty; anything else must not be shown as one. */
export function isList(body: unknown): boolean {
  if (body === undefined || Array.isArray(body)) return true;
  const document = asRecord(body) ?? {};
  if (document.data !== undefined) return typeof document.data === 'object';
  return asRecord(document.meta) !== undefined && Object.keys(document).every((name) => BESIDE_DATA.includes(name));
}

/** Items of a body: its `data`, as a list or a single object, or the body itself if that is a list. */
export function parseItems(body: unknown): unknown[] {
  const data = Array.isArray(body) ? body : asRecord(body)?.data;
  return Array.isArray(data) ? data : asRecord(data) ? [data] : [];
}

/** The record of an answer: its `data`, or the first item of it; undefined if there is none. */
export function parseRecord<R extends Resource>(resource: R, answer: ApiAnswer): Row<R> | undefined {
  return parseRow(resource, parseItems(answer.body)[0], answer.from);
}

/** The record requested. Throws an ApiError: 404 if there is none, `unreadable` if it is no record. */
export function parseOne<R extends Resource>(resource: R, answer: ApiAnswer): Row<R> {
  const row = parseRecord(resource, answer);
  if (row) return row;
  const isNone = asRecord(answer.body)?.data === null;
  throw isNone ? new ApiError('refused', 404) : new ApiError('unreadable', answer.status);
}

/** Included records of a single-record answer. */
export const parseRecordIncluded = (answer: ApiAnswer): Included => readIncluded(asRecord(answer.body)?.included);

function readIncluded(included: unknown): Included {
  const objects = asArray(included)
    .map(asRecord)
    .filter((object) => object !== undefined);
  return Object.fromEntries(
    objects.map((object) => [includedKey(jsonText(object.type ?? null), jsonText(object.id ?? null)), object]),
  );
}

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

function at(meta: Record<string, unknown>, path: string): unknown {
  return path.split('.').reduce<unknown>((value, name) => asRecord(value)?.[name], meta);
}

function readNumber(value: unknown): number | undefined {
  const number = typeof value === 'string' && /^\d+$/.test(value) ? Number(value) : value;
  return typeof number === 'number' && Number.isFinite(number) ? number : undefined;
}

/** Document members that some tenants send as numbers, but that are not counts. */
const NO_COUNTS = ['id', 'jsonapi', 'links', 'status', 'type'];

/** All numbers in a document keyed by name, and those of `{kind, count}` lists keyed by kind. */
export function parseCounts(body: unknown): Record<string, number> {
  if (Array.isArray(body)) return Object.assign({}, ...body.map(parseCounts));
  const record = asRecord(body);
  if (!record) return {};
  const counted = readNumber(record.count);
  if (typeof record.kind === 'string' && counted !== undefined) return { [record.kind]: counted };
  const counts: Record<string, number> = {};
  for (const [name, value] of Object.entries(record)) {
    if (NO_COUNTS.includes(name)) continue;
    const count = readNumber(value);
    if (count === undefined) Object.assign(counts, parseCounts(value));
    else counts[name] = count;
  }
  return counts;
}
