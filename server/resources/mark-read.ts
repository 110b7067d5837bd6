import { type Expression, expressionBuilder, type SqlBool, sql } from 'kysely';
import type { Json } from '#contract/attribute.ts';
import { actorOf, recordChange } from '../audit/record-change.ts';
import { recordEvent } from '../audit/record-event.ts';
import type { DraftRow, Tables } from '../db/tables.ts';
import { ConcurrencyError } from '../db/transact.ts';
import { problem } from '../jsonapi/document/problem.ts';
import { type Context, nowUnix } from '../jsonapi/request/context.ts';
import { assertVersion } from '../jsonapi/write/optimistic-lock.ts';
import { isAuthorOrAdmin, isInReview } from './draft-rules.ts';

const MAX_RETURNED = 100;
/** Marking so many takes some ten milliseconds. */
const BATCH = 1_000;
const eb = expressionBuilder<Tables, 'support_draft_messages'>();

/** Marks a verdict as read by the draft's author, once. */
export async function markRead(row: DraftRow, meta: Json, context: Context): Promise<DraftRow> {
  if (!isAuthorOrAdmin(row, context.caller)) {
    throw problem(403, '403', 'Only the draft’s author or an admin can mark its verdict as read.');
  }
  if (isInReview(row)) throw problem(422, '422', 'The draft has no verdict yet.');
  if (row.create_user_resolved_read_time_unix !== null) return row;
  assertVersion(row, meta);
  const read = await markReadQuery(context)
    .where('id', '=', row.id)
    .where('version', '=', row.version)
    .returningAll()
    .executeTakeFirst();
  if (!read) throw new ConcurrencyError(`draft ${row.id}`);
  await recordChange(context, 'mark_read', 'support_draft_messages', { before: row, after: read });
  return read;
}

/** Marks all of the caller's verdicts as read. */
export async function markAllRead(context: Context) {
  const { db, caller } = context;
  const unread = eb.and([
    eb('created_user_id', '=', caller.userId),
    eb('status', 'in', ['approved', 'rejected']),
    eb('create_user_resolved_read_time_unix', 'is', null),
  ]);
  const first = await db
    .selectFrom('support_draft_messages')
    .select('id')
    .where(unread)
    .orderBy('id')
    .limit(MAX_RETURNED)
    .execute();
  const count = await markInBatches(unread, context);
  if (count > 0) {
    await recordEvent(db, {
      actor: actorOf(context),
      action: 'mark_read_all_resolved',
      recordType: 'support_draft_messages',
      recordId: null,
      before: null,
      after: { record_count: count },
    });
  }
  const ids = first.map(({ id }) => id);
  const rows = await db
    .selectFrom('support_draft_messages')
    .selectAll()
    .where('id', 'in', ids.length > 0 ? ids : [0])
    .orderBy('id')
    .execute();
  return { rows, meta: { record_count: count } };
}

/** A single statement would block the process on SQLite; between two, other requests get their turn. */
async function markInBatches(unread: Expression<SqlBool>, context: Context): Promise<number> {
  for (let count = 0; ; ) {
    const batch = eb.selectFrom('support_draft_messages').select('id').where(unread).orderBy('id').limit(BATCH);
    const marked = await markReadQuery(context).where('id', 'in', batch).where(unread).executeTakeFirstOrThrow();
    if (marked.numUpdatedRows === 0n) return count;
    count += Number(marked.numUpdatedRows);
  }
}

function markReadQuery(context: Context) {
  const now = nowUnix(context);
  return context.db
    .updateTable('support_draft_messages')
    .set({ create_user_resolved_read_time_unix: now, updated_at_unix: now, version: sql`version + 1` });
}
