import type { Json } from '#contract/attribute.ts';
import type { Identifier } from '#contract/document.ts';
import { formatListQuery, PAGE_SIZE } from '#contract/list-query.ts';
import type { AttributeName, Resource, Row } from '#contract/resource.ts';
import type { Connection } from './connection.ts';
import { readList, readOne } from './read-document.ts';
import { readRow } from './read-row.ts';
import { request } from './request.ts';
import { toContractName } from './wire-forms.ts';

/** A write as it was sent: what a record has where it was carried out. */
export interface SentWrite {
  /** Absent for a new record. */
  id?: string | undefined;
  /** By the tenant's names, in its forms. */
  attributes: Json;
  /** To-one relationships of a new record. */
  one?: Record<string, Identifier> | undefined;
  /** When it was sent for the first time, in seconds since 1970 by the tenant's clock. */
  sentAtUnix: number;
}

/** Clocks are known to the second, and an answer's date travels for a while. */
const CLOCK_SLACK_SECONDS = 5;

/**
 * Looks for what a write has left, at a tenant that does not tell: the record as it stands, or for a new one the newest
 * with what was sent. Undefined where there is none. Throws an ApiError where that cannot be read.
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
    // What a tenant does not tell is taken to be so.
    return Object.entries(one).every(([name, { id: other }]) => !linkage[name] || linkage[name].id === other);
  };
  return rows.find((row) => text(row) === wanted && isLinked(row) && !isOlder(row, sentAtUnix));
}

/** A record as far as the request says what it is: a tenant may tell no more. */
export function asSent<R extends Resource>(resource: R, attributes: Json, id = ''): Row<R> {
  const row = readRow(resource, { id, attributes });
  if (!row) throw new TypeError('attributes make a record');
  return row;
}

function isOlder(row: object, sentAtUnix: number): boolean {
  const madeAtUnix = 'created_at_unix' in row ? Number(row.created_at_unix) : 0;
  return madeAtUnix > 0 && madeAtUnix < sentAtUnix - CLOCK_SLACK_SECONDS;
}
