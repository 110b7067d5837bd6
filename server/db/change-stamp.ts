import { type Kysely, sql } from 'kysely';
import type { Tables } from './tables.ts';

/**
 * A text that differs once anything has been written to the database: by this connection, whose changed rows SQLite
 * counts, or by any other, for which it keeps a version.
 */
export async function changeStamp(db: Kysely<Tables>): Promise<string> {
  const { rows } = await sql<{ stamp: string }>`
    select data_version || '.' || total_changes() as stamp from pragma_data_version
  `.execute(db);
  return rows[0]?.stamp ?? '';
}
