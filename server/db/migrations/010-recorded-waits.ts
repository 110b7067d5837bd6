import { type Kysely, sql } from 'kysely';
import { isPostgres } from '../engine.ts';

/**
 * Adds the completed waits of visitors; an ongoing one is stored in its room only. No foreign key: a wait outlives its
 * room.
 */
export async function up(db: Kysely<unknown>, schema = 'public'): Promise<void> {
  await db.schema
    .createTable('waits')
    .addColumn('id', 'integer', (column) => column.primaryKey().autoIncrement())
    .addColumn('started_unix', 'integer', (column) => column.notNull())
    .addColumn('ended_unix', 'integer', (column) => column.notNull())
    .execute();
  // Both are covering indexes.
  for (const columns of [
    ['started_unix', 'ended_unix'],
    ['ended_unix', 'started_unix'],
  ]) {
    await db.schema.createIndex(`waits_by_${columns[0]}`).on('waits').columns(columns).execute();
  }
  await db.schema
    .createTable('wait_recording')
    .addColumn('id', 'integer', (column) => column.primaryKey())
    .addColumn('since_unix', 'integer', (column) => column.notNull())
    .execute();
  const table = sql.id(...(isPostgres(db) ? [schema] : []), 'wait_recording');
  await sql`insert into ${table} values (1, ${sql.lit(Math.ceil(Date.now() / 1000))})`.execute(db);
}
