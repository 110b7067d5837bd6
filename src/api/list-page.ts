import type { Identifier } from '#contract/document.ts';
import type { Resource, Row } from '#contract/resource.ts';
import { asRecord } from '#src/lib/json.ts';
import type { Tenant } from './connection.ts';
import { isRowOf, parseRow } from './tenant/parse-row.ts';

/** Included records by `type:id`, as received. */
export type Included = Readonly<Record<string, unknown>>;

export interface ListPage<R extends Resource> {
  rows: Row<R>[];
  included: Included;
  /** Number of matching records; undefined if the tenant does not count. */
  total: number | undefined;
  /** Whether `total` is a lower bound. */
  isTotalMinimum: boolean;
  /** Whether there is a next page, as far as is known. */
  hasNext: boolean;
  /** Rows per page, if known to differ from what was requested or counted in the browser. */
  size?: number | undefined;
  /** Whether the rows were filtered or sorted in the browser, so that their position differs from the tenant's. */
  isArranged?: boolean;
}

/** One record with its included records. */
export interface OneRecord<R extends Resource> {
  row: Row<R>;
  included: Included;
}

export interface Author {
  id: string;
  /** Empty if the tenant did not send it. */
  name: string;
  /** Undefined if the tenant did not send it, or names it differently. */
  isVisitor: boolean | undefined;
}

/** An entry of a room's history. */
export interface HistoryEntry {
  id: string;
  /** Unix time in seconds; undefined if the tenant did not send it. */
  atUnix: number | undefined;
  /** The message text; undefined for a record of unknown shape. */
  text: string | undefined;
  /** The author; undefined if the tenant did not send it. */
  author: Author | undefined;
  /** The record as received, if its shape is unknown; else undefined, as hundreds of messages are held. */
  raw: unknown;
}

/** A page of a room's history, newest first. */
export interface HistoryPage {
  entries: HistoryEntry[];
  hasOlder: boolean;
}

/** Entries of one or more pages without duplicates, oldest first. */
export function oldestFirst(newestFirst: readonly HistoryEntry[]): HistoryEntry[] {
  const byId = new Map<string, HistoryEntry>();
  for (const entry of newestFirst) if (!byId.has(entry.id)) byId.set(entry.id, entry);
  const entries = [...byId.values()].reverse();
  // Sort only if every time is known. The sort is stable, so equal times keep the tenant's order.
  const isTimed = entries.every((entry) => entry.atUnix !== undefined);
  return isTimed ? entries.sort((a, b) => (a.atUnix ?? 0) - (b.atUnix ?? 0)) : entries;
}

/** Memo: a room is included once and looked up by each of its drafts. */
const readBefore = new WeakMap<object, Row<Resource>>();

/** An included record by its linkage; undefined if it was not included. `from` is the tenant that sent it. */
export function findIncluded<R extends Resource>(
  included: Included,
  resource: R,
  identifier: Identifier | null | undefined,
  from?: Tenant,
): Row<R> | undefined {
  const raw = identifier && asRecord(included[includedKey(resource.type, identifier.id)]);
  if (!raw) return undefined;
  const known = readBefore.get(raw);
  if (isRowOf(resource, known)) return known;
  const row = parseRow(resource, raw, from);
  if (row) readBefore.set(raw, row);
  return row;
}

/** Whether a linked record was included. */
export const isIncluded = (included: Included, { type, id }: Identifier): boolean => includedKey(type, id) in included;

/** Key of a record among the included ones. */
export const includedKey = (type: string, id: string): string => `${plainType(type)}:${id}`;

/** Normalizes a type (no dashes, case or plural `s`), as services spell types differently. */
export function plainType(type: string): string {
  const known = plainTypes.get(type);
  if (known !== undefined) return known;
  const plain = type.replace(/[-_]/g, '').toLowerCase().replace(/s$/, '');
  plainTypes.set(type, plain);
  return plain;
}

// Memo: lists look up the same few types thousands of times.
const plainTypes = new Map<string, string>();
