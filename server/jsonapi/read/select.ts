import { type Compilable, type Expression, type Kysely, type SqlBool, sql } from 'kysely';
import { type ListQuery, PAGE_SIZE } from '#contract/list-query.ts';
import { isPostgres } from '../../db/engine.ts';
import { runCached } from '../../db/statement-cache.ts';
import type { Tables } from '../../db/tables.ts';
import type { StoredRow } from '../column.ts';
import { notFound } from '../document/problem.ts';
import type { Context } from '../request/context.ts';
import type { ResourceConfig } from '../resource-config.ts';
import { filterConditions } from './filter.ts';
import { columnNames, type Fields, shownBytes, shownBytesOf, shownColumns } from './shown-columns.ts';

/** Looking up this many rows by their ids takes a few milliseconds. */
const MAX_ROWS_HERE = PAGE_SIZE.most + 1;
/** Up to this many bytes are read before they are counted, to save a round trip. */
const MAX_UNCOUNTED_BYTES = 1_048_576;
const SUBQUERY = /\bselect\b/i;

type OpenTables = Record<string, Record<string, unknown>>;

/** The database with table names known only at run time: the protocol layer is generic over resources. */
export const untypedDb = (db: Kysely<Tables>) => db as unknown as Kysely<OpenTables>;

/** A column qualified with its table, so that it is unambiguous in subqueries. */
export const column = (config: ResourceConfig, name: string) => sql.ref(`${config.table}.${name}`);

/** The rows visible to the caller, narrowed by the query's filters. */
export function whereConditions(
  config: ResourceConfig,
  query: Pick<ListQuery, 'filter'>,
  context: Context,
): Expression<SqlBool>[] {
  return [...scopeConditions(config, context), ...filterConditions(config, query.filter, context)];
}

export function scopeConditions(config: ResourceConfig, { caller }: Context): Expression<SqlBool>[] {
  const scope = config.scope(caller);
  return scope ? [scope] : [];
}

/**
 * Selects the record with the id in the path, with the columns that `fields` shows, or all. Throws 404 if it does not
 * exist or the caller may not see it.
 */
export async function selectRow(
  config: ResourceConfig,
  id: string,
  context: Context,
  fields?: Fields,
): Promise<StoredRow> {
  const row = await findRow(config, id, context, fields);
  if (!row) throw notFound();
  return row;
}

/** Like `selectRow`, but undefined if there is no such record that the caller may see. */
export async function findRow(
  config: ResourceConfig,
  id: string,
  context: Context,
  fields?: Fields,
): Promise<StoredRow | undefined> {
  const number = parseId(id);
  // A single record always fits into a response.
  return number === undefined ? undefined : (await selectRows(config, [number], context, fields, true))[0];
}

/** Like `selectRow`, but locks the record until the open transaction ends. */
export async function selectRowForUpdate(config: ResourceConfig, id: string, context: Context): Promise<StoredRow> {
  const number = parseId(id);
  if (number === undefined) throw notFound();
  const rows = whereIds(config, [number], context).selectAll(config.table);
  // SQLite has a single writer, so the open transaction is lock enough.
  const row = await (isPostgres(context.db) ? rows.forNoKeyUpdate() : rows).executeTakeFirst();
  if (!row) throw notFound();
  return row as StoredRow;
}

/**
 * Selects the records with the given ids that the caller may see, ordered by id. With `fields`, they are part of a
 * response: their bytes are taken from the request's budget, unless they already were (`areCounted`). `where` leaves
 * out records that no longer match. Its values are cached with the statement, so it must depend on the request alone.
 */
export async function selectRows(
  config: ResourceConfig,
  ids: readonly number[],
  context: Context,
  fields?: Fields,
  areCounted = false,
  where: readonly Expression<SqlBool>[] = [],
): Promise<StoredRow[]> {
  if (ids.length === 0) return [];
  const { statements, budget } = context;
  const db = canRunHere(ids, context, where) ? (context.inProcessDb ?? context.db) : context.db;
  const run = <Row>(name: string, query: () => Compilable<Row>, values: readonly unknown[] = ids) =>
    runCached(db, statements, `${name} ${config.table} ${ids.length}`, query, values);
  const names = fields && (await columnNames(config, context));
  const rowsName = where.length > 0 ? 'matching' : 'rows';
  const narrowed = (guard: readonly Expression<SqlBool>[] = []) => {
    const query = whereIds(config, ids, context, guard)
      .where((eb) => eb.and([...where]))
      .orderBy(column(config, 'id'));
    return names ? query.select(shownColumns(config, fields, names)) : query.selectAll(config.table);
  };
  if (fields && budget && !areCounted) {
    const sum = sql<number>`cast(coalesce(sum(${shownBytes(config, fields)}), 0) as bigint)`;
    budget.take(ids.length, 0);
    // Checks the size and reads in one round trip. Yields nothing if the rows are large, or if there are none.
    const most = Math.min(budget.left, MAX_UNCOUNTED_BYTES);
    const fits = () => sql<SqlBool>`${withIds(config, ids, context).select(sum.as('bytes'))} <= ${most}`;
    const fitting = await run(`fitting ${rowsName}`, () => narrowed([fits()]), [...ids, ...ids, most]);
    if (fitting.length > 0) {
      budget.take(0, shownBytesOf(config, fitting as StoredRow[], fields));
      return fitting as StoredRow[];
    }
    const [counted] = await run('bytes', () => whereIds(config, ids, context).select(sum.as('bytes')));
    budget.take(0, counted?.bytes ?? 0);
  }
  return (await run(rowsName, narrowed)) as StoredRow[];
}

/** False for many rows, and for conditions that read more than the rows themselves. */
function canRunHere(
  ids: readonly number[],
  { db, inProcessDb }: Context,
  where: readonly Expression<SqlBool>[],
): boolean {
  if (!inProcessDb || ids.length > MAX_ROWS_HERE) return false;
  return where.length === 0 || !SUBQUERY.test(sql`${sql.join([...where])}`.compile(db).sql);
}

/** Narrows to those of the ids that the caller may see. The parameters of `guard` follow the ids. */
const whereIds = (
  config: ResourceConfig,
  ids: readonly number[],
  context: Context,
  guard: readonly Expression<SqlBool>[] = [],
) => {
  const scope = config.scopeById(context.caller);
  const scopes = scope ? [scope] : scopeConditions(config, context);
  return withIds(config, ids, context).where((eb) => eb.and([...guard, ...scopes]));
};

function withIds(config: ResourceConfig, ids: readonly number[], context: Context) {
  const isWanted = sql<SqlBool>`${column(config, 'id')} in (${sql.join(ids)})`;
  return untypedDb(context.db).selectFrom(config.table).where(isWanted);
}

/** Parses an id; undefined if malformed. */
export function parseId(text: string): number | undefined {
  const id = /^[1-9]\d{0,15}$/.test(text) ? Number(text) : Number.NaN;
  return Number.isSafeInteger(id) ? id : undefined;
}
