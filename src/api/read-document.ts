import type { Identifier } from '#contract/document.ts';
import { PAGE_SIZE, parseListQuery } from '#contract/list-query.ts';
import type { Resource, Row } from '#contract/resource.ts';
import { asRecord } from '#src/lib/json.ts';
import { readRow } from './read-row.ts';
import type { ApiAnswer } from './request.ts';

/** Records that came along with others, by `type:id`, as they were sent. */
export type Included = Readonly<Record<string, unknown>>;

export interface ListPage<R extends Resource> {
  rows: Row<R>[];
  included: Included;
  /** How many records match; undefined where the tenant does not count. */
  total: number | undefined;
  /** Whether `total` is a lower bound. */
  isTotalMinimum: boolean;
  /** Whether there is a page after this one, as far as can be told. */
  hasNext: boolean;
  /** What the tenant remarked in `meta.warnings`. */
  warnings: string[];
}

/** A list answer of any tenant as records. `page` is what was asked for. */
export function readList<R extends Resource>(
  resource: R,
  answer: ApiAnswer,
  page: { number?: number; size?: number },
): ListPage<R> {
  const document = asRecord(answer.body) ?? {};
  const data = Array.isArray(answer.body) ? answer.body : document.data;
  const items = Array.isArray(data) ? data : asRecord(data) ? [data] : [];
  const rows = items.map((item) => readRow(resource, item)).filter((row) => row !== undefined);
  const meta = asRecord(document.meta) ?? {};
  const total = readTotal(meta);
  const { number = 1, size = PAGE_SIZE.initial } = page;
  const pages =
    readPageCount(meta, asRecord(document.links), answer.url) ??
    (total === undefined ? undefined : Math.ceil(total / size));
  const isTotalMinimum = meta.record_count_is_minimum === true;
  return {
    rows,
    included: readIncluded(document.included),
    total,
    isTotalMinimum,
    hasNext:
      pages === undefined || isTotalMinimum ? hasNextLink(document.links) || rows.length >= size : number < pages,
    warnings: readWarnings(meta.warnings),
  };
}

/** The record of an answer, its `data` or the first of it; undefined where it holds none. */
export function readRecord<R extends Resource>(resource: R, answer: ApiAnswer): Row<R> | undefined {
  const data = asRecord(answer.body)?.data;
  return readRow(resource, Array.isArray(data) ? data[0] : data);
}

/** What came along with the record of an answer. */
export const readRecordIncluded = (answer: ApiAnswer): Included => readIncluded(asRecord(answer.body)?.included);

/** A record that came along, by its linkage; undefined where it did not. */
export function findIncluded<R extends Resource>(
  included: Included,
  resource: R,
  identifier: Identifier | null | undefined,
): Row<R> | undefined {
  if (!identifier) return undefined;
  return readRow(resource, included[keyOf(resource.type, identifier.id)]);
}

function readIncluded(included: unknown): Included {
  if (!Array.isArray(included)) return {};
  const objects = included.map(asRecord).filter((object) => object !== undefined);
  return Object.fromEntries(objects.map((object) => [keyOf(String(object.type), String(object.id)), object]));
}

/** Types are compared without dashes, capitals and a plural's `s`, as services spell them differently. */
function keyOf(type: string, id: string): string {
  const plain = type.replace(/[-_]/g, '').toLowerCase().replace(/s$/, '');
  return `${plain}:${id}`;
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

function readWarnings(warnings: unknown): string[] {
  if (!Array.isArray(warnings)) return [];
  return warnings.map((warning) => String(asRecord(warning)?.detail ?? asRecord(warning)?.title ?? warning));
}

function at(meta: Record<string, unknown>, path: string): unknown {
  return path.split('.').reduce<unknown>((value, name) => asRecord(value)?.[name], meta);
}

function readNumber(value: unknown): number | undefined {
  const number = typeof value === 'string' && /^\d+$/.test(value) ? Number(value) : value;
  return typeof number === 'number' && Number.isFinite(number) ? number : undefined;
}
