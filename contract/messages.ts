import { datetime, object, readonly, string, text, unix } from './attribute.ts';
import { defineResource } from './resource.ts';

/** Messages in rooms. The service document names the resource without its fields; these are ours. */
export const messages = defineResource({
  type: 'messages',
  attributes: {
    content: text({ required: true }),
    kind: string({ initial: 'text', maxLength: 64 }),
    settings: object(),
    created_at: readonly(datetime()),
    created_at_unix: readonly(unix()),
  },
  one: {
    room: { type: 'rooms', write: 'create', required: true },
    user: { type: 'users', write: 'never', required: false },
  },
  filters: { id: { kind: 'id' }, room_id: { kind: 'id', of: 'rooms' } },
  writes: ['create'],
});
