import { type Kysely, type RawBuilder, sql } from 'kysely';
import { isPostgres } from './engine.ts';
import type { Tables } from './tables.ts';

/**
 * A text that differs once anything has been written to the database, by whomever. On PostgreSQL it is which
 * transactions can be seen: while those are the same, so is everything that can be read. On SQLite it is the rows that
 * this connection has changed, and the version that the file keeps for changes by others.
 */
export function changeStamp(db: Kysely<Tables>): RawBuilder<string> {
  if (isPostgres(db)) return sql`pg_current_snapshot()::text`;
  return sql`(select data_version || '.' || total_changes() from pragma_data_version)`;
}
