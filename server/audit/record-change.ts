import type { Kysely } from 'kysely';
import type { Caller } from '../access/caller.ts';
import type { Tables } from '../db/tables.ts';
import { type Actor, type AuditEvent, recordEvent } from './record-event.ts';
import { changedFields, type Fields } from './stored-fields.ts';

/** The part of a request's context that audit events need. */
export interface AuditContext {
  db: Kysely<Tables>;
  caller: Caller;
  requestId: string;
}

type Row = Fields & { id: number };

/** A row before and after a write. A create has no `before`, and a delete has no `after`. */
export type Change = { before: Row; after?: Row } | { before?: undefined; after: Row };

export const actorOf = ({ caller, requestId }: AuditContext): Actor => ({
  userId: caller.userId,
  role: caller.role,
  requestId,
});

/** Records what the caller did. */
export const recordAction = (changer: AuditContext, event: Omit<AuditEvent, 'actor'>): Promise<void> =>
  recordEvent(changer.db, { actor: actorOf(changer), ...event });

/** Records a write of one row by the caller; nothing if no field changed. */
export async function recordChange(
  changer: AuditContext,
  action: string,
  recordType: string,
  { before, after }: Change,
): Promise<void> {
  const changed = before && after ? changedFields(before, after) : { before, after };
  if (!changed) return;
  await recordAction(changer, { action, recordType, recordId: before?.id ?? after?.id, ...changed });
}
