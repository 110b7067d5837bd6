import { type Kysely, type SqlBool, sql } from 'kysely';

/** Replaces the final form of the sigma in texts normalized for search, which no longer have it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const [table, column] of Object.entries(SEARCHABLE)) {
    const text = sql.ref<string>(column);
    await db
      .withTables<Record<string, Record<string, string>>>()
      .updateTable(table)
      .set({ [column]: sql<string>`replace(${text}, 'ς', 'σ')` })
      .where(sql<SqlBool>`${text} like '%ς%'`)
      .execute();
  }
}

const SEARCHABLE = {
  users: 'name_folded',
  rooms: 'name_folded',
  support_draft_messages: 'message_content_folded',
} as const;
