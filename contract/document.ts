/** JSON:API documents as they travel. Source: jsonapi.org 1.0 and the service's own members in `meta`. */

export interface Identifier {
  type: string;
  id: string;
}

export interface Relationship {
  links?: { self?: string; related?: string };
  data?: Identifier | Identifier[] | null;
}

/** `meta` of a resource object: what our service adds beside the documented attributes. */
export interface RecordMeta {
  /** Opaque; changes with every write of the record. */
  version?: string;
  /** Names of the actions open to the caller now: `update`, `delete`, or an action of the resource. */
  can?: string[];
  /** Rooms only: seconds since 1970 of the visitor's message that nobody has answered. */
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

/** All members are strings, `status` and `code` too. */
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

/** The only media type of the interface, sent and answered without parameters. */
export const MEDIA_TYPE = 'application/vnd.api+json';

/** Every resource lies below this path of a tenant's base address. */
export const API_PREFIX = '/rapi/v1';
