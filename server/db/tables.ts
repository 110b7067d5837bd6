import type { Generated, Insertable, Selectable } from 'kysely';

/**
 * The tables of one tenant, alike on both engines: integers for ids, times and booleans (0/1), JSON as text.
 * `*_folded` holds the searchable form of a text (see `fold.ts`); `version` counts the writes of a record.
 */
export interface Tables {
  users: UsersTable;
  rooms: RoomsTable;
  room_members: RoomMembersTable;
  messages: MessagesTable;
  suggestions: SuggestionsTable;
  support_draft_messages: DraftsTable;
  clients: ClientsTable;
  master_keywords: KeywordsTable;
  tokens: TokensTable;
  room_tallies: RoomTalliesTable;
  support_draft_message_spans: DraftSpansTable;
}

interface Common {
  id: Generated<number>;
  version: Generated<number>;
}

export interface UsersTable extends Common {
  name: string;
  name_folded: string;
  kind: 'staff' | 'visitor';
}

export interface RoomsTable extends Common {
  name: string | null;
  name_folded: string;
  description: string | null;
  is_private: number;
  settings: string;
  /** The documented numeric code: 1 support_room, 2 direct_room, 3 group_room. */
  kind: number;
  enabled: number;
  room_code: string;
  awaiting_support: number;
  /** Seconds since 1970; null while nobody waits. */
  awaiting_since_unix: number | null;
  created_at_unix: number;
  created_at_ms: number;
  is_external: number;
  last_message_id: number | null;
  last_message_unix: number | null;
  /** Whether staff wrote the newest message; null in an empty room. */
  last_message_by_staff: number | null;
  /** `low:high` ids of a direct room's two people: unique, so that a pair has one room. */
  direct_pair: string | null;
  /** Whether somebody of the staff is a member. Kept by the database, as are the two tables at the end. */
  has_staff: Generated<number>;
}

export interface RoomMembersTable {
  room_id: number;
  user_id: number;
  starred: number;
  /** Newest message this person has read; null for none. */
  last_read_message_id: number | null;
}

export interface MessagesTable extends Common {
  room_id: number;
  user_id: number | null;
  content: string;
  kind: string;
  settings: string;
  created_at_unix: number;
  created_at_ms: number;
}

export interface SuggestionsTable extends Common {
  room_id: number;
  suggestion_messages_data: string;
}

export interface DraftsTable extends Common {
  room_id: number;
  created_user_id: number | null;
  resolved_user_id: number | null;
  message_content: string;
  message_content_folded: string;
  kind: string;
  settings: string;
  /** `in_review`, `approved` or `rejected`; an empty text counts as in review. */
  status: string;
  resolved_time_unix: number | null;
  comment: string | null;
  create_user_resolved_read_time_unix: number | null;
  created_at_unix: number;
  updated_at_unix: number;
}

export interface ClientsTable extends Common {
  title: string;
  code: string;
  injectable_code: string;
  settings: string;
  default_embedded_css: string | null;
  default_guest_css: string | null;
  default_embedded_html: string | null;
}

export interface KeywordsTable extends Common {
  key_name: string;
  key_title: string | null;
  suggestions: string | null;
}

export interface TokensTable {
  id: Generated<number>;
  /** SHA-256 of the token in hex; the token itself is 256 random bits and kept nowhere. */
  hash: string;
  user_id: number;
  role: string;
  /** Set for a visitor's token, which is good for this room alone. */
  room_id: number | null;
  created_at_unix: number;
  expires_at_unix: number | null;
  revoked_at_unix: number | null;
}

/** How many rooms have the same values in all these columns of theirs: `rooms` of all rows that match is to be summed. */
export interface RoomTalliesTable {
  kind: number;
  is_private: number;
  enabled: number;
  awaiting_support: number;
  has_staff: number;
  /** -1 for empty rooms. */
  last_message_by_staff: number;
  rooms: number;
}

/** Between which times the drafts with ids of one block of 1,024 were made; `last_unix` is not among them. */
export interface DraftSpansTable {
  block: number;
  first_unix: number;
  last_unix: number;
}

export type RoomRow = Selectable<RoomsTable>;
export type DraftRow = Selectable<DraftsTable>;
export type NewRoom = Insertable<RoomsTable>;
