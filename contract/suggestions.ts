import { list, object, string, text } from './attribute.ts';
import { defineResource } from './resource.ts';

/** Canned messages of a room. Source: service document, "Suggestion". */
export const suggestions = defineResource({
  type: 'suggestions',
  attributes: {
    suggestion_messages_data: list(
      { kind: string({ initial: 'text', maxLength: 64 }), content: text({ required: true }), settings: object() },
      { required: true },
    ),
  },
  one: { room: { type: 'rooms', write: 'always', required: true } },
  filters: { id: { kind: 'id' }, room_id: { kind: 'id', of: 'rooms' } },
});
