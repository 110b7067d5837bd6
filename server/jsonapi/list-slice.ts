import { type SqlBool, sql } from 'kysely';
import { type KeptStatements, runBothKept, runKept } from '../db/kept-statements.ts';
import type { Stored } from './column.ts';
import type { Context } from './context.ts';
import { inOrder } from './list-order.ts';
import { anyTable, column, selectRows } from './select.ts';
import type { Condition, Order, Served } from './served.ts';

/** Counts are exact up to this limit; beyond it, a list only reports a minimum. */
export const MOST_COUNTED = 10_000;

/**
 * Deferred join: from this offset on, ids are selected before rows, so that sorting and skipping do not carry whole
 * rows.
 */
const FAR = 500;

/** A list query, compiled to SQL conditions. */
export interface List {
  served: Served;
  context: Context;
  where: readonly Condition[];
  /** Rows that match sort before all others. */
  first: Condition | undefined;
  order: readonly Order[];
}

interface Counted {
  count: number;
}

/** Selects at most `limit` rows of a list, starting at `offset`. */
export async function selectSlice(list: List, offset: number, limit: number): Promise<Stored[]> {
  const { first, where } = list;
  if (!first) return select(list, offset, limit, list.context.statements);
  // Two queries, one after the other: a single query would have to sort all rows.
  const head = { ...list, where: [...where, first] };
  const rows = await select(head, offset, limit);
  if (rows.length === limit) return rows;
  const before = offset === 0 ? rows.length : await countUpTo(head);
  const rest = { ...list, where: [...where, sql<SqlBool>`not ${first}`] };
  return [...rows, ...(await select(rest, Math.max(0, offset - before), limit - rows.length))];
}

/** Selects the rows and the count in one round trip if the previous request cached both statements; else undefined. */
export async function selectBoth({ context }: List): Promise<{ rows: Stored[]; count: number } | undefined> {
  const found = await runBothKept<Stored, Counted>(context.db, context.statements, ['rows', 'count']);
  const [rows, [counted]] = found ?? [[], []];
  return counted && { rows, count: counted.count };
}

/** Counts a list's rows, up to `most` if given. Pass `statements` only for the count of the request itself. */
export async function countUpTo(list: List, most?: number, statements?: KeptStatements): Promise<number> {
  const [counted] = await runKept(list.context.db, statements, 'count', () => {
    const ones = matching(list).select(sql`1`.as('one'));
    return anyTable(list.context.db)
      .selectFrom((most === undefined ? ones : ones.limit(most)).as('counted'))
      .select(sql<number>`count(*)`.as('count'));
  });
  if (!counted) throw new Error('A count came without a number.');
  return counted.count;
}

/** Pass `statements` only for the rows of the request itself, not for a part of them. */
async function select(list: List, offset: number, limit: number, statements?: KeptStatements): Promise<Stored[]> {
  const { db } = list.context;
  if (offset < FAR) return (await runKept(db, statements, 'rows', () => rowsQuery(list, offset, limit))) as Stored[];
  const found = await runKept(db, statements, 'ids', () => {
    const ids = matching(list).select(sql<number>`${column(list.served, 'id')}`.as('id'));
    return inOrder(ids, list.order).limit(limit).offset(offset);
  });
  return rowsInOrder(
    list,
    found.map(({ id }) => id),
  );
}

/** Selects the rows with the given ids, in that order. Rows that no longer exist are left out. */
export async function rowsInOrder({ served, context }: List, ids: readonly number[]): Promise<Stored[]> {
  const rows = new Map((await selectRows(served, ids, context)).map((row) => [row.id, row]));
  return ids.map((id) => rows.get(id)).filter((row) => row !== undefined);
}

const rowsQuery = (list: List, offset: number, limit: number) =>
  inOrder(matching(list).selectAll(list.served.table), list.order).limit(limit).offset(offset);

const matching = ({ served, context, where }: List) =>
  anyTable(context.db)
    .selectFrom(served.table)
    .where((is) => is.and([...where]));
