import type { Kysely } from 'kysely';
import type { Caller } from '../access/caller.ts';
import type { Tables } from '../db/tables.ts';
import { type Actor, recordEvent } from './record-event.ts';
import { changedFields, type Fields } from './stored-fields.ts';

/** The part of a request's context that audit events need. */
export interface Changer {
  db: Kysely<Tables>;
  caller: Caller;
  requestId: string;
}

type Row = Fields & { id: number };

/** A row before and after a write. A create has no `before`, and a delete has no `after`. */
export type Change = { before: Row; after?: Row } | { before?: undefined; after: Row };

export const actorOf = ({ caller, requestId }: Changer): Actor => ({
  userId: caller.userId,
  role: caller.role,
  requestId,
});

/** Records a write of one row by the caller; nothing if no field changed. */
export async function recordChange(
  changer: Changer,
  action: string,
  recordType: string,
  { before, after }: Change,
): Promise<void> {
  const changed = before && after ? changedFields(before, after) : { before: before ?? null, after: after ?? null };
  if (!changed) return;
  const recordId = before?.id ?? after?.id ?? null;
  await recordEvent(changer.db, { actor: actorOf(changer), action, recordType, recordId, ...changed });
}
