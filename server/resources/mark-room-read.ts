import type { Json } from '#contract/attribute.ts';
import { recordAction } from '../audit/record-change.ts';
import type { RoomRow } from '../db/tables.ts';
import { problem } from '../jsonapi/document/problem.ts';
import { parseId } from '../jsonapi/read/select.ts';
import type { Context } from '../jsonapi/request/context.ts';

/**
 * Marks a room as read by the caller, up to `meta.last_message_id` or, without it, to its newest message. Never marks
 * anything as unread. Only members have unread rooms, so nothing changes for other callers.
 */
export async function markRoomRead(row: RoomRow, meta: Json, context: Context): Promise<RoomRow> {
  const { db, caller } = context;
  const newest = row.last_message_id ?? 0;
  const given = meta.last_message_id;
  const readId = given === undefined ? newest : Math.min(parseMessageId(given), newest);
  const own = await db
    .selectFrom('room_members')
    .select('last_read_message_id')
    .where('room_id', '=', row.id)
    .where('user_id', '=', caller.userId)
    .executeTakeFirst();
  if (!own || (own.last_read_message_id ?? 0) >= readId) return row;
  await db
    .updateTable('room_members')
    .set({ last_read_message_id: readId })
    .where('room_id', '=', row.id)
    .where('user_id', '=', caller.userId)
    // A concurrent request may have marked more as read.
    .where((eb) => eb.or([eb('last_read_message_id', 'is', null), eb('last_read_message_id', '<', readId)]))
    .execute();
  await recordAction(context, {
    action: 'mark_read',
    recordType: 'rooms',
    recordId: row.id,
    before: { last_read_message_id: own.last_read_message_id },
    after: { last_read_message_id: readId },
  });
  return row;
}

/** Parses `meta.last_message_id`, the newest message that the caller saw. Throws 400 if it is not an id. */
export function parseMessageId(given: unknown): number {
  const id = typeof given === 'string' || typeof given === 'number' ? parseId(String(given)) : undefined;
  if (id !== undefined) return id;
  throw problem(400, '400', 'last_message_id must be the id of a message.', {
    source: { pointer: '/meta/last_message_id' },
  });
}
