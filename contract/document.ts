/** JSON:API documents on the wire. Source: jsonapi.org 1.0, plus the service's own members in `meta`. */

export interface Identifier {
  type: string;
  id: string;
}

export interface Relationship {
  links?: { self?: string; related?: string };
  data?: Identifier | Identifier[] | null;
}

/** `meta` of a room requested with `roomMeta=summary`: our own extension, `room_summaries`. */
export interface RoomSummary {
  /** The newest message; null in an empty room. */
  last_message: LastMessage | null;
  /** Null if no draft of the room is in review. */
  drafts_in_review: DraftsInReview | null;
  /** Whether the caller is a member who has not read the newest message. */
  is_unread: boolean;
}

interface LastMessage {
  id: string;
  /** The start of its content, on one line. */
  text: string;
  created_at_unix: number;
  by_staff: boolean;
  /** Null if the author has been removed. */
  user_name: string | null;
}

interface DraftsInReview {
  count: number;
  /** Id of the newest draft. Its author is null if removed. */
  id: string;
  author_id: string | null;
  author_name: string | null;
}

/** `meta` of a resource object, beyond what the service document defines. */
export interface RecordMeta extends Partial<RoomSummary> {
  /** Opaque; changes with every write of the record. */
  version?: string;
  /** Operations currently permitted to the caller: `update`, `delete`, or an action of the resource. */
  can?: string[];
  /** Rooms only: Unix seconds of the visitor's oldest unanswered message. */
  awaiting_since_unix?: number | null;
  /** Clients only: Unix seconds of the last change. */
  updated_at_unix?: number | null;
}

export interface ResourceObject {
  id: string;
  type: string;
  links?: { self?: string };
  attributes?: Record<string, unknown>;
  relationships?: Record<string, Relationship>;
  meta?: RecordMeta;
}

/** All members are strings, including `status` and `code`. */
export interface ErrorObject {
  status: string;
  code: string;
  title: string;
  detail: string;
  source?: { pointer?: string; parameter?: string };
  meta?: Record<string, unknown>;
}

export interface ErrorDocument {
  errors: ErrorObject[];
}

/** The only media type of the API, for requests and responses, without parameters. */
export const MEDIA_TYPE = 'application/vnd.api+json';

/** Path of the API below a tenant's base URL. */
export const API_PREFIX = '/rapi/v1';
