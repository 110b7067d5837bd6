import { type SqlBool, sql } from 'kysely';
import { countHits, guessHits, TextSearch } from '../db/search.ts';
import type { Stored } from './column.ts';
import { inOrder } from './list-order.ts';
import { countUpTo, type List, MOST_COUNTED, rowsInOrder, selectSlice } from './list-slice.ts';
import { anyTable, column } from './select.ts';
import type { Condition } from './served.ts';

/** So many rows are sooner all looked at than those that a frequent text is found in. */
const FEW = 50_000;

interface Slice {
  rows: Stored[];
  /** How many rows the whole list has, or a number over `MOST_COUNTED`; undefined where counting them is as good. */
  count: number | undefined;
}

interface Search {
  hits: NonNullable<TextSearch['hits']>;
  isById: boolean;
  /** The list's other conditions. */
  others: readonly Condition[];
}

/**
 * The rows from `offset` on of a list that is searched for a text, with the help of an index; undefined for a list that
 * is not, or where an index does not know the text, or is no help against so frequent a one beside other conditions. Where
 * few rows have it, all of them are looked at. A frequent one is soon met while going through the list in its order.
 */
export async function searchSlice(list: List, offset: number, limit: number): Promise<Slice | undefined> {
  const search = findSearch(list);
  if (!search) return undefined;
  const isAlone = search.others.length === 0;
  // Whoever can guess so knows best how to go on, and to count the hits takes longer than all the rest.
  if (!isAlone && ((await guessHits(list.context.db, search.hits)) ?? 0) > FEW) return undefined;
  const hitCount = await countHits(list.context.db, search.hits, MOST_COUNTED + 1);
  const isFew = hitCount <= MOST_COUNTED;
  const isByIdAlone = !list.first && list.order.length === 1;
  if (!isFew && !(search.isById && isAlone && isByIdAlone)) {
    const rows = await selectSlice(list, offset, limit);
    return { rows, count: isAlone ? hitCount : await countFound(list, search) };
  }
  const areHits = isByIdAlone && (search.isById || isAlone);
  const ids = await (areHits ? selectHits : selectFound)(list, search, offset, limit);
  const rows = await rowsInOrder(list, ids);
  const isEnd = rows.length < limit && (rows.length > 0 || offset === 0);
  return { rows, count: isAlone ? hitCount : isEnd ? offset + rows.length : await countAmongHits(list, search) };
}

function findSearch({ where }: List): Search | undefined {
  const search = where.find((condition) => condition instanceof TextSearch && condition.hits !== undefined);
  if (!(search instanceof TextSearch) || !search.hits) return undefined;
  return { hits: search.hits, isById: search.isById, others: where.filter((other) => other !== search) };
}

/** Ids of the hits that the other conditions leave, in the order that the index has them in. */
async function selectHits(list: List, search: Search, offset: number, limit: number): Promise<number[]> {
  const id = sql.ref<number>('hits.id');
  const rows = await (search.others.length === 0
    ? anyTable(list.context.db).selectFrom(asTable(search.hits))
    : found(list, search)
  )
    .select(id.as('id'))
    .orderBy(id, list.order[0]?.direction ?? 'asc')
    .limit(limit)
    .offset(offset)
    .execute();
  return rows.map((row) => row.id);
}

/** The same in the order of the list, for which all hits are looked at. */
async function selectFound(list: List, search: Search, offset: number, limit: number): Promise<number[]> {
  const isLater = list.first && { by: sql`case when ${list.first} then 0 else 1 end`, direction: 'asc' as const };
  const ids = found(list, search).select(sql<number>`${column(list.served, 'id')}`.as('id'));
  const rows = await inOrder(ids, isLater ? [isLater, ...list.order] : list.order)
    .limit(limit)
    .offset(offset)
    .execute();
  return rows.map((row) => row.id);
}

/** Where the other conditions leave few rows, those are looked at, else those that have the text. */
async function countFound(list: List, search: Search): Promise<number | undefined> {
  if ((await countUpTo({ ...list, where: search.others }, FEW + 1)) <= FEW) return undefined;
  return countAmongHits(list, search);
}

async function countAmongHits(list: List, search: Search): Promise<number> {
  const ones = found(list, search)
    .select(sql`1`.as('one'))
    .limit(MOST_COUNTED + 1);
  const { count } = await anyTable(list.context.db)
    .selectFrom(ones.as('counted'))
    .select(sql<number>`count(*)`.as('count'))
    .executeTakeFirstOrThrow();
  return count;
}

/** Rows with the text: the engine is to begin with them, whatever it thinks of the other conditions. */
const found = ({ served, context }: List, { hits, others }: Search) =>
  anyTable(context.db)
    .selectFrom(asTable(hits))
    .crossJoin(served.table as string)
    .where((is) => is.and([sql<SqlBool>`${column(served, 'id')} = hits.id`, ...others]));

const asTable = (hits: Search['hits']) => sql<Record<string, unknown>>`(${hits})`.as('hits');
