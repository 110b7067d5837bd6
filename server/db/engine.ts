import { type Kysely, PostgresAdapter, type QueryExecutorProvider, sql } from 'kysely';
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
export async function lockName(db: QueryExecutorProvider, name: string): Promise<void> {
  if (isPostgres(db)) await sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`.execute(db);
}
