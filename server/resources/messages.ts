import { expressionBuilder } from 'kysely';
import type { messages } from '#contract/messages.ts';
import { lockRow } from '../db/engine.ts';
import type { Tables } from '../db/tables.ts';
import { isoColumn } from '../jsonapi/column.ts';
import { nowUnix } from '../jsonapi/context.ts';
import type { Hooks } from '../jsonapi/served.ts';
import { noteMessage } from './note-message.ts';
import { ownRoom } from './own-room.ts';
import { rules } from './rules.ts';

const is = expressionBuilder<Tables, 'messages'>();

export const messageHooks: Hooks<typeof messages, 'messages'> = {
  table: 'messages',
  rules: rules.messages,
  columns: { created_at: isoColumn('created_at_ms') },
  scope: (caller) => {
    const room = ownRoom(caller);
    return room === undefined ? undefined : is('messages.room_id', '=', room);
  },
  onCreate: async (values, context) => {
    // Serializes inserts per room, so that message ids follow commit order.
    await lockRow(context.db, 'rooms', Number(values.room_id));
    return { user_id: context.caller.userId, created_at_ms: context.nowMs, created_at_unix: nowUnix(context) };
  },
  afterCreate: (message, { db, caller }) => noteMessage(db, message, caller.role !== 'guest'),
};
