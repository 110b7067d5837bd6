import { type Kysely, type Selectable, sql } from 'kysely';
import type { MessagesTable, Tables } from '../db/tables.ts';
import { recordWait } from './record-wait.ts';
import { isUnread } from './room-filters.ts';

type Message = Pick<Selectable<MessagesTable>, 'id' | 'room_id' | 'user_id' | 'created_at_unix'>;

/**
 * Updates the room of a new message: a visitor's message makes a support room await support, a staff message ends and
 * records the wait. Bumps the room's version only if its own attributes change, so that messages cause no conflicts.
 * Posting marks the room as read by the author; an approved draft (`isFromDraft`) only if nothing else is unread.
 */
export async function updateRoomActivity(
  db: Kysely<Tables>,
  message: Message,
  isByStaff: boolean,
  isFromDraft = false,
): Promise<void> {
  const author = db
    .updateTable('room_members')
    .set({ last_read_message_id: message.id })
    .where('room_id', '=', message.room_id)
    .where('user_id', '=', message.user_id);
  const unreadRoom = db.selectFrom('rooms').select('id').where('id', '=', message.room_id).where(isUnread);
  await (isFromDraft ? author.where(({ not, exists }) => not(exists(unreadRoom))) : author).execute();
  await db
    .updateTable('rooms')
    .set({
      last_message_id: message.id,
      last_message_unix: message.created_at_unix,
      last_message_by_staff: isByStaff ? 1 : 0,
    })
    .where('id', '=', message.room_id)
    .execute();
  const room = db.updateTable('rooms').where('id', '=', message.room_id);
  if (isByStaff) {
    await recordWait(db, message.room_id, message.created_at_unix);
    await room
      .set({ awaiting_support: 0, awaiting_since_unix: null, version: sql`version + 1` })
      .where('awaiting_support', '=', 1)
      .execute();
  } else {
    await room
      .set({ awaiting_support: 1, awaiting_since_unix: message.created_at_unix, version: sql`version + 1` })
      .where('awaiting_support', '=', 0)
      .where('kind', '=', 1)
      .execute();
  }
}
