import { type Kysely, sql } from 'kysely';

/** Indexes tokens by their end, to find expired and revoked ones: mostly visitors' tokens and sessions. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createIndex('tokens_by_end')
    .on('tokens')
    .expression(sql`coalesce(revoked_at_unix, expires_at_unix)`)
    .execute();
}
