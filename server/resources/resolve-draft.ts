import { sql } from 'kysely';
import type { Json } from '#contract/attribute.ts';
import type { Caller } from '../access/caller.ts';
import { lockRow } from '../db/engine.ts';
import { foldText } from '../db/fold.ts';
import type { DraftRow } from '../db/tables.ts';
import { Overtaken } from '../db/transact.ts';
import { type Context, nowUnix } from '../jsonapi/context.ts';
import { attributePointer, invalid } from '../jsonapi/input.ts';
import { Problem, problem } from '../jsonapi/problem.ts';
import { recordId } from '../jsonapi/select.ts';
import { Conflict, refuseStale } from '../jsonapi/version.ts';
import { noteMessage } from './note-message.ts';

/** A reviewer's decision on a draft. */
export interface Decision {
  verdict: 'approved' | 'rejected';
  comment?: string | null;
  /** Approvals only: the text to send instead of the draft's. */
  message_content?: string;
}

/** True if the draft is still in review. */
export const isOpen = ({ status }: DraftRow) => status === 'in_review' || status === '';

/** True if the caller may resolve this draft. Only admins may resolve their own. */
export const mayResolve = (row: DraftRow, { userId, role }: Caller) =>
  role === 'admin' || row.created_user_id !== userId;

export const alreadyResolved = (row: DraftRow) =>
  new Conflict(row, 'already_resolved', `The draft is ${row.status} already.`);

/**
 * Approves or rejects a draft; an approval also sends its text to the room. Idempotent: repeating the same verdict
 * changes nothing. `meta` may contain the `version` reviewed, the `last_message_id` seen, and `force`. Throws before
 * any write.
 */
export async function resolveDraft(row: DraftRow, decision: Decision, meta: Json, context: Context): Promise<DraftRow> {
  if (!mayResolve(row, context.caller)) {
    throw problem(403, '403', 'Nobody but an admin approves or rejects their own draft.');
  }
  if (!isOpen(row)) {
    if (row.status !== decision.verdict) throw alreadyResolved(row);
    // A retry after a lost response must not fail as stale.
    if (row.resolved_user_id !== context.caller.userId) refuseStale(row, meta);
    return row;
  }
  refuseStale(row, meta);
  const edit = readEdit(row, decision);
  if (decision.verdict === 'approved') {
    // Blocks new messages in the room until this transaction ends.
    await lockRow(context.db, 'rooms', row.room_id);
    await refuseIfMovedOn(row, meta, context);
  }
  const now = nowUnix(context);
  const resolved = await context.db
    .updateTable('support_draft_messages')
    .set({
      ...edit,
      ...(decision.comment !== undefined && { comment: decision.comment }),
      status: decision.verdict,
      resolved_user_id: context.caller.userId,
      resolved_time_unix: now,
      updated_at_unix: now,
      version: sql`version + 1`,
    })
    .where('id', '=', row.id)
    .where('status', 'in', ['in_review', ''])
    .where('version', '=', row.version)
    .returningAll()
    .executeTakeFirst();
  if (!resolved) return resolveDraft(await readAgain(row, context), decision, meta, context);
  if (decision.verdict === 'approved') await sendToRoom(resolved, context);
  return resolved;
}

/** Columns of an approval with edits; `settings.original_content` keeps the draft's text. */
function readEdit(row: DraftRow, { message_content: text }: Decision) {
  if (text === undefined || text === row.message_content) return {};
  if (text.trim() === '') throw new Problem(422, [invalid(attributePointer('message_content'), { code: 'blank' })]);
  const settings = { ...JSON.parse(row.settings), original_content: row.message_content };
  return { message_content: text, message_content_folded: foldText(text), settings: JSON.stringify(settings) };
}

/** Rejects an approval if the visitor has written since the last message the reviewer saw. */
async function refuseIfMovedOn(row: DraftRow, meta: Json, { db }: Context) {
  if (meta.last_message_id === undefined || meta.force === true) return;
  // Null and 0 mean that the room was empty.
  const seen = Number(meta.last_message_id ?? 0) === 0 ? 0 : recordId(String(meta.last_message_id));
  if (seen === undefined) {
    throw problem(400, '400', 'last_message_id must be the id of a message.', {
      source: { pointer: '/meta/last_message_id' },
    });
  }
  const newer = await db
    .selectFrom('messages')
    .innerJoin('users', 'users.id', 'messages.user_id')
    .select((is) => is.fn.countAll<number>().as('count'))
    .where('messages.room_id', '=', row.room_id)
    .where('messages.id', '>', seen)
    .where('users.kind', '=', 'visitor')
    .executeTakeFirstOrThrow();
  if (newer.count === 0) return;
  throw problem(422, 'room_moved_on', 'The visitor has written since the newest message you saw.', {
    meta: { newer_count: newer.count },
  });
}

async function sendToRoom(draft: DraftRow, context: Context) {
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
  await noteMessage(context.db, message, true);
}

async function readAgain(row: DraftRow, { db }: Context): Promise<DraftRow> {
  const found = await db.selectFrom('support_draft_messages').selectAll().where('id', '=', row.id).executeTakeFirst();
  if (!found) throw new Overtaken(`draft ${row.id}`);
  return found;
}
