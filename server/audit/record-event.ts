import type { Kysely } from 'kysely';
import type { Tables } from '../db/tables.ts';
import { type Fields, storedFields } from './stored-fields.ts';

/** Who caused an event. */
export interface Actor {
  /** Null for the operator's commands and for the service itself. */
  userId: number | null;
  /** The caller's role, or `operator`. */
  role: string;
  requestId: string | null;
}

export interface AuditEvent {
  actor: Actor;
  /** `create`, `update`, `delete`, an action of the API, or a name such as `sign_in`. */
  action: string;
  recordType: string;
  recordId?: number;
  /** The fields that changed, as stored; undefined if there was no record. */
  before?: Fields;
  after?: Fields;
}

/** The actor of commands on the server. */
export const OPERATOR: Actor = { userId: null, role: 'operator', requestId: null };

/** Rows per statement, within the parameter limits of both engines. */
const BATCH = 500;

/**
 * Appends an event. Pass the transaction of the change itself, so that neither is stored without the other. Must never
 * be given a token or another secret.
 */
export async function recordEvent(db: Kysely<Tables>, event: AuditEvent): Promise<void> {
  await recordEvents(db, [event]);
}

/** Appends events in batches. */
export async function recordEvents(db: Kysely<Tables>, events: readonly AuditEvent[]): Promise<void> {
  for (let start = 0; start < events.length; start += BATCH) {
    const rows = events.slice(start, start + BATCH).map(toRow);
    await db.insertInto('events').values(rows).execute();
  }
}

const toRow = ({ actor, action, recordType, recordId, before, after }: AuditEvent) => ({
  created_at_ms: Date.now(),
  user_id: actor.userId,
  role: actor.role,
  request_id: actor.requestId,
  action,
  record_type: recordType,
  record_id: recordId ?? null,
  fields_before: before ? storedFields(before) : null,
  fields_after: after ? storedFields(after) : null,
});
