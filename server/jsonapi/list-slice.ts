import { type SqlBool, sql } from 'kysely';
import { type KeptStatements, runBothKept, runKept } from '../db/kept-statements.ts';
import type { Stored } from './column.ts';
import type { Context } from './context.ts';
import { inOrder } from './list-order.ts';
import { anyTable, column, selectRows } from './select.ts';
import type { Condition, Order, Served } from './served.ts';

/** Records are counted exactly up to here; beyond, a list only says that there are more. */
export const MOST_COUNTED = 10_000;

/** From here on, ids are looked for before rows: whatever is sorted or left out along the way is not carried along. */
const FAR = 500;

/** What a list is asked for, in the words of the database. */
export interface List {
  served: Served;
  context: Context;
  where: readonly Condition[];
  /** Rows for which this holds come before all others. */
  first: Condition | undefined;
  order: readonly Order[];
}

interface Counted {
  count: number;
}

/** The rows of a list from `offset` on, `limit` at most. */
export async function selectSlice(list: List, offset: number, limit: number): Promise<Stored[]> {
  const { first, where } = list;
  if (!first) return select(list, offset, limit, list.context.statements);
  // Two lists, one behind the other: an engine that had to look for the first ones would sort all.
  const head = { ...list, where: [...where, first] };
  const rows = await select(head, offset, limit);
  if (rows.length === limit) return rows;
  const before = offset === 0 ? rows.length : await countUpTo(head);
  const rest = { ...list, where: [...where, sql<SqlBool>`not ${first}`] };
  return [...rows, ...(await select(rest, Math.max(0, offset - before), limit - rows.length))];
}

/** The same rows and how many the list has, at once, where both had to be asked for the last time; else undefined. */
export async function selectBoth({ context }: List): Promise<{ rows: Stored[]; count: number } | undefined> {
  const found = await runBothKept<Stored, Counted>(context.db, context.statements, ['rows', 'count']);
  const [rows, [counted]] = found ?? [[], []];
  return counted && { rows, count: counted.count };
}

/** How many rows a list has, counted up to `most` where given. `statements` where it is the question's own count. */
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

/** `statements` where it is the question's own rows that are selected, and not a part of them. */
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

/** The rows with the given ids that are still there, in the order of these. */
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
