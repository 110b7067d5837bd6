import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { isPostgres } from '../../db/engine.ts';
import { TextSearch } from '../../db/search/search.ts';
import { runBothCached, runCached, type StatementCache } from '../../db/statement-cache.ts';
import type { StoredRow } from '../column.ts';
import type { Condition, Order } from '../hooks.ts';
import type { Context } from '../request/context.ts';
import type { ResourceConfig } from '../resource-config.ts';
import { applyOrder } from './list-order.ts';
import { MAX_HIDDEN_ROWS } from './quick-reads.ts';
import { column, selectRows, untypedDb } from './select.ts';
import { type Fields, shownBytes } from './shown-columns.ts';

/** Counts are exact up to this limit; beyond it, a list only reports a minimum. */
const MAX_EXACT_COUNT = 10_000;
/** The limit for text searches, whose hits have to be visited one by one. */
const MAX_EXACT_HITS = 1_000;

/** A list query, compiled to SQL conditions. */
export interface List {
  config: ResourceConfig;
  context: Context;
  where: readonly Condition[];
  /** The conditions of `where` except for the caller's scope. */
  narrowing: readonly Condition[];
  /** Rows that match sort before all others. */
  first: Condition | undefined;
  order: readonly Order[];
  fields: Fields;
}

/** A part of a list. */
export interface Slice {
  rows: StoredRow[];
  /** How many were found, including those that have changed or gone since. */
  found: number;
}

interface Found {
  id: number;
  bytes: number;
}

interface Counted {
  count: number;
}

/** The number up to which the rows of a list are counted exactly. */
export const maxExactCount = ({ where }: List): number =>
  where.some((condition) => condition instanceof TextSearch) ? MAX_EXACT_HITS : MAX_EXACT_COUNT;

/** Selects at most `limit` rows of a list, starting at `offset`. */
export async function selectSlice(list: List, offset: number, limit: number): Promise<Slice> {
  const { first, where } = list;
  if (!first) return selectFound(list, await selectIds(list, offset, limit, list.context.statements));
  // Two queries, one after the other: a single query would have to sort all rows.
  const head = { ...list, where: [...where, first] };
  const start = await selectFound(list, await selectIds(head, offset, limit));
  if (start.found === limit) return start;
  const before = offset === 0 ? start.found : await countUpTo(head);
  const rest = { ...list, where: [...where, sql<SqlBool>`not ${first}`] };
  const end = await selectFound(list, await selectIds(rest, Math.max(0, offset - before), limit - start.found));
  return { rows: [...start.rows, ...end.rows], found: start.found + end.found };
}

/** Selects the ids and the count in one round trip if the previous request cached both statements; else undefined. */
export async function selectCached(list: List): Promise<(Slice & { count: number }) | undefined> {
  const { context } = list;
  const found = await runBothCached<Found, Counted>(context.db, context.statements, ['ids', countName(context)]);
  const [ids, [counted]] = found ?? [[], []];
  return counted && { ...(await selectFound(list, ids)), count: counted.count };
}

/** Counts a list's rows, up to `max` if given. Pass `statements` only for the count of the request itself. */
export async function countUpTo(list: List, max?: number, statements?: StatementCache): Promise<number> {
  const [counted] = await runCached(list.context.db, statements, countName(list.context), () => {
    const quick = max !== undefined && statements && quickCount(list, max);
    if (quick) return untypedDb(list.context.db).selectNoFrom(quick.as('count'));
    const ones = matching(list).select(sql`1`.as('one'));
    return untypedDb(list.context.db)
      .selectFrom((max === undefined ? ones : ones.limit(max)).as('counted'))
      .select(sql<number>`count(*)`.as('count'));
  });
  if (!counted) throw new Error('A count query returned no row.');
  return counted.count;
}

/** Two names: a quick list that later hides too many rows is no longer quick, and must be counted in another way. */
const countName = ({ inProcessDb }: Context) => (inProcessDb ? 'count' : 'count here');

/**
 * The count of a quick list on SQLite, up to `max` or more: all of its rows minus those that the scope hides, so that
 * both are counted by an index. Skipping rows takes a third of the time of counting them. Undefined for other lists.
 */
function quickCount(list: List, max: number): RawBuilder<number> | undefined {
  const { config, context, where, narrowing } = list;
  if (isPostgres(context.db) || context.inProcessDb || context.caller.role === 'guest') return undefined;
  const scope = where.filter((condition) => !narrowing.includes(condition));
  if (scope.length > 0 && config.hideable.length === 0) return undefined;
  const countOf = (conditions: readonly Condition[]) =>
    matching({ ...list, where: conditions }).select(sql`count(*)`.as('count'));
  const hidden = scope.map((shown) => countOf([...config.hideable, ...narrowing, sql<SqlBool>`not ${shown}`]));
  // A quick list hides at most this many rows.
  const skipped = max - 1 + (scope.length > 0 ? MAX_HIDDEN_ROWS : 0);
  const next = matching({ ...list, where: narrowing })
    .select(sql`1`.as('one'))
    .limit(1)
    .offset(skipped);
  const counts = sql.join([countOf(narrowing), ...hidden], sql` - `);
  return sql<number>`case when ${next} is not null then ${max} else ${counts} end`;
}

/**
 * Selects ids before rows: sorting and skipping carry no whole rows, and the size of the response is known before they
 * are read. Pass `statements` only for the rows of the request itself, not for a part of them.
 */
function selectIds(list: List, offset: number, limit: number, statements?: StatementCache): Promise<Found[]> {
  const { config, fields, order } = list;
  return runCached(list.context.db, statements, 'ids', () => {
    const id = sql<number>`${column(config, 'id')}`.as('id');
    const found = matching(list).select([id, shownBytes(config, fields).as('bytes')]);
    return applyOrder(found, order).limit(limit).offset(offset);
  });
}

function selectFound(list: List, found: readonly Found[]): Promise<Slice> {
  list.context.budget?.take(
    found.length,
    found.reduce((sum, { bytes }) => sum + bytes, 0),
  );
  return selectRowsInOrder(
    list,
    found.map(({ id }) => id),
    true,
  );
}

/**
 * Selects the rows with the given ids, in that order. Rows that no longer exist or match are left out: on SQLite, others
 * write between the queries of a list.
 */
export async function selectRowsInOrder(
  { config, context, fields, narrowing }: List,
  ids: readonly number[],
  areCounted = false,
): Promise<Slice> {
  // PostgreSQL reads a snapshot. Text searches are not repeated, because their index has found the row.
  const conditions = isPostgres(context.db) ? [] : narrowing.filter((condition) => !(condition instanceof TextSearch));
  const found = await selectRows(config, ids, context, fields, areCounted, conditions);
  const rows = new Map(found.map((row) => [row.id, row]));
  return { rows: ids.map((id) => rows.get(id)).filter((row) => row !== undefined), found: ids.length };
}

const matching = ({ config, context, where }: List) =>
  untypedDb(context.db)
    .selectFrom(config.table)
    .where((eb) => eb.and([...where]));
