import { setTimeout as delay } from 'node:timers/promises';
import type { Kysely } from 'kysely';
import { isPostgres } from './engine.ts';
import type { Reading } from './reading.ts';
import { withReserve } from './sqlite/disk-space.ts';
import { inReaderProcesses } from './sqlite/open-sqlite.ts';
import type { Tables } from './tables.ts';
import { isUnavailable } from './unavailable.ts';

const MAX_ATTEMPTS = 10;
const MAX_RETRY_DELAY_MS = 40;
/** PostgreSQL: serialization failure, deadlock, and unique or foreign key violations caused by a concurrent write. */
const CONFLICT_CODES = new Set(['40001', '40P01', '23505', '23503']);

/** Optimistic concurrency conflict: a record changed between its read and its write. */
export class ConcurrencyError extends Error {}

/** The connection failed during commit: the transaction may or may not have been applied. */
export class UnknownOutcomeError extends Error {}

/** Some transactions of a write were committed before one failed; `cause` says why. */
export class PartlyDoneError extends Error {}

/**
 * Runs `work` in a transaction and retries it after a lost race, so it must have no side effects beyond the given
 * database. On SQLite, use it for every write: one outside of a transaction would block reads while another process
 * writes.
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
        throw new UnknownOutcomeError('The database connection failed during a commit.', { cause: error });
      }
      if (attempt === MAX_ATTEMPTS || !isConflict(error)) throw error;
    }
    await delay(Math.random() * MAX_RETRY_DELAY_MS);
  }
}

/** Like `transact`, but also works on an almost full disk. For small writes that revoke access. */
export const transactWithReserve: typeof transact = (db, work) => withReserve(() => transact(db, work));

/**
 * Runs `work` in a read-only snapshot transaction; on SQLite without one, because it would block all other callers.
 * With a `slow` reading, SQLite runs the queries in reader processes until the reading is aborted.
 */
export async function readSnapshot<Result>(
  db: Kysely<Tables>,
  work: (db: Kysely<Tables>) => Promise<Result>,
  slow?: Reading,
): Promise<Result> {
  if (!isPostgres(db)) return work(slow ? inReaderProcesses(db, slow) : db);
  return db.transaction().setIsolationLevel('repeatable read').setAccessMode('read only').execute(work);
}

function isConflict(error: unknown) {
  if (error instanceof ConcurrencyError) return true;
  return error instanceof Error && 'severity' in error && 'code' in error && CONFLICT_CODES.has(String(error.code));
}
