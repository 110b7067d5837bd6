import { type Kysely, sql } from 'kysely';

/** Finds the tokens that have ended, of which most are visitors' and sessions. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createIndex('tokens_by_end')
    .on('tokens')
    .expression(sql`coalesce(revoked_at_unix, expires_at_unix)`)
    .execute();
}
