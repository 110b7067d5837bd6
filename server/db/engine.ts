import { type Kysely, PostgresAdapter, type QueryExecutorProvider, sql } from 'kysely';
import type { Tables } from './tables.ts';

/** Whether a database is PostgreSQL, as against SQLite. To be asked only where the two need different words. */
export function isPostgres(db: QueryExecutorProvider): boolean {
  return db.getExecutor().adapter instanceof PostgresAdapter;
}

/**
 * Keeps others from changing or deleting a record until the open transaction ends. Who takes several takes the room
 * first, so that no two wait for each other. SQLite lets one transaction write at a time anyway.
 */
export async function lockRow(db: Kysely<Tables>, table: 'rooms' | 'users', id: number): Promise<void> {
  if (isPostgres(db)) await db.selectFrom(table).select('id').where('id', '=', id).forNoKeyUpdate().execute();
}

/** Lets one transaction at a time pass, of all processes, that asks for the same name; until it ends. */
export async function lockName(db: QueryExecutorProvider, name: string): Promise<void> {
  if (isPostgres(db)) await sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`.execute(db);
}
