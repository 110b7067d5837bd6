import { boolean, choice, datetime, ids, object, readonly, string, text, unix } from './attribute.ts';
import { defineResource } from './resource.ts';

/** Maximum number of drafts per call: it is one transaction, which blocks the tenant's other requests. */
export const MAX_VERDICTS = 100;

/** `meta.waiting_history` of the action, about support rooms. Times are Unix seconds; past values never change. */
export interface WaitingHistory {
  /** Start of the recording; earlier values are null. */
  recorded_since_unix: number;
  /** Time of the last of `minutes`: 30 to 90 seconds ago, or more with a longer deadline. */
  as_of_unix: number;
  /** How many visitors were waiting at each full minute of twelve hours. */
  minutes: { from_unix: number; counts: (number | null)[] };
  /**
   * Number of waits that began in each full hour of 28 days, and their median duration: of an even number, the shorter
   * of the two middle ones. The median is null without waits, and while unfinished waits can still change it.
   */
  hours: { from_unix: number; starts: (number | null)[]; median_seconds: (number | null)[] };
}

/** Chat rooms of visitors and staff (`support_room`), or of staff only. Source: service document, "Room". */
export const rooms = defineResource({
  type: 'rooms',
  attributes: {
    name: string({ nullable: true }),
    description: text({ nullable: true }),
    is_private: boolean({ initial: false }),
    settings: object(),
    kind: choice(['support_room', 'direct_room', 'group_room'], { write: 'create', initial: 'group_room' }),
    enabled: boolean({ initial: true }),
    room_code: readonly(string()),
    awaiting_support: boolean({ initial: false }),
    created_at_unix: readonly(unix()),
    created_at: readonly(datetime()),
    is_external: readonly(boolean()),
  },
  many: {
    messages: { type: 'messages', write: 'never' },
    users: { type: 'users', write: 'members' },
  },
  filters: {
    id: { kind: 'id' },
    name: { kind: 'equals', attribute: 'name' },
    is_private: { kind: 'equals', attribute: 'is_private' },
    kind: { kind: 'equals', attribute: 'kind' },
    awaiting_support: { kind: 'equals', attribute: 'awaiting_support' },
    name_like: { kind: 'contains', attribute: 'name' },
    replied: { kind: 'boolean' },
    starred: { kind: 'boolean' },
    private_rooms: { kind: 'flag' },
    private_rooms_with_active_support: { kind: 'flag' },
    private_rooms_with_active_or_awaiting_support: { kind: 'flag' },
    current_user_is_member: { kind: 'boolean' },
    support_rooms_with_active_support: { kind: 'flag' },
    support_rooms_with_active_or_awaiting_support: { kind: 'flag' },
    current_users_support_rooms_with_active_or_awaiting_support: { kind: 'flag' },
    support_room_name_like: { kind: 'contains', attribute: 'name' },
    sort_unread_read_for_user_id: { kind: 'id', of: 'users' },
  },
  sorts: ['awaiting_since_unix'],
  actions: {
    history: { method: 'GET', on: 'record', input: {}, returns: 'list', of: 'messages' },
    approve_support_draft_messages: {
      method: 'PUT',
      on: 'record',
      input: { ids: ids({ maxLength: MAX_VERDICTS }), comment: text({ nullable: true }) },
      returns: 'list',
      of: 'support_draft_messages',
    },
    reject_support_draft_messages: {
      method: 'PUT',
      on: 'record',
      input: { ids: ids({ maxLength: MAX_VERDICTS }), comment: text({ nullable: true }) },
      returns: 'list',
      of: 'support_draft_messages',
    },
    create_or_find_group_room: {
      method: 'POST',
      on: 'collection',
      input: { user_ids: ids({ required: true }), name: string({ nullable: true }) },
      returns: 'record',
    },
    create_or_find_direct_room: {
      method: 'POST',
      on: 'collection',
      input: { user_id: string(), user_ids: ids() },
      returns: 'record',
    },
    room_counts: { method: 'GET', on: 'collection', input: {}, returns: 'counts' },
    /** Our extension: marks a room as read by the caller, up to `meta.last_message_id` or to its newest message. */
    mark_read: { method: 'PUT', on: 'record', input: {}, returns: 'record', isExtension: true },
    /** Our extension: how many visitors were waiting in the past, and for how long. */
    waiting_history: { method: 'GET', on: 'collection', input: {}, returns: 'history', isExtension: true },
  },
});
