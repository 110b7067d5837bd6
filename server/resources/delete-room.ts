import { revokeAll } from '../access/tokens.ts';
import { actorOf, recordAction } from '../audit/record-change.ts';
import { recordEvents } from '../audit/record-event.ts';
import { isPostgres } from '../db/engine.ts';
import type { RoomRow } from '../db/tables.ts';
import { problem } from '../jsonapi/document/problem.ts';
import { type Context, nowUnix } from '../jsonapi/request/context.ts';
import { isInReview } from './draft-rules.ts';
import { recordWait } from './record-wait.ts';

/** Rows per transaction. Deleting so many takes about ten milliseconds, whatever their size. */
const BATCH = { drafts: 25, others: 100 };

/** Ids of the rooms that only an admin may delete, because they contain drafts with a verdict. */
export async function findRoomsWithVerdicts(ids: readonly number[], { db, caller }: Context): Promise<number[]> {
  if (caller.role === 'admin' || ids.length === 0) return [];
  const rooms = await db
    .selectFrom('rooms')
    .select('id')
    .where('id', 'in', ids)
    .where((eb) =>
      eb.exists(
        eb
          .selectFrom('support_draft_messages')
          .select('support_draft_messages.id')
          .whereRef('support_draft_messages.room_id', '=', 'rooms.id')
          .where('support_draft_messages.status', 'in', ['approved', 'rejected']),
      ),
    )
    .execute();
  return rooms.map(({ id }) => id);
}

/** Throws 403 if the room contains drafts with a verdict and the caller is not an admin. */
export async function assertMayDelete({ id }: RoomRow, context: Context): Promise<void> {
  if ((await findRoomsWithVerdicts([id], context)).length > 0) throw deletionForbidden();
}

/**
 * Deletes a batch of a room's drafts, messages, suggestions and members. Once none is left, ends the room's wait and its
 * visitors' tokens, which are deleted with it, and returns true.
 */
export async function deleteRoomBatch({ id }: RoomRow, context: Context): Promise<boolean> {
  const { db } = context;
  // Keeps other transactions from adding to the room until this one ends.
  if (isPostgres(db)) await db.selectFrom('rooms').select('id').where('id', '=', id).forUpdate().execute();
  if (!(await deleteDrafts(id, context))) return false;
  for (const table of ['messages', 'suggestions'] as const) {
    const some = db.selectFrom(table).select('id').where('room_id', '=', id).orderBy('id').limit(BATCH.others);
    const deleted = (await db.deleteFrom(table).where('id', 'in', some).returning('id').execute()).map((row) => row.id);
    await recordPart(id, `delete_${table}`, { [table]: deleted }, context);
    if (deleted.length === BATCH.others) return false;
  }
  if (!(await deleteMembers(id, context))) return false;
  await recordWait(db, id, nowUnix(context));
  await revokeAll(db, db.selectFrom('tokens').select('id').where('room_id', '=', id), actorOf(context));
  return true;
}

/** Removes the caller last. Otherwise, a private room would be hidden from the caller before it is deleted. */
async function deleteMembers(roomId: number, context: Context): Promise<boolean> {
  const { db, caller } = context;
  const members = db.selectFrom('room_members').select('user_id').where('room_id', '=', roomId);
  const remove = async (some: typeof members) => {
    const those = db.deleteFrom('room_members').where('room_id', '=', roomId).where('user_id', 'in', some);
    return (await those.returning('user_id').execute()).map((row) => row.user_id);
  };
  const others = await remove(members.where('user_id', '!=', caller.userId).limit(BATCH.others));
  const isLast = others.length < BATCH.others;
  const users = isLast ? [...others, ...(await remove(members))] : others;
  await recordPart(roomId, 'remove_members', { users }, context);
  return isLast;
}

/** Records the deleted rows of a batch, because the event of the room itself comes last, or never if interrupted. */
async function recordPart(recordId: number, action: string, deleted: Record<string, number[]>, context: Context) {
  if (Object.values(deleted).flat().length === 0) return;
  await recordAction(context, { action, recordType: 'rooms', recordId, before: deleted });
}

/** Deletes a batch of drafts, with an event for each. Returns true once none is left. */
async function deleteDrafts(roomId: number, context: Context): Promise<boolean> {
  const { db, caller } = context;
  const found = db.selectFrom('support_draft_messages').selectAll().where('room_id', '=', roomId).limit(BATCH.drafts);
  const drafts = await (isPostgres(db) ? found.forUpdate() : found).execute();
  // On PostgreSQL, a draft may have been rejected since the room was checked.
  if (caller.role !== 'admin' && !drafts.every(isInReview)) throw deletionForbidden();
  if (drafts.length === 0) return true;
  await recordEvents(
    db,
    drafts.map((before) => ({
      actor: actorOf(context),
      action: 'delete',
      recordType: 'support_draft_messages',
      recordId: before.id,
      before,
    })),
  );
  const ids = drafts.map((draft) => draft.id);
  await db.deleteFrom('support_draft_messages').where('id', 'in', ids).execute();
  return drafts.length < BATCH.drafts;
}

const deletionForbidden = () =>
  problem(403, '403', 'Drafts in this room have a verdict. Only an admin can delete the room, and them with it.');
