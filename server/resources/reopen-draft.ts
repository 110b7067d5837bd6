import { expressionBuilder, type Kysely } from 'kysely';
import type { Json } from '#contract/attribute.ts';
import { recordChange } from '../audit/record-change.ts';
import type { DraftRow, Tables } from '../db/tables.ts';
import { ConcurrencyError } from '../db/transact.ts';
import { problem } from '../jsonapi/document/problem.ts';
import { type Context, nowUnix } from '../jsonapi/request/context.ts';
import { assertVersion } from '../jsonapi/write/optimistic-lock.ts';
import { alreadyResolved, canResolve, isInReview, isReopenable } from './draft-rules.ts';
import { updateDraft } from './update-draft.ts';

/**
 * Puts a draft that was rejected by mistake back in review. Idempotent. Throws after 24 hours, for an approved draft,
 * and if the author has already revised the draft.
 */
export async function reopenDraft(row: DraftRow, meta: Json, context: Context): Promise<DraftRow> {
  if (!canResolve(row, context.caller)) throw problem(403, '403', 'Only an admin can reopen their own draft.');
  if (isInReview(row)) return row;
  assertVersion(row, meta);
  if (row.status === 'approved') throw alreadyResolved(row, 'The draft was approved and its text has been sent.');
  if (!isReopenable(row, nowUnix(context))) {
    throw alreadyResolved(row, 'A rejected draft can be reopened only within 24 hours.');
  }
  if ((await findRevised([row], context.db)).length > 0)
    throw alreadyResolved(row, 'The author has already revised this draft.');
  const inReview = {
    status: 'in_review',
    resolved_user_id: null,
    resolved_time_unix: null,
    comment: null,
    create_user_resolved_read_time_unix: null,
  };
  const reopened = await updateDraft(row, inReview, context);
  if (!reopened) throw new ConcurrencyError(`draft ${row.id}`);
  await recordChange(context, 'reopen', 'support_draft_messages', { before: row, after: reopened });
  return reopened;
}

const eb = expressionBuilder<Tables, 'support_draft_messages'>();

/**
 * Ids of the drafts that their authors have revised. A revision is a newer draft by the same author in the same room,
 * written after the verdict. An index finds the first one.
 */
export async function findRevised(rows: readonly DraftRow[], db: Kysely<Tables>): Promise<number[]> {
  if (rows.length === 0) return [];
  const isRevised = eb.exists(
    eb
      .selectFrom('support_draft_messages as newer')
      .select('newer.id')
      .whereRef('newer.room_id', '=', 'support_draft_messages.room_id')
      .whereRef('newer.id', '>', 'support_draft_messages.id')
      .whereRef('newer.created_user_id', '=', 'support_draft_messages.created_user_id')
      .whereRef('newer.created_at_unix', '>=', 'support_draft_messages.resolved_time_unix'),
  );
  const ids = rows.map(({ id }) => id);
  const revised = db.selectFrom('support_draft_messages').select('id').where('id', 'in', ids).where(isRevised);
  return (await revised.execute()).map(({ id }) => id);
}
