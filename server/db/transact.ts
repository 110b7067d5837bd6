import { setTimeout as delay } from 'node:timers/promises';
import type { Kysely } from 'kysely';
import { isPostgres } from './engine.ts';
import type { Tables } from './tables.ts';
import { isUnavailable } from './unavailable.ts';

const MOST_ATTEMPTS = 10;
const LONGEST_PAUSE_MS = 40;
/** PostgreSQL: serialization failure, deadlock, and unique or foreign key violations caused by a concurrent write. */
const LOST_RACE = new Set(['40001', '40P01', '23505', '23503']);

/** Optimistic concurrency conflict: a record changed between its read and its write. */
export class Overtaken extends Error {}

/** The connection failed during commit: the transaction may or may not have been applied. */
export class UnknownOutcome extends Error {}

/**
 * Runs `work` in a transaction and retries it after a lost race, then with the other transaction's writes visible.
 * `work` must have no side effects beyond the given database.
 */
export async function transact<Result>(
  db: Kysely<Tables>,
  work: (db: Kysely<Tables>) => Promise<Result>,
): Promise<Result> {
  for (let attempt = 1; ; attempt += 1) {
    let isDone = false;
    try {
      return await db.transaction().execute(async (transaction) => {
        const result = await work(transaction);
        isDone = true;
        return result;
      });
    } catch (error) {
      if (isDone && isUnavailable(error)) {
        throw new UnknownOutcome('The database failed while it confirmed a write.', { cause: error });
      }
      if (attempt === MOST_ATTEMPTS || !isLostRace(error)) throw error;
    }
    await delay(Math.random() * LONGEST_PAUSE_MS);
  }
}

/** Runs `work` in a read-only snapshot transaction. */
export async function readSnapshot<Result>(
  db: Kysely<Tables>,
  work: (db: Kysely<Tables>) => Promise<Result>,
): Promise<Result> {
  // SQLite has a single connection here, and a transaction would block all other callers.
  if (!isPostgres(db)) return work(db);
  return db.transaction().setIsolationLevel('repeatable read').setAccessMode('read only').execute(work);
}

function isLostRace(error: unknown) {
  if (error instanceof Overtaken) return true;
  return error instanceof Error && 'severity' in error && 'code' in error && LOST_RACE.has(String(error.code));
}
