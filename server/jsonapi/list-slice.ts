import { type SqlBool, sql } from 'kysely';
import type { Stored } from './column.ts';
import type { Context } from './context.ts';
import { inOrder } from './list-order.ts';
import { anyTable } from './select.ts';
import type { Condition, Order, Served } from './served.ts';

/** Records are counted exactly up to here; beyond, a list only says that there are more. */
export const MOST_COUNTED = 10_000;

/** What a list is asked for, in the words of the database. */
export interface List {
  served: Served;
  context: Context;
  where: readonly Condition[];
  /** Rows for which this holds come before all others. */
  first: Condition | undefined;
  order: readonly Order[];
}

/** The rows of a list from `offset` on, `limit` at most. */
export async function selectSlice(list: List, offset: number, limit: number): Promise<Stored[]> {
  const { first, where } = list;
  if (!first) return select(list, offset, limit);
  // Two lists, one behind the other: an engine that had to look for the first ones would sort all.
  const head = { ...list, where: [...where, first] };
  const rows = await select(head, offset, limit);
  if (rows.length === limit) return rows;
  const before = offset === 0 ? rows.length : await countUpTo(head);
  const rest = { ...list, where: [...where, sql<SqlBool>`not ${first}`] };
  return [...rows, ...(await select(rest, Math.max(0, offset - before), limit - rows.length))];
}

/** How many rows a list has, counted up to `most` where given. */
export async function countUpTo(list: List, most?: number): Promise<number> {
  const ones = matching(list).select(sql`1`.as('one'));
  const { count } = await anyTable(list.context.db)
    .selectFrom((most === undefined ? ones : ones.limit(most)).as('counted'))
    .select(sql<number>`count(*)`.as('count'))
    .executeTakeFirstOrThrow();
  return count;
}

async function select(list: List, offset: number, limit: number): Promise<Stored[]> {
  const rows = matching(list).selectAll(list.served.table);
  return (await inOrder(rows, list.order).limit(limit).offset(offset).execute()) as Stored[];
}

const matching = ({ served, context, where }: List) =>
  anyTable(context.db)
    .selectFrom(served.table)
    .where((is) => is.and([...where]));
