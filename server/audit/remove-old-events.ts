import type { Kysely } from 'kysely';
import type { Tables } from '../db/tables.ts';
import { transact } from '../db/transact.ts';

const DAY_MS = 86_400_000;
/** Rows per transaction. Small, so that writers do not wait. */
const BATCH = 500;

/** Removes events older than the given number of days, in batches. Returns their number. */
export async function removeOldEvents(db: Kysely<Tables>, days: number, nowMs = Date.now()): Promise<number> {
  const limit = nowMs - days * DAY_MS;
  // The database refuses to delete any event that is not older than this.
  await transact(db, (to) => to.updateTable('event_retention').set({ removable_before_ms: limit }).execute());
  for (let removed = 0; ; ) {
    const count = await transact(db, (transaction) => removeBatch(transaction, limit));
    removed += count;
    if (count < BATCH) return removed;
  }
}

async function removeBatch(db: Kysely<Tables>, limit: number) {
  const oldest = db
    .selectFrom('events')
    .select('id')
    .where('created_at_ms', '<', limit)
    .orderBy('created_at_ms')
    .limit(BATCH);
  const { numDeletedRows } = await db.deleteFrom('events').where('id', 'in', oldest).executeTakeFirstOrThrow();
  return Number(numDeletedRows);
}
