import type { Kysely } from 'kysely';
import { deleteInBatches } from '../db/delete-in-batches.ts';
import type { Tables } from '../db/tables.ts';
import { transact } from '../db/transact.ts';

const DAY_SECONDS = 86_400;

/** Removes waits that ended more than the given number of days ago, in batches. Returns their number. */
export async function removeOldWaits(db: Kysely<Tables>, days: number, nowMs = Date.now()): Promise<number> {
  const limit = Math.floor(nowMs / 1000) - days * DAY_SECONDS;
  // Set first: times without their waits must read as not recorded, instead of as an empty queue.
  await transact(db, (to) =>
    to.updateTable('wait_recording').set({ since_unix: limit }).where('since_unix', '<', limit).execute(),
  );
  const ids = db.selectFrom('waits').select('id').where('ended_unix', '<', limit).orderBy('ended_unix');
  return deleteInBatches(db, 'waits', ids);
}
