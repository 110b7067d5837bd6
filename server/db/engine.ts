import { type Kysely, PostgresAdapter, type QueryExecutorProvider, type RawBuilder, sql } from 'kysely';
import type { Tables } from './tables.ts';

/** True for PostgreSQL, false for SQLite. Use it only where the two engines need different SQL. */
export function isPostgres(db: QueryExecutorProvider): boolean {
  return db.getExecutor().adapter instanceof PostgresAdapter;
}

/**
 * Locks a record against updates and deletes until the open transaction ends. To avoid deadlocks, lock the room before
 * other records. A no-op on SQLite, which allows one write transaction at a time.
 */
export async function lockRow(db: Kysely<Tables>, table: 'rooms' | 'users', id: number): Promise<void> {
  if (isPostgres(db)) await db.selectFrom(table).select('id').where('id', '=', id).forNoKeyUpdate().execute();
}

/** Takes an advisory lock by name, across all processes, until the open transaction ends. A no-op on SQLite. */
export async function takeAdvisoryLock(db: QueryExecutorProvider, name: string): Promise<void> {
  if (isPostgres(db)) await sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`.execute(db);
}

/**
 * A version of the database that changes with every write, from any process: PostgreSQL's transaction snapshot, or
 * SQLite's count of this connection's changes with `data_version`, which counts those of others.
 */
export function dataVersion(db: Kysely<Tables>): RawBuilder<string> {
  if (isPostgres(db)) return sql`pg_current_snapshot()::text`;
  return sql`(select data_version || '.' || total_changes() from pragma_data_version)`;
}
