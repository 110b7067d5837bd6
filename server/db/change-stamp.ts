import { type Kysely, sql } from 'kysely';
import { isPostgres } from './engine.ts';
import type { Tables } from './tables.ts';

/**
 * A text that differs once anything has been written to the database, by whomever. On PostgreSQL it is which
 * transactions can be seen: while those are the same, so is everything that can be read. On SQLite it is the rows that
 * this connection has changed, and the version that the file keeps for changes by others.
 */
export async function changeStamp(db: Kysely<Tables>): Promise<string> {
  const stamp = isPostgres(db)
    ? sql<{ stamp: string }>`select pg_current_snapshot()::text as stamp`
    : sql<{ stamp: string }>`select data_version || '.' || total_changes() as stamp from pragma_data_version`;
  const { rows } = await stamp.execute(db);
  return rows[0]?.stamp ?? '';
}
