import type { Kysely } from 'kysely';
import type { Tables } from '../db/tables.ts';
import { transact } from '../db/transact.ts';

const DAY_SECONDS = 86_400;
/** Short transactions, so that writers do not wait. */
const BATCH = 500;

/** Removes the waits that ended before the given number of days, in batches. Returns how many. */
export async function removeOldWaits(db: Kysely<Tables>, days: number, nowMs = Date.now()): Promise<number> {
  const limit = Math.floor(nowMs / 1000) - days * DAY_SECONDS;
  // First: what is removed must not read as an empty queue.
  await transact(db, (to) =>
    to.updateTable('wait_recording').set({ since_unix: limit }).where('since_unix', '<', limit).execute(),
  );
  for (let removed = 0; ; ) {
    const count = await transact(db, (transaction) => removeBatch(transaction, limit));
    removed += count;
    if (count < BATCH) return removed;
  }
}

async function removeBatch(db: Kysely<Tables>, limit: number) {
  const oldest = db.selectFrom('waits').select('id').where('ended_unix', '<', limit).orderBy('ended_unix').limit(BATCH);
  const { numDeletedRows } = await db.deleteFrom('waits').where('id', 'in', oldest).executeTakeFirstOrThrow();
  return Number(numDeletedRows);
}
