import { sql } from 'kysely';
import type { Json } from '#contract/attribute.ts';
import { actorOf, recordChange } from '../audit/record-change.ts';
import { recordEvents } from '../audit/record-event.ts';
import { isPostgres } from '../db/engine.ts';
import type { DraftRow } from '../db/tables.ts';
import { ConcurrencyError } from '../db/transact.ts';
import { problem } from '../jsonapi/document/problem.ts';
import { type Context, nowUnix } from '../jsonapi/request/context.ts';
import { assertVersion } from '../jsonapi/write/optimistic-lock.ts';
import { runBatch } from '../jsonapi/write/run-batch.ts';
import { isAuthorOrAdmin, isInReview } from './draft-rules.ts';
import { visibleDrafts } from './room-scope.ts';
import { updateDraft } from './update-draft.ts';

const MAX_RETURNED = 100;
/** Drafts per transaction. Marking so many takes about ten milliseconds. */
const BATCH = 500;

/** Marks a verdict as read by the draft's author, once. */
export async function markRead(row: DraftRow, meta: Json, context: Context): Promise<DraftRow> {
  if (!isAuthorOrAdmin(row, context.caller)) {
    throw problem(403, '403', 'Only the draft’s author or an admin can mark its verdict as read.');
  }
  if (isInReview(row)) throw problem(422, '422', 'The draft has no verdict yet.');
  if (row.create_user_resolved_read_time_unix !== null) return row;
  assertVersion(row, meta);
  const read = await updateDraft(row, { create_user_resolved_read_time_unix: nowUnix(context) }, context);
  if (!read) throw new ConcurrencyError(`draft ${row.id}`);
  await recordChange(context, 'mark_read', 'support_draft_messages', { before: row, after: read });
  return read;
}

/** Marks the verdicts on all drafts of the caller that are visible to the caller as read, in several transactions. */
export async function markAllRead(context: Context) {
  const first: number[] = [];
  let count = 0;
  for (;;) {
    const ids = await runBatch(context, markSome);
    if (ids.length === 0) break;
    first.push(...ids.slice(0, MAX_RETURNED - first.length));
    count += ids.length;
    context.signal?.throwIfAborted();
  }
  const returned = fromVisible(context).selectAll().where('id', 'in', first).orderBy('id');
  return { rows: first.length > 0 ? await returned.execute() : [], meta: { record_count: count } };
}

/** Marks a batch of unread verdicts, with an event for each. Returns the ids of their drafts. */
async function markSome(context: Context): Promise<number[]> {
  const { db, caller } = context;
  const unread = fromVisible(context)
    .select(['id', 'updated_at_unix'])
    .where('created_user_id', '=', caller.userId)
    .where('status', 'in', ['approved', 'rejected'])
    .where('create_user_resolved_read_time_unix', 'is', null)
    .orderBy('id')
    .limit(BATCH);
  const rows = await (isPostgres(db) ? unread.forNoKeyUpdate() : unread).execute();
  const ids = rows.map(({ id }) => id);
  if (ids.length === 0) return ids;
  const now = nowUnix(context);
  await db
    .updateTable('support_draft_messages')
    .set({ create_user_resolved_read_time_unix: now, updated_at_unix: now, version: sql`version + 1` })
    .where('id', 'in', ids)
    .execute();
  await recordEvents(
    db,
    rows.map(({ id, updated_at_unix }) => ({
      actor: actorOf(context),
      action: 'mark_read_all_resolved',
      recordType: 'support_draft_messages',
      recordId: id,
      before: { create_user_resolved_read_time_unix: null, updated_at_unix },
      after: { create_user_resolved_read_time_unix: now, updated_at_unix: now },
    })),
  );
  return ids;
}

/** Drafts visible to the caller. Authors may have left a private room, or their room may have become private. */
function fromVisible({ db, caller }: Context) {
  const isVisible = visibleDrafts(caller);
  const all = db.selectFrom('support_draft_messages');
  return isVisible ? all.where(isVisible) : all;
}
