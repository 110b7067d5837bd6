import { type SqlBool, sql } from 'kysely';
import { isPostgres } from '../../db/engine.ts';
import { countHits, estimateHits, TextSearch } from '../../db/search/search.ts';
import type { Condition } from '../hooks.ts';
import { applyOrder } from './list-order.ts';
import { countUpTo, type List, maxExactCount, type Slice, selectRowsInOrder, selectSlice } from './list-slice.ts';
import { column, untypedDb } from './select.ts';

/** Scanning this many rows is faster than going through the hits of a frequent text. */
const MAX_SCANNED_ROWS = 50_000;
/** More hits are found sooner by scanning in list order than by sorting them. */
const MAX_SORTED_HITS = 3_000;

interface SearchSlice extends Slice {
  /** The list's total, or a number over `maxExactCount`; undefined if an ordinary count is as fast. */
  count: number | undefined;
}

interface Search {
  hits: NonNullable<TextSearch['hits']>;
  isById: boolean;
  /** The list's other conditions. */
  others: readonly Condition[];
}

/**
 * Selects a page of a text search via the index. Few hits are all loaded and sorted; a frequent text is quickly found
 * by scanning in list order. Returns undefined if the list is not a search, or when the index would be slower than a
 * scan.
 */
export async function selectSearchSlice(list: List, offset: number, limit: number): Promise<SearchSlice | undefined> {
  const search = findSearch(list);
  if (!search) return undefined;
  const isAlone = search.others.length === 0;
  const isAllAsked = isAlone || isForStaffAlone(list, search);
  // An engine that can estimate the hits also plans the scan well, and counting them would take longer than everything
  // else.
  if (!isAlone && ((await estimateHits(list.context.db, search.hits)) ?? 0) > MAX_SCANNED_ROWS) return undefined;
  const hitCount =
    isAllAsked && !isAlone
      ? await countForStaff(list, search)
      : await countHits(list.context.db, search.hits, MAX_SORTED_HITS + 1);
  // Without hits, no further query: scanning for a text that does not occur takes the longest.
  if (hitCount === 0) return { rows: [], found: 0, count: 0 };
  const isFew = hitCount <= MAX_SORTED_HITS;
  const isByIdAlone = !list.first && list.order.length === 1;
  if (!isFew && !(search.isById && isAlone && isByIdAlone)) {
    const slice = await selectSlice(list, offset, limit);
    return { ...slice, count: isAllAsked ? hitCount : await countUnlessCheap(list, search) };
  }
  const areHits = isByIdAlone && (search.isById || isAlone);
  const ids = await (areHits ? selectHits : selectHitsInListOrder)(list, search, offset, limit);
  const slice = await selectRowsInOrder(list, ids);
  const isEnd = ids.length < limit && (ids.length > 0 || offset === 0);
  return { ...slice, count: isAllAsked ? hitCount : isEnd ? offset + ids.length : await countAmongHits(list, search) };
}

/**
 * True if the scope of staff is the only other condition. It hides few rows, so counting only the visible hits costs
 * less than counting all hits as well.
 */
const isForStaffAlone = ({ config, context: { caller } }: List, { others }: Search) =>
  others.length === 1 && caller.role !== 'guest' && config.scope(caller) !== undefined;

function findSearch({ where }: List): Search | undefined {
  const search = where.find((condition) => condition instanceof TextSearch && condition.hits !== undefined);
  if (!(search instanceof TextSearch) || !search.hits) return undefined;
  return { hits: search.hits, isById: search.isById, others: where.filter((other) => other !== search) };
}

/** Selects ids of the hits that match the other conditions, in index order. */
async function selectHits(list: List, search: Search, offset: number, limit: number): Promise<number[]> {
  const id = sql.ref<number>('hits.id');
  const rows = await (search.others.length === 0
    ? untypedDb(list.context.db).selectFrom(asTable(search.hits))
    : matchingHits(list, search)
  )
    .select(id.as('id'))
    .orderBy(id, list.order[0]?.direction ?? 'asc')
    .limit(limit)
    .offset(offset)
    .execute();
  return rows.map((row) => row.id);
}

/** Selects the same in list order, which reads all hits. */
async function selectHitsInListOrder(list: List, search: Search, offset: number, limit: number): Promise<number[]> {
  const isLater = list.first && { by: sql`case when ${list.first} then 0 else 1 end`, direction: 'asc' as const };
  const { config, context } = list;
  const id = sql<number>`${column(config, 'id')}`;
  // PostgreSQL looks up the ids of an array, where it would join hits with the whole table (see `countAmongHits`).
  const found = isPostgres(context.db)
    ? untypedDb(context.db)
        .selectFrom(config.table as string)
        .where((eb) => eb.and([sql<SqlBool>`${id} = any(array(${search.hits}))`, ...search.others]))
    : matchingHits(list, search);
  const rows = await applyOrder(found.select(id.as('id')), isLater ? [isLater, ...list.order] : list.order)
    .limit(limit)
    .offset(offset)
    .execute();
  return rows.map((row) => row.id);
}

/** Counts the matching hits; the first ones often exceed the limit. Undefined if scanning the other rows is cheaper. */
async function countUnlessCheap(list: List, search: Search): Promise<number | undefined> {
  const firstHits = sql<{ id: number }>`select id from (${search.hits}) as hits limit ${sql.lit(MAX_SORTED_HITS)}`;
  const ofFirst = await countAmongHits(list, { ...search, hits: firstHits });
  if (ofFirst > maxExactCount(list)) return ofFirst;
  if ((await countUpTo({ ...list, where: search.others }, MAX_SCANNED_ROWS + 1)) <= MAX_SCANNED_ROWS) return undefined;
  return countAmongHits(list, search);
}

/** Counts the hits within the scope of staff. */
function countForStaff(list: List, search: Search): Promise<number> {
  const { config, context } = list;
  const isHidden = config.isHidden(sql.ref('hits.id'), context);
  if (!isHidden) return countAmongHits(list, search, MAX_SORTED_HITS);
  const seen = sql<{ id: number }>`select hits.id from (${search.hits}) as hits where not ${isHidden}`;
  return countHits(context.db, seen, MAX_SORTED_HITS + 1);
}

async function countAmongHits(list: List, search: Search, max = maxExactCount(list)): Promise<number> {
  const { config, context } = list;
  // PostgreSQL overestimates the hits of a short text and would join them with the whole table. `offset 0` makes it
  // look up each.
  const found = isPostgres(context.db)
    ? untypedDb(context.db)
        .selectFrom(asTable(search.hits))
        .crossJoinLateral((eb) =>
          eb
            .selectFrom(config.table as string)
            .select(sql`1`.as('one'))
            .where((row) => row.and([sql<SqlBool>`${column(config, 'id')} = hits.id`, ...search.others]))
            .offset(0)
            .as('matching'),
        )
    : matchingHits(list, search);
  const ones = found.select(sql`1`.as('one')).limit(max + 1);
  const { count } = await untypedDb(context.db)
    .selectFrom(ones.as('counted'))
    .select(sql<number>`count(*)`.as('count'))
    .executeTakeFirstOrThrow();
  return count;
}

/** A cross join makes SQLite start from the hits, whatever it estimates for the other conditions. */
const matchingHits = ({ config, context }: List, { hits, others }: Search) =>
  untypedDb(context.db)
    .selectFrom(asTable(hits))
    .crossJoin(config.table as string)
    .where((eb) => eb.and([sql<SqlBool>`${column(config, 'id')} = hits.id`, ...others]));

const asTable = (hits: Search['hits']) => sql<Record<string, unknown>>`(${hits})`.as('hits');
