import { type Expression, type Kysely, type SqlBool, sql } from 'kysely';
import { type ListQuery, PAGE_SIZE } from '#contract/list-query.ts';
import type { Tables } from '../db/tables.ts';
import type { Stored } from './column.ts';
import type { Context } from './context.ts';
import { filterConditions } from './filter.ts';
import { notFound } from './problem.ts';
import type { Order, Served } from './served.ts';

/** Records are counted exactly up to here; beyond, a list only says that there are more. */
const MOST_COUNTED = 10_000;

export interface Page {
  rows: Stored[];
  number: number;
  size: number;
  /** Exact, or the least there are when `isMinimum`. */
  count: number;
  isMinimum: boolean;
  hasNext: boolean;
}

type OpenTables = Record<string, Record<string, unknown>>;

/** The same database with tables named at run time: the protocol knows no resource, so no table either. */
export const anyTable = (db: Kysely<Tables>) => db as unknown as Kysely<OpenTables>;

/** A column with its table, so that it stays clear in a query within a query. */
export const column = (served: Served, name: string) => sql.ref(`${served.table}.${name}`);

/** What the caller may see, and what the query's filters leave of it. */
export function conditions(served: Served, query: Pick<ListQuery, 'filter'>, context: Context): Expression<SqlBool>[] {
  const scope = served.scope(context.caller);
  return [...(scope ? [scope] : []), ...filterConditions(served, query.filter, context)];
}

/** One page of a list with its count. `where` narrows it further, `order` goes before the query's own sort. */
export async function selectPage(
  served: Served,
  query: ListQuery,
  context: Context,
  where: readonly Expression<SqlBool>[] = [],
  order: readonly Order[] = [],
): Promise<Page> {
  const { number = 1, size = PAGE_SIZE.initial } = query.page;
  const matching = anyTable(context.db)
    .selectFrom(served.table)
    .where((is) => is.and([...conditions(served, query, context), ...where]));

  let page = matching.selectAll(served.table);
  for (const { by, direction } of totalOrder(served, query, order)) {
    // Null counts as the smallest value, whatever the engine would do.
    page = page.orderBy(by, (as) => (direction === 'desc' ? as.desc().nullsLast() : as.asc().nullsFirst()));
  }
  const offset = (number - 1) * size;
  // One row more than asked tells whether there is a next page where the count does not.
  const found = (await page
    .limit(size + 1)
    .offset(offset)
    .execute()) as Stored[];
  const rows = found.slice(0, size);
  const hasNext = found.length > size;
  if (!hasNext && (rows.length > 0 || number === 1)) {
    const count = offset + rows.length;
    if (count <= MOST_COUNTED) return { rows, number, size, count, isMinimum: false, hasNext };
  }
  const counted = await anyTable(context.db)
    .selectFrom(
      matching
        .select(sql`1`.as('one'))
        .limit(MOST_COUNTED + 1)
        .as('counted'),
    )
    .select(sql<number>`count(*)`.as('count'))
    .executeTakeFirstOrThrow();
  const isMinimum = counted.count > MOST_COUNTED;
  return { rows, number, size, count: Math.min(counted.count, MOST_COUNTED), isMinimum, hasNext };
}

function totalOrder(served: Served, query: ListQuery, given: readonly Order[]): Order[] {
  const order = [...served.order(query), ...given];
  const directions = new Map<string, Order['direction']>();
  for (const item of query.sort) {
    const name = item.replace(/^-/, '');
    // What comes later decides nothing between rows that are alike in it.
    if (!directions.has(name)) directions.set(name, item.startsWith('-') ? 'desc' : 'asc');
  }
  for (const [name, direction] of directions) {
    const kept = served.columns[name];
    order.push({ by: column(served, kept?.folded ?? kept?.name ?? name), direction });
  }
  // Ids follow the direction of what they break the ties of, so that one index serves both.
  if (!directions.has('id')) order.push({ by: column(served, 'id'), direction: order.at(-1)?.direction ?? 'asc' });
  return order;
}

/** The record with an id as it stands in a path. Throws 404 where there is none, or none for this caller. */
export async function selectRow(served: Served, id: string, context: Context): Promise<Stored> {
  const number = recordId(id);
  const row = number === undefined ? undefined : (await selectRows(served, [number], context))[0];
  if (!row) throw notFound();
  return row;
}

/** The records with the given ids that the caller may see, by id. */
export async function selectRows(served: Served, ids: readonly number[], context: Context): Promise<Stored[]> {
  if (ids.length === 0) return [];
  const rows = await anyTable(context.db)
    .selectFrom(served.table)
    .selectAll(served.table)
    .where((is) =>
      is.and([
        sql<SqlBool>`${column(served, 'id')} in (${sql.join(ids)})`,
        ...conditions(served, { filter: {} }, context),
      ]),
    )
    .orderBy(column(served, 'id'))
    .execute();
  return rows as Stored[];
}

/** An id as a number; undefined for a text that is no id. */
export function recordId(text: string): number | undefined {
  const id = /^[1-9]\d{0,15}$/.test(text) ? Number(text) : Number.NaN;
  return Number.isSafeInteger(id) ? id : undefined;
}
