import { type Expression, type Kysely, type SqlBool, sql } from 'kysely';
import type { ListQuery } from '#contract/list-query.ts';
import { isPostgres } from '../db/engine.ts';
import { runKept } from '../db/kept-statements.ts';
import type { Tables } from '../db/tables.ts';
import type { Stored } from './column.ts';
import type { Context } from './context.ts';
import { filterConditions } from './filter.ts';
import { notFound } from './problem.ts';
import type { Served } from './served.ts';

type OpenTables = Record<string, Record<string, unknown>>;

/** The database with table names known only at run time: the protocol layer is generic over resources. */
export const anyTable = (db: Kysely<Tables>) => db as unknown as Kysely<OpenTables>;

/** A column qualified with its table, so that it is unambiguous in subqueries. */
export const column = (served: Served, name: string) => sql.ref(`${served.table}.${name}`);

/** The rows visible to the caller, narrowed by the query's filters. */
export function conditions(served: Served, query: Pick<ListQuery, 'filter'>, context: Context): Expression<SqlBool>[] {
  const scope = served.scope(context.caller);
  return [...(scope ? [scope] : []), ...filterConditions(served, query.filter, context)];
}

/** Selects the record with the id in the path. Throws 404 if it does not exist or the caller may not see it. */
export async function selectRow(served: Served, id: string, context: Context): Promise<Stored> {
  const number = recordId(id);
  const row = number === undefined ? undefined : (await selectRows(served, [number], context))[0];
  if (!row) throw notFound();
  return row;
}

/** Like `selectRow`, but locks the record until the open transaction ends. */
export async function selectRowToChange(served: Served, id: string, context: Context): Promise<Stored> {
  const number = recordId(id);
  const rows = rowsQuery(served, number === undefined ? [] : [number], context);
  // SQLite has a single writer, so the open transaction is lock enough.
  const row = await (isPostgres(context.db) ? rows.forNoKeyUpdate() : rows).executeTakeFirst();
  if (!row) throw notFound();
  return row as Stored;
}

/** Selects the records with the given ids that the caller may see, ordered by id. */
export async function selectRows(served: Served, ids: readonly number[], context: Context): Promise<Stored[]> {
  if (ids.length === 0) return [];
  const { db, statements } = context;
  const query = () => rowsQuery(served, ids, context).orderBy(column(served, 'id'));
  return (await runKept(db, statements, `${served.table} ${ids.length}`, query, ids)) as Stored[];
}

function rowsQuery(served: Served, ids: readonly number[], context: Context) {
  const isWanted = ids.length > 0 ? sql<SqlBool>`${column(served, 'id')} in (${sql.join(ids)})` : sql<SqlBool>`1 = 0`;
  return anyTable(context.db)
    .selectFrom(served.table)
    .selectAll(served.table)
    .where((is) => is.and([isWanted, ...conditions(served, { filter: {} }, context)]));
}

/** Parses an id; undefined if malformed. */
export function recordId(text: string): number | undefined {
  const id = /^[1-9]\d{0,15}$/.test(text) ? Number(text) : Number.NaN;
  return Number.isSafeInteger(id) ? id : undefined;
}
