import { type Kysely, type RawBuilder, sql } from 'kysely';
import { isPostgres } from './engine.ts';
import type { Tables } from './tables.ts';

/**
 * A version of the database that changes with every write, from any process. On PostgreSQL it is the transaction
 * snapshot: an equal snapshot means equal data. On SQLite it combines this connection's change count with
 * `data_version`, which counts changes by other connections.
 */
export function changeStamp(db: Kysely<Tables>): RawBuilder<string> {
  if (isPostgres(db)) return sql`pg_current_snapshot()::text`;
  return sql`(select data_version || '.' || total_changes() from pragma_data_version)`;
}
