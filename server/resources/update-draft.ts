import { sql, type Updateable } from 'kysely';
import type { DraftRow, DraftsTable } from '../db/tables.ts';
import { type Context, nowUnix } from '../jsonapi/request/context.ts';

/** Updates a draft, its version and the time of its update. Returns undefined if it has changed since it was read. */
export function updateDraft(
  row: DraftRow,
  values: Updateable<DraftsTable>,
  context: Context,
): Promise<DraftRow | undefined> {
  return context.db
    .updateTable('support_draft_messages')
    .set({ ...values, updated_at_unix: nowUnix(context), version: sql`version + 1` })
    .where('id', '=', row.id)
    .where('version', '=', row.version)
    .returningAll()
    .executeTakeFirst();
}
