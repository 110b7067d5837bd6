import type { Kysely } from 'kysely';
import type { RoomRow, Tables } from '../db/tables.ts';
import type { Context } from '../jsonapi/request/context.ts';
import { ROOM_KIND } from './insert-room.ts';

/** Drafts per transaction. Updating so many takes about ten milliseconds. */
const BATCH = 250;

const isOpenGroup = ({ kind, is_private }: RoomRow) => kind === ROOM_KIND.group && is_private === 0;

/** Hides a batch of drafts of a room that is becoming private. Returns how many. A trigger hides later drafts. */
export async function hideDraftBatch(room: RoomRow, isPrivate: unknown, { db }: Context): Promise<number> {
  return isPrivate === true && isOpenGroup(room) ? mark(db, room.id, 'is', room.id) : 0;
}

/** Shows a batch of hidden drafts of a room that is not private, or failed to become so. Returns how many. */
export async function showDraftBatch(room: RoomRow, { db }: Context): Promise<number> {
  return isOpenGroup(room) ? mark(db, room.id, 'is not', null) : 0;
}

/** Sets or clears `closed_room_id` of a batch of drafts that need it. Returns how many. */
async function mark(db: Kysely<Tables>, roomId: number, is: 'is' | 'is not', closedRoomId: number | null) {
  const some = db
    .selectFrom('support_draft_messages')
    .select('id')
    .where('room_id', '=', roomId)
    .where('closed_room_id', is, null)
    .limit(BATCH);
  const { numUpdatedRows } = await db
    .updateTable('support_draft_messages')
    .set({ closed_room_id: closedRoomId })
    .where('id', 'in', some)
    .executeTakeFirstOrThrow();
  return Number(numUpdatedRows);
}
