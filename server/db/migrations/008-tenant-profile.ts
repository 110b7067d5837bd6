import type { Kysely } from 'kysely';

/** Adds a tenant's title and colour: at most one row, which backups contain. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('tenant_profile')
    .addColumn('id', 'integer', (column) => column.primaryKey())
    .addColumn('title', 'text')
    .addColumn('color', 'text')
    .execute();
}
