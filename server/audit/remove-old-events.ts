import type { Kysely } from 'kysely';
import { deleteInBatches } from '../db/delete-in-batches.ts';
import type { Tables } from '../db/tables.ts';
import { transact } from '../db/transact.ts';

const DAY_MS = 86_400_000;

/** Removes events older than the given number of days, in batches. Returns their number. */
export async function removeOldEvents(db: Kysely<Tables>, days: number, nowMs = Date.now()): Promise<number> {
  const limit = nowMs - days * DAY_MS;
  // The database refuses to delete any event that is not older than this.
  await transact(db, (to) => to.updateTable('event_retention').set({ removable_before_ms: limit }).execute());
  const ids = db.selectFrom('events').select('id').where('created_at_ms', '<', limit).orderBy('created_at_ms');
  return deleteInBatches(db, 'events', ids);
}
