import type { Json } from '#contract/attribute.ts';
import type { Identifier } from '#contract/document.ts';
import { formatListQuery, PAGE_SIZE } from '#contract/list-query.ts';
import type { AttributeName, Resource, Row } from '#contract/resource.ts';
import type { Connection } from './connection.ts';
import { readList, readOne } from './read-document.ts';
import { readRow } from './read-row.ts';
import { request } from './request.ts';
import { toContractName } from './wire-forms.ts';

/** A write as sent, to recognise the record it produced. */
export interface SentWrite {
  /** Absent for a new record. */
  id?: string | undefined;
  /** In the tenant's wire format. */
  attributes: Json;
  /** To-one relationships of a new record. */
  one?: Record<string, Identifier> | undefined;
  /** When it was first sent, in Unix seconds by the tenant's clock. */
  sentAtUnix: number;
}

/** Timestamps are precise to the second, and a `Date` header ages in transit. */
const CLOCK_SLACK_SECONDS = 5;

/**
 * Looks up whether a write was applied: the record if it has the values sent, or for a create the newest record that
 * does. Undefined if there is none. Throws an ApiError if the read fails.
 */
export async function findSaved<R extends Resource>(
  resource: R,
  sent: SentWrite,
  from: Connection | undefined,
): Promise<Row<R> | undefined> {
  const { id, attributes, one = {}, sentAtUnix } = sent;
  const names = Object.keys(attributes).map(toContractName);
  const text = (row: Row<R>) => JSON.stringify(names.map((name) => row[name as AttributeName<R>]));
  const wanted = text(asSent(resource, attributes));
  if (id !== undefined) {
    const row = readOne(resource, await request({ path: `/${resource.type}/${encodeURIComponent(id)}`, from }));
    return text(row) === wanted ? row : undefined;
  }
  const page = { size: PAGE_SIZE.most };
  const search = formatListQuery({ sort: ['-id'], page });
  const { rows } = readList(resource, await request({ path: `/${resource.type}`, search, from }), page);
  const isLinked = (row: Row<R>) => {
    const linkage: Record<string, Identifier | null | undefined> = row.one;
    // A missing linkage counts as a match.
    return Object.entries(one).every(([name, { id: other }]) => !linkage[name] || linkage[name].id === other);
  };
  return rows.find((row) => text(row) === wanted && isLinked(row) && !isOlder(row, sentAtUnix));
}

/** The record as far as the request describes it, for tenants that return no more. */
export function asSent<R extends Resource>(resource: R, attributes: Json, id = ''): Row<R> {
  const row = readRow(resource, { id, attributes });
  if (!row) throw new TypeError('attributes make a record');
  return row;
}

function isOlder(row: object, sentAtUnix: number): boolean {
  const madeAtUnix = 'created_at_unix' in row ? Number(row.created_at_unix) : 0;
  return madeAtUnix > 0 && madeAtUnix < sentAtUnix - CLOCK_SLACK_SECONDS;
}
