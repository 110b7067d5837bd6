import { choice, object, readonly, string, text, unix } from './attribute.ts';
import { defineResource } from './resource.ts';

/** Replies drafted by staff, which a reviewer approves or rejects. Source: service document, "SupportDraftMessage". */
export const drafts = defineResource({
  type: 'support_draft_messages',
  attributes: {
    message_content: text({ required: true }),
    kind: string({ initial: 'text', maxLength: 64 }),
    settings: object({ reserved: ['original_content'] }),
    status: readonly(choice(['approved', 'rejected', 'in_review'])),
    resolved_time_unix: readonly(unix({ nullable: true })),
    comment: text({ nullable: true }),
    create_user_resolved_read_time_unix: readonly(unix({ nullable: true })),
    created_at_unix: readonly(unix()),
    updated_at_unix: readonly(unix()),
  },
  one: {
    room: { type: 'rooms', write: 'create', required: true },
    created_user: { type: 'users', write: 'never', required: false },
    resolved_user: { type: 'users', write: 'never', required: false },
  },
  filters: {
    id: { kind: 'id' },
    resolved_user_id: { kind: 'id', of: 'users' },
    created_user_id: { kind: 'id', of: 'users' },
    approved: { kind: 'flag' },
    rejected: { kind: 'flag' },
    resolved: { kind: 'flag' },
    in_review: { kind: 'flag' },
    read: { kind: 'boolean' },
    content_or_room_name_like: { kind: 'contains', attribute: 'message_content' },
    from_created_at: { kind: 'unix' },
    to_created_at: { kind: 'unix' },
  },
  actions: {
    mark_read_all_resolved: { method: 'PUT', on: 'collection', input: {}, returns: 'list' },
    approve: {
      method: 'PUT',
      on: 'record',
      input: { comment: text({ nullable: true }), message_content: text() },
      returns: 'record',
    },
    reject: { method: 'PUT', on: 'record', input: { comment: text({ nullable: true }) }, returns: 'record' },
    /** Our extension: puts a rejected draft back in review. */
    reopen: { method: 'PUT', on: 'record', input: {}, returns: 'record', isExtension: true },
    mark_read: { method: 'PUT', on: 'record', input: {}, returns: 'record' },
  },
});
