import { type Dialect, type Driver, Kysely, SqliteAdapter, SqliteIntrospector, SqliteQueryCompiler } from 'kysely';
import { DEADLINE_MS } from '../deadlines.ts';
import type { PoolUse } from '../pool-use.ts';
import { publishQuery } from '../query-events.ts';
import type { Reading } from '../reading.ts';
import { SqliteDriver } from './sqlite-driver.ts';
import { SqliteReadDriver } from './sqlite-read-driver.ts';
import { SqliteReaders } from './sqlite-readers.ts';

/** The process's readers serve all its files. */
const readers = new SqliteReaders();
const fileNames = new WeakMap<object, string>();

/** Slow queries that run in the readers' processes, and those that wait for one. */
export const readerUse = (): PoolUse => readers.use();

/** Opens a SQLite file on first use, or `:memory:`. A missing file is created. */
export function openSqlite<T>(file: string, deadlineMs = DEADLINE_MS): Kysely<T> {
  const db = new Kysely<T>({
    dialect: dialectOf(() => new SqliteDriver(file, readers, deadlineMs)),
    log: publishQuery,
  });
  if (file !== ':memory:') fileNames.set(db, file);
  return db;
}

/**
 * The same database for queries that may take long: they run in other processes, until the reading is aborted. A
 * database in memory belongs to its process, which then has to run them itself. Throws `ReadRefusedError` if too many wait
 * already: before their SQL is made, which takes longer than the refusal.
 */
export function forSlowQueries<T>(db: Kysely<T>, reading: Reading): Kysely<T> {
  const file = fileNames.get(db);
  if (file === undefined) return db;
  readers.refuseBeyondBounds(file, reading.caller);
  return new Kysely<T>({ dialect: dialectOf(() => new SqliteReadDriver(readers, file, reading)), log: publishQuery });
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
