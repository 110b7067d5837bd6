import { sql } from 'kysely';
import type { Json } from '#contract/attribute.ts';
import { recordChange } from '../audit/record-change.ts';
import type { DraftRow } from '../db/tables.ts';
import { ConcurrencyError } from '../db/transact.ts';
import { problem } from '../jsonapi/document/problem.ts';
import { type Context, nowUnix } from '../jsonapi/request/context.ts';
import { assertVersion } from '../jsonapi/write/optimistic-lock.ts';
import { alreadyResolved, canResolve, isInReview, isReopenable } from './draft-rules.ts';

/**
 * Puts a rejected draft back in review, for reviewers who rejected it by mistake. Idempotent. Throws after 24 hours, for
 * an approved draft, and if the author has already written another draft in its place.
 */
export async function reopenDraft(row: DraftRow, meta: Json, context: Context): Promise<DraftRow> {
  if (!canResolve(row, context.caller)) throw problem(403, '403', 'Only an admin may reopen their own draft.');
  if (isInReview(row)) return row;
  assertVersion(row, meta);
  if (row.status === 'approved') throw alreadyResolved(row, 'The draft is approved: its text has been sent.');
  if (!isReopenable(row, nowUnix(context))) {
    throw alreadyResolved(row, 'A rejected draft can be reopened only within 24 hours.');
  }
  if (await isRevised(row, context)) throw alreadyResolved(row, 'The author has already revised this draft.');
  const reopened = await context.db
    .updateTable('support_draft_messages')
    .set({
      status: 'in_review',
      resolved_user_id: null,
      resolved_time_unix: null,
      comment: null,
      create_user_resolved_read_time_unix: null,
      updated_at_unix: nowUnix(context),
      version: sql`version + 1`,
    })
    .where('id', '=', row.id)
    .where('version', '=', row.version)
    .returningAll()
    .executeTakeFirst();
  if (!reopened) throw new ConcurrencyError(`draft ${row.id}`);
  await recordChange(context, 'reopen', 'support_draft_messages', { before: row, after: reopened });
  return reopened;
}

/** A revision is a newer draft by the same author in the same room, written after the verdict. */
async function isRevised({ id, room_id, created_user_id, resolved_time_unix }: DraftRow, { db }: Context) {
  if (created_user_id === null) return false;
  const newer = await db
    .selectFrom('support_draft_messages')
    .select('id')
    .where('room_id', '=', room_id)
    .where('created_user_id', '=', created_user_id)
    .where('id', '>', id)
    .where('created_at_unix', '>=', resolved_time_unix)
    .executeTakeFirst();
  return newer !== undefined;
}
