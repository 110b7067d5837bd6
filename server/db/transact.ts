import { setTimeout as delay } from 'node:timers/promises';
import type { Kysely } from 'kysely';
import { isPostgres } from './engine.ts';
import type { Tables } from './tables.ts';
import { isUnavailable } from './unavailable.ts';

const MOST_ATTEMPTS = 10;
const LONGEST_PAUSE_MS = 40;
/** PostgreSQL's codes for: not serializable, deadlock, and a unique value or a linked record that changed meanwhile. */
const LOST_RACE = new Set(['40001', '40P01', '23505', '23503']);

/** A record changed between being read and being written. */
export class Overtaken extends Error {}

/** The database failed, or was lost, while it confirmed a transaction: that may have taken effect or not. */
export class UnknownOutcome extends Error {}

/**
 * Does some work as one transaction. One that loses a race to another is undone and begun again, and then sees what
 * the other has written; so the work must do nothing but read and write the given database.
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

/** Lets some work read the database as it was at one moment, and nothing but read. */
export async function readSnapshot<Result>(
  db: Kysely<Tables>,
  work: (db: Kysely<Tables>) => Promise<Result>,
): Promise<Result> {
  // SQLite has one connection here, on which a transaction would keep all others waiting.
  if (!isPostgres(db)) return work(db);
  return db.transaction().setIsolationLevel('repeatable read').setAccessMode('read only').execute(work);
}

function isLostRace(error: unknown) {
  if (error instanceof Overtaken) return true;
  return error instanceof Error && 'severity' in error && 'code' in error && LOST_RACE.has(String(error.code));
}
