import type { Json } from '#contract/attribute.ts';
import { recordChange } from '../audit/record-change.ts';
import { lockRow } from '../db/engine.ts';
import { normalizeForSearch } from '../db/search/normalize-for-search.ts';
import type { DraftRow } from '../db/tables.ts';
import { ConcurrencyError } from '../db/transact.ts';
import { problem } from '../jsonapi/document/problem.ts';
import { type Context, nowUnix } from '../jsonapi/request/context.ts';
import { attributePointer, invalidValue } from '../jsonapi/write/input.ts';
import { assertVersion } from '../jsonapi/write/optimistic-lock.ts';
import { alreadyResolved, canResolve, isInReview } from './draft-rules.ts';
import { parseMessageId } from './mark-room-read.ts';
import { updateDraft } from './update-draft.ts';
import { updateRoomActivity } from './update-room-activity.ts';

/** A reviewer's decision on a draft. */
export interface Decision {
  verdict: 'approved' | 'rejected';
  comment?: string | null;
  /** Approvals only: the text to send instead of the draft's. */
  message_content?: string;
}

/**
 * Approves or rejects a draft; an approval also sends its text to the room. Idempotent: repeating the same verdict
 * changes nothing. `meta` may contain the `version` reviewed, the `last_message_id` seen, and `force`. Throws before
 * any write.
 */
export async function resolveDraft(row: DraftRow, decision: Decision, meta: Json, context: Context): Promise<DraftRow> {
  if (!canResolve(row, context.caller)) {
    throw problem(403, '403', 'Only an admin can approve or reject their own draft.');
  }
  if (!isInReview(row)) {
    if (row.status !== decision.verdict) throw alreadyResolved(row);
    // A retry after a lost response must not fail as stale.
    if (row.resolved_user_id !== context.caller.userId) assertVersion(row, meta);
    return row;
  }
  assertVersion(row, meta);
  const edit = editColumns(row, decision);
  if (decision.verdict === 'approved') {
    // Blocks new messages in the room until this transaction ends.
    await lockRow(context.db, 'rooms', row.room_id);
    await assertNoNewMessages(row, meta, context);
  }
  const verdict = {
    ...edit,
    ...(decision.comment !== undefined && { comment: decision.comment }),
    status: decision.verdict,
    resolved_user_id: context.caller.userId,
    resolved_time_unix: nowUnix(context),
  };
  const resolved = await updateDraft(row, verdict, context);
  if (!resolved) return resolveDraft(await reloadDraft(row, context), decision, meta, context);
  const action = decision.verdict === 'approved' ? 'approve' : 'reject';
  await recordChange(context, action, 'support_draft_messages', { before: row, after: resolved });
  if (decision.verdict === 'approved') await postToRoom(resolved, context);
  return resolved;
}

/** Columns of an approval with edits; `settings.original_content` keeps the draft's text. */
function editColumns(row: DraftRow, { message_content: text }: Decision) {
  if (text === undefined || text === row.message_content) return {};
  if (text.trim() === '') throw invalidValue(attributePointer('message_content'), { code: 'blank' });
  const settings = { ...JSON.parse(row.settings), original_content: row.message_content };
  return {
    message_content: text,
    message_content_folded: normalizeForSearch(text),
    settings: JSON.stringify(settings),
  };
}

/**
 * Parses the id of the newest message that the reviewer of an approval saw; undefined if newer ones do not matter.
 * Throws 400 if it is not an id.
 */
export function parseSeen({ last_message_id: given, force }: Json): number | undefined {
  if (given === undefined || force === true) return undefined;
  // Null and 0 mean that the room was empty.
  const isNone = given === null || ((typeof given === 'string' || typeof given === 'number') && Number(given) === 0);
  return isNone ? 0 : parseMessageId(given);
}

/** Rejects an approval if the visitor has written since the last message the reviewer saw. */
async function assertNoNewMessages(row: DraftRow, meta: Json, { db }: Context) {
  const seen = parseSeen(meta);
  if (seen === undefined) return;
  const newer = await db
    .selectFrom('messages')
    .innerJoin('users', 'users.id', 'messages.user_id')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('messages.room_id', '=', row.room_id)
    .where('messages.id', '>', seen)
    .where('users.kind', '=', 'visitor')
    .executeTakeFirstOrThrow();
  if (newer.count === 0) return;
  throw problem(422, 'room_moved_on', 'The visitor has written since the newest message you saw.', {
    meta: { newer_count: newer.count },
  });
}

async function postToRoom(draft: DraftRow, context: Context) {
  const message = await context.db
    .insertInto('messages')
    .values({
      room_id: draft.room_id,
      user_id: draft.created_user_id ?? context.caller.userId,
      content: draft.message_content,
      kind: draft.kind,
      settings: '{}',
      created_at_ms: context.nowMs,
      created_at_unix: nowUnix(context),
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  await recordChange(context, 'create', 'messages', { after: message });
  await updateRoomActivity(context.db, message, true, true);
}

async function reloadDraft(row: DraftRow, { db }: Context): Promise<DraftRow> {
  const found = await db.selectFrom('support_draft_messages').selectAll().where('id', '=', row.id).executeTakeFirst();
  if (!found) throw new ConcurrencyError(`draft ${row.id}`);
  return found;
}
