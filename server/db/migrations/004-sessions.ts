import type { Kysely } from 'kysely';

/** Adds sessions, which are tokens of their own, one-time sign-in codes, and the time a token was last used. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('tokens').addColumn('last_used_at_unix', 'integer').execute();
  await db.schema
    .alterTable('tokens')
    .addColumn('is_session', 'integer', (column) => column.notNull().defaultTo(0))
    .execute();
  await db.schema.alterTable('tokens').addColumn('parent_id', 'integer').execute();
  await db.schema.createIndex('tokens_by_parent_id').on('tokens').column('parent_id').execute();
  await db.schema
    .createTable('sign_in_codes')
    .addColumn('hash', 'text', (column) => column.primaryKey())
    .addColumn('user_id', 'integer', (column) => column.notNull().references('users.id').onDelete('cascade'))
    .addColumn('role', 'text', (column) => column.notNull())
    .addColumn('expires_at_unix', 'integer', (column) => column.notNull())
    .execute();
}
