import type { Json } from '#contract/attribute.ts';
import type { messages } from '#contract/messages.ts';
import { lockRow } from '../db/engine.ts';
import { timestampColumn } from '../jsonapi/column.ts';
import { problem } from '../jsonapi/document/problem.ts';
import type { Hooks } from '../jsonapi/hooks.ts';
import { type Context, nowUnix } from '../jsonapi/request/context.ts';
import { attributePointer, invalidValue } from '../jsonapi/write/input.ts';
import { permissions } from './permissions.ts';
import { inVisibleRoom } from './room-scope.ts';
import { updateRoomActivity } from './update-room-activity.ts';

export const messageHooks: Hooks<typeof messages, 'messages'> = {
  table: 'messages',
  permissions: permissions.messages,
  columns: { created_at: timestampColumn('created_at_ms') },
  scope: (caller) => inVisibleRoom('messages', caller),
  onCreate: async (values, context) => {
    // Serializes inserts per room, so that message ids follow commit order.
    await lockRow(context.db, 'rooms', Number(values.room_id));
    if (context.caller.role === 'guest') await assertGuestMayWrite(values, context);
    return { user_id: context.caller.userId, created_at_ms: context.nowMs, created_at_unix: nowUnix(context) };
  },
  afterCreate: (message, { db, caller }) => updateRoomActivity(db, message, caller.role !== 'guest'),
};

/** Kinds that a guest may send. With other kinds, a visitor could pose as the service or as staff. */
const GUEST_KINDS = ['text'];

async function assertGuestMayWrite({ room_id, kind }: Json, { db }: Context) {
  if (!GUEST_KINDS.includes(String(kind))) {
    throw invalidValue(attributePointer('kind'), { code: 'not_a_choice', choices: GUEST_KINDS });
  }
  const room = await db.selectFrom('rooms').select('enabled').where('id', '=', Number(room_id)).executeTakeFirst();
  if (room?.enabled !== 1) throw problem(403, '403', 'This room is disabled. Only staff can write in it.');
}
