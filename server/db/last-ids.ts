import { sql } from 'kysely';
import { isPostgres } from './engine.ts';
import type { Place } from './open.ts';

/** Returns the highest id each table has ever assigned, 0 if none. */
export async function readLastIds({ db, schema }: Place, tables: readonly string[]): Promise<Map<string, number>> {
  const ids = new Map<string, number>();
  for (const table of tables) {
    const query = isPostgres(db)
      ? sql<{ id: number | null }>`select pg_sequence_last_value(${sequence(schema, table)}) as id`
      : sql<{ id: number | null }>`select max(seq) as id from sqlite_sequence where name = ${table}`;
    const { rows } = await query.execute(db);
    ids.set(table, rows[0]?.id ?? 0);
  }
  return ids;
}

/** Advances the id sequences to at least the given ids. Never moves one back, so no id is assigned twice. */
export async function raiseLastIds({ db, schema }: Place, ids: ReadonlyMap<string, number>): Promise<void> {
  const current = await readLastIds({ db, schema }, [...ids.keys()]);
  for (const [table, id] of ids) {
    if (id <= (current.get(table) ?? 0)) continue;
    if (isPostgres(db)) {
      await sql`select setval(${sequence(schema, table)}, ${id}::bigint)`.execute(db);
    } else {
      await sql`delete from sqlite_sequence where name = ${table}`.execute(db);
      await sql`insert into sqlite_sequence (name, seq) values (${table}, ${id})`.execute(db);
    }
  }
}

const sequence = (schema = 'public', table: string) =>
  sql`pg_get_serial_sequence(${`"${schema}"."${table}"`}::text, 'id')::regclass`;
