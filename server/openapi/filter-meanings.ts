import type { resources } from '#contract/resources.ts';

type Meanings = {
  [T in keyof typeof resources]: Readonly<Record<keyof (typeof resources)[T]['filters'], string>>;
};

const ID = 'Records with one of these ids.';

/** Describes what each filter matches. */
export const filterMeanings: Meanings = {
  rooms: {
    id: ID,
    name: 'Rooms of exactly this name.',
    is_private: 'Private rooms, or the others.',
    kind: 'Rooms of this kind; numeric codes are 1 support_room, 2 direct_room, 3 group_room.',
    awaiting_support: 'Rooms in which a visitor waits for staff, or the others.',
    name_like: 'Rooms with this in their name.',
    replied: 'Rooms whose newest message is by staff, or by a visitor.',
    starred: 'Rooms that the caller has marked with a star, or the others.',
    private_rooms: 'Private rooms.',
    private_rooms_with_active_support: 'Private support rooms with staff in them, where nobody waits.',
    private_rooms_with_active_or_awaiting_support: 'Private rooms with active support, or where a visitor waits.',
    current_user_is_member: 'Rooms that the caller is a member of, or the others.',
    support_rooms_with_active_support: 'Support rooms with staff in them, where nobody waits.',
    support_rooms_with_active_or_awaiting_support: 'Support rooms with active support, or where a visitor waits.',
    current_users_support_rooms_with_active_or_awaiting_support:
      'Support rooms of the caller with active support, or where a visitor waits.',
    support_room_name_like: 'Support rooms with this in their name.',
    sort_unread_read_for_user_id:
      'Leaves every room in: those that this person has not read come first, then the newest activity.',
  },
  suggestions: { id: ID, room_id: 'Suggestions of these rooms.' },
  support_draft_messages: {
    id: ID,
    resolved_user_id: 'Drafts that one of these people approved or rejected.',
    created_user_id: 'Drafts that one of these people wrote.',
    approved: 'Drafts that were approved.',
    rejected: 'Drafts that were rejected.',
    resolved: 'Drafts that somebody has resolved.',
    in_review: 'Drafts that nobody has resolved.',
    read: 'Drafts whose verdict their author has read, or has not.',
    content_or_room_name_like: 'Drafts with this in their text or in the name of their room.',
    from_created_at: 'Drafts made on the day of this time or later.',
    to_created_at: 'Drafts made on the day of this time or earlier.',
  },
  clients: { id: ID },
  master_keywords: { id: ID },
  messages: { id: ID, room_id: 'Messages of these rooms.' },
  users: {
    id: ID,
    kind: 'Staff, or visitors.',
    name_like: 'People with this in their name.',
    current_user: 'The caller alone.',
  },
};
