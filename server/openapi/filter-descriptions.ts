import type { resources } from '#contract/resources.ts';

type Descriptions = {
  [T in keyof typeof resources]: Readonly<Record<keyof (typeof resources)[T]['filters'], string>>;
};

const ID = 'Records with one of these ids.';

/** Describes what each filter matches. */
export const filterDescriptions: Descriptions = {
  rooms: {
    id: ID,
    name: 'Rooms with exactly this name.',
    is_private: 'Rooms that are private, or are not.',
    kind: 'Rooms of this kind. Numeric codes are 1 support_room, 2 direct_room, 3 group_room.',
    awaiting_support: 'Rooms that are awaiting support, or are not.',
    name_like: 'Rooms whose name contains the text.',
    replied: 'Rooms whose newest message is by staff, or by a visitor.',
    starred: 'Rooms that the caller has starred, or has not.',
    private_rooms: 'Private rooms.',
    private_rooms_with_active_support:
      'Private rooms with active support: staff are members, and no visitor is waiting.',
    private_rooms_with_active_or_awaiting_support: 'Private rooms with active support, or awaiting support.',
    current_user_is_member: 'Rooms that the caller is a member of, or is not.',
    support_rooms_with_active_support:
      'Support rooms with active support: staff are members, and no visitor is waiting.',
    support_rooms_with_active_or_awaiting_support: 'Support rooms with active support, or awaiting support.',
    current_users_support_rooms_with_active_or_awaiting_support:
      'Support rooms of the caller with active support, or awaiting support.',
    support_room_name_like: 'Support rooms whose name contains the text.',
    sort_unread_read_for_user_id:
      'Sorts without filtering: rooms with messages unread by this user first, then by newest activity.',
  },
  suggestions: { id: ID, room_id: 'Suggestions for these rooms.' },
  support_draft_messages: {
    id: ID,
    resolved_user_id: 'Drafts that one of these users approved or rejected.',
    created_user_id: 'Drafts written by one of these users.',
    approved: 'Approved drafts.',
    rejected: 'Rejected drafts.',
    resolved: 'Drafts that are approved or rejected.',
    in_review: 'Drafts that are still in review.',
    read: 'Drafts whose author has read the verdict, or has not.',
    content_or_room_name_like: 'Drafts whose text or room name contains the text.',
    from_created_at: 'Drafts created on the day of this time or later.',
    to_created_at: 'Drafts created on the day of this time or earlier.',
  },
  clients: { id: ID },
  master_keywords: { id: ID },
  messages: { id: ID, room_id: 'Messages in these rooms.' },
  users: {
    id: ID,
    kind: 'Users of this kind.',
    name_like: 'Users whose name contains the text.',
    current_user: 'Only the caller.',
  },
};
