/** JSON:API documents on the wire. Source: jsonapi.org 1.0, plus the service's own members in `meta`. */

export interface Identifier {
  type: string;
  id: string;
}

export interface Relationship {
  links?: { self?: string; related?: string };
  data?: Identifier | Identifier[] | null;
}

/** `meta` of a resource object, beyond what the service document defines. */
export interface RecordMeta {
  /** Opaque; changes with every write of the record. */
  version?: string;
  /** Operations currently permitted to the caller: `update`, `delete`, or an action of the resource. */
  can?: string[];
  /** Rooms only: Unix seconds of the visitor's oldest unanswered message. */
  awaiting_since_unix?: number | null;
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
