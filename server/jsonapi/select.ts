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

/** The same database with tables named at run time: the protocol knows no resource, so no table either. */
export const anyTable = (db: Kysely<Tables>) => db as unknown as Kysely<OpenTables>;

/** A column with its table, so that it stays clear in a query within a query. */
export const column = (served: Served, name: string) => sql.ref(`${served.table}.${name}`);

/** What the caller may see, and what the query's filters leave of it. */
export function conditions(served: Served, query: Pick<ListQuery, 'filter'>, context: Context): Expression<SqlBool>[] {
  const scope = served.scope(context.caller);
  return [...(scope ? [scope] : []), ...filterConditions(served, query.filter, context)];
}

/** The record with an id as it stands in a path. Throws 404 where there is none, or none for this caller. */
export async function selectRow(served: Served, id: string, context: Context): Promise<Stored> {
  const number = recordId(id);
  const row = number === undefined ? undefined : (await selectRows(served, [number], context))[0];
  if (!row) throw notFound();
  return row;
}

/** The record as `selectRow` finds it, which nobody else changes until the open transaction ends. */
export async function selectRowToChange(served: Served, id: string, context: Context): Promise<Stored> {
  const number = recordId(id);
  const rows = rowsQuery(served, number === undefined ? [] : [number], context);
  // On SQLite nobody else writes while a transaction is open.
  const row = await (isPostgres(context.db) ? rows.forNoKeyUpdate() : rows).executeTakeFirst();
  if (!row) throw notFound();
  return row as Stored;
}

/** The records with the given ids that the caller may see, by id. */
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

/** An id as a number; undefined for a text that is no id. */
export function recordId(text: string): number | undefined {
  const id = /^[1-9]\d{0,15}$/.test(text) ? Number(text) : Number.NaN;
  return Number.isSafeInteger(id) ? id : undefined;
}
