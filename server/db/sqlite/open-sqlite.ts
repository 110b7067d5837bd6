import { type Dialect, type Driver, Kysely, SqliteAdapter, SqliteIntrospector, SqliteQueryCompiler } from 'kysely';
import { DEADLINE_MS } from '../deadlines.ts';
import type { PoolUse } from '../pool-use.ts';
import { publishQuery } from '../query-events.ts';
import type { Reading } from '../reading.ts';
import type { BrokenDatabaseError } from '../unavailable.ts';
import { SqliteDriver } from './sqlite-driver.ts';
import { SqliteReadDriver } from './sqlite-read-driver.ts';
import { SqliteReaders } from './sqlite-readers.ts';

/** One set of reader processes for all files. */
const readers = new SqliteReaders();
const drivers = new WeakMap<object, SqliteDriver>();

/** Slow queries that run in reader processes, and those that wait for one. */
export const readerUse = (): PoolUse => readers.use();

/**
 * Opens a SQLite file on first use, or `:memory:`. Creates a missing file. With `onBroken`, a file that is found
 * damaged, moved or replaced is closed, and later calls throw the same error.
 */
export function openSqlite<T>(
  file: string,
  deadlineMs = DEADLINE_MS,
  onBroken?: (error: BrokenDatabaseError) => void,
): Kysely<T> {
  const driver = new SqliteDriver(file, readers, deadlineMs, onBroken);
  const db = new Kysely<T>({ dialect: dialectOf(() => driver), log: publishQuery });
  if (file !== ':memory:') drivers.set(db, driver);
  return db;
}

/**
 * The same database for slow queries, which run in reader processes until the reading is aborted. Queries on `:memory:`
 * run in this process, because no other can open it. Throws `ReadRefusedError` if too many queries wait: early, because
 * compiling their SQL takes longer than refusing them.
 */
export function inReaderProcesses<T>(db: Kysely<T>, reading: Reading): Kysely<T> {
  const driver = drivers.get(db);
  if (!driver) return db;
  readers.refuseBeyondBounds(driver.name, reading.caller);
  const createDriver = () => new SqliteReadDriver((queries) => driver.runSlow(queries, reading));
  return new Kysely<T>({ dialect: dialectOf(createDriver), log: publishQuery });
}

const dialectOf = (createDriver: () => Driver): Dialect => ({
  createDriver,
  createQueryCompiler: () => new SqliteQueryCompiler(),
  createAdapter: () => new UnlockedAdapter(),
  createIntrospector: (db) => new SqliteIntrospector(db),
});

/** Disables Kysely's own connection mutex: the driver has one. */
class UnlockedAdapter extends SqliteAdapter {
  override get supportsMultipleConnections() {
    return true;
  }
}
