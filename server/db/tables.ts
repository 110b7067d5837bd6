import type { Generated, Insertable, Selectable } from 'kysely';

/**
 * The tables of one tenant, identical on both engines: integers for ids, times and booleans (0/1), JSON as text.
 * `*_folded` holds a text normalized for search (see `normalizeForSearch`); `version` counts the writes of a record.
 */
export interface Tables {
  users: UsersTable;
  rooms: RoomsTable;
  room_members: RoomMembersTable;
  room_member_sets: RoomMemberSetsTable;
  messages: MessagesTable;
  suggestions: SuggestionsTable;
  support_draft_messages: DraftsTable;
  clients: ClientsTable;
  master_keywords: KeywordsTable;
  tokens: TokensTable;
  sign_in_codes: SignInCodesTable;
  room_tallies: RoomTalliesTable;
  support_draft_message_spans: DraftSpansTable;
  events: EventsTable;
  event_retention: EventRetentionTable;
  tenant_profile: TenantProfileTable;
  waits: WaitsTable;
  wait_recording: WaitRecordingTable;
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
  /** Unix seconds; null if the room is not awaiting support. */
  awaiting_since_unix: number | null;
  created_at_unix: number;
  created_at_ms: number;
  is_external: number;
  last_message_id: number | null;
  last_message_unix: number | null;
  /** 1 if staff wrote the newest message, else 0; null in an empty room. */
  last_message_by_staff: number | null;
  /** `low:high` user ids of a direct room; unique, so that a pair shares one room. */
  direct_pair: string | null;
  /** 1 if any member is staff. Maintained by triggers. */
  has_staff: Generated<number>;
}

export interface RoomMembersTable {
  room_id: number;
  user_id: number;
  starred: number;
  /** Newest message this member has read; null for none. */
  last_read_message_id: number | null;
}

/** A key of each group room's member set. Maintained by triggers. */
export interface RoomMemberSetsTable {
  room_id: number;
  members: number;
  /** Sum of the members' hashes. Different sets rarely have the same sum. */
  hash: number;
  /** The room's name. */
  name: string | null;
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
  /** `in_review`, `approved` or `rejected`; an empty string counts as in review. */
  status: string;
  resolved_time_unix: number | null;
  comment: string | null;
  create_user_resolved_read_time_unix: number | null;
  created_at_unix: number;
  updated_at_unix: number;
  /** The draft's room if only its members see it, else null. Maintained by triggers. */
  closed_room_id: Generated<number | null>;
}

export interface ClientsTable extends Common {
  title: string;
  code: string;
  injectable_code: string;
  settings: string;
  default_embedded_css: string | null;
  default_guest_css: string | null;
  default_embedded_html: string | null;
  /** Null if it was not recorded. */
  updated_at_unix: number | null;
}

export interface KeywordsTable extends Common {
  key_name: string;
  key_title: string | null;
  suggestions: string | null;
}

export interface TokensTable {
  id: Generated<number>;
  /** SHA-256 of the token in hex. The token itself is 256 random bits and is not stored. */
  hash: string;
  user_id: number;
  role: string;
  /** Set for a visitor's token, which is valid for this room only. */
  room_id: number | null;
  created_at_unix: number;
  expires_at_unix: number | null;
  revoked_at_unix: number | null;
  /** Recorded every few minutes only. */
  last_used_at_unix: Generated<number | null>;
  /** 1 for the token of a browser's session, which ends at sign-out. */
  is_session: Generated<number>;
  /** The token that opened the session; revoking it ends the session too. */
  parent_id: Generated<number | null>;
}

/** Sign-in codes not used yet. */
export interface SignInCodesTable {
  /** SHA-256 of the code. */
  hash: string;
  user_id: number;
  role: string;
  expires_at_unix: number;
}

/** Room counts by these columns, maintained by triggers. Several rows may match: sum their `rooms`. */
export interface RoomTalliesTable {
  kind: number;
  is_private: number;
  enabled: number;
  awaiting_support: number;
  has_staff: number;
  /** -1 for an empty room. */
  last_message_by_staff: number;
  rooms: number;
}

/** Creation times of the drafts in one block of 1,024 ids, maintained by triggers; `last_unix` is exclusive. */
export interface DraftSpansTable {
  block: number;
  first_unix: number;
  last_unix: number;
}

/** The audit trail. Triggers refuse any update. */
export interface EventsTable {
  id: Generated<number>;
  created_at_ms: number;
  /** Null for the operator's commands. */
  user_id: number | null;
  role: string;
  request_id: string | null;
  action: string;
  record_type: string;
  record_id: number | null;
  /** JSON of the columns that changed; null if there was no record. */
  fields_before: string | null;
  fields_after: string | null;
}

/** A single row. Triggers refuse to delete events that are not older than `removable_before_ms`. */
export interface EventRetentionTable {
  removable_before_ms: number;
}

/** A single row with id 1, or none. */
export interface TenantProfileTable {
  id: number;
  title: string | null;
  /** Such as `#0f766e`. */
  color: string | null;
}

/** A visitor's completed wait in a support room, which may have been deleted since. */
export interface WaitsTable {
  id: Generated<number>;
  started_unix: number;
  ended_unix: number;
}

/** A single row with id 1. */
export interface WaitRecordingTable {
  id: number;
  /** Waits that ended before this time may be missing. */
  since_unix: number;
}

export type RoomRow = Selectable<RoomsTable>;
export type DraftRow = Selectable<DraftsTable>;
export type NewRoom = Insertable<RoomsTable>;
