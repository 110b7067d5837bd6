import type { Identifier } from '#contract/document.ts';
import { drafts } from '#contract/drafts.ts';
import type { ListQuery } from '#contract/list-query.ts';
import type { Resource, Row } from '#contract/resource.ts';
import { rooms } from '#contract/rooms.ts';
import { changePages } from '../cache.ts';
import { type clientSideFilters, filterCapability, isUnsupported, recordCapability } from '../capabilities.ts';
import { connection } from '../connection.ts';
import { findIncluded, type Included, type ListPage } from '../list-page.ts';
import type { ApiAnswer } from '../request.ts';
import { collationKey, parseCsvCells } from './detect-from-rows.ts';
import { applyLinked, fetchLinked } from './linked-records.ts';
import { partKey, SEARCH, sortName } from './supported-query.ts';

/**
 * Completes a page in the browser: fetches linked records, and applies the filters and sorts that the capabilities of
 * `endpoint` list as unsupported. A page filtered here has an unknown total.
 */
export async function completePage<R extends Resource>(
  resource: R,
  { page, answer, endpoint }: { page: ListPage<R>; answer: ApiAnswer; endpoint: string },
  query: Partial<ListQuery>,
  { signal, isWhole = false }: { signal?: AbortSignal | undefined; isWhole?: boolean },
): Promise<ListPage<R>> {
  const from = connection.get();
  const { filter = {}, sort = [], include = [] } = query;
  const unsupported = Object.keys(filter).filter((name) => isUnsupported(partKey(endpoint, { kind: 'filter', name })));
  // The search also compares room names, so it needs the linked rooms.
  const isAwaited = isWhole || unsupported.includes(SEARCH);
  const fetched = fetchLinked(resource, page, include, answer, isAwaited ? signal : undefined, () =>
    changePages(resource, (one) => applyLinked(resource, one), from),
  );
  if (isAwaited) await fetched;
  const linked = applyLinked(resource, page);
  const isSortMissing = sort.some((item) => isUnsupported(partKey(endpoint, { kind: 'sort', name: sortName(item) })));
  const rows = isSortMissing ? linked.rows.toSorted(comparer(sort)) : linked.rows;
  if (unsupported.length === 0) return { ...linked, rows, isArranged: isSortMissing };
  const matches = clientFilters(resource);
  const isKept = (row: Row<R>) =>
    unsupported.every((name) => matches[name]?.(row, filter[name] ?? '', linked.included) ?? true);
  return { ...linked, rows: rows.filter(isKept), total: undefined, isTotalMinimum: false, isArranged: true };
}

/** Compares rows by the fields of a sort. Empty values count as the largest. */
function comparer<R extends Resource>(sort: readonly string[]): (a: Row<R>, b: Row<R>) => number {
  return (a, b) => {
    for (const item of sort) {
      const [left, right]: unknown[] = [a, b].map((row) => Reflect.get(row, sortName(item)));
      const order = compare(left, right);
      if (order !== 0) return item.startsWith('-') ? -order : order;
    }
    return 0;
  };
}

function compare(left: unknown, right: unknown): number {
  if (left === right) return 0;
  if (left === null || left === undefined) return 1;
  if (right === null || right === undefined) return -1;
  if (typeof left === 'string' || typeof right === 'string') {
    return String(left).localeCompare(String(right), undefined, { numeric: true });
  }
  return Number(left) - Number(right);
}

type Matches = (row: Row<Resource>, value: string, included: Included) => boolean;

/** Filters that can be applied to rows of a resource in the browser, by name. */
const clientFilters = ({ type }: Resource): Readonly<Record<string, Matches>> =>
  type === drafts.type ? draftFilters : {};

const statusOf = (row: object): unknown => Reflect.get(row, 'status') || 'in_review';

const draftFilters: Readonly<Record<(typeof clientSideFilters)[typeof drafts.type][number], Matches>> = {
  in_review: (row) => statusOf(row) === 'in_review',
  approved: (row) => statusOf(row) === 'approved',
  rejected: (row) => statusOf(row) === 'rejected',
  resolved: (row) => statusOf(row) !== 'in_review',
  read: (row, value) =>
    (Reflect.get(row, 'create_user_resolved_read_time_unix') !== null) === (value === '1' || value === 'true'),
  created_user_id: ({ one }, value) => {
    const author: { id: string } | null | undefined = Reflect.get(one, 'created_user');
    return !author || author.id === value;
  },
  [SEARCH]: matchesSearch,
};

/** Whether a draft or the name of its room contains the text. */
function matchesSearch(row: Row<Resource>, value: string, included: Included): boolean {
  const wanted = parseCsvCells(value);
  const texts = [Reflect.get(row, 'message_content'), roomOf(row, included)?.name].map(collationKey);
  return wanted.some((cell) => texts.some((text) => text.includes(cell)));
}

/** Detects that a draft search is ignored: most rows do not contain the text, although their room is included. */
export function detectIgnoredSearch(rows: readonly Row<Resource>[], text: string, included: Included): void {
  const others = rows.filter((row) => !matchesSearch(row, text, included) && roomOf(row, included));
  if (others.length > rows.length / 2) recordCapability(filterCapability(drafts.type, SEARCH), 'ignored', '200');
}

function roomOf(row: Row<Resource>, included: Included) {
  const link: Identifier | null | undefined = Reflect.get(row.one, 'room');
  return findIncluded(included, rooms, link);
}
