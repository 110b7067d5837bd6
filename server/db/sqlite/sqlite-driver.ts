import { setTimeout as delay, setImmediate as nextTurn } from 'node:timers/promises';
import type { CompiledQuery, DatabaseConnection, Driver, QueryResult } from 'kysely';
import type { Reading } from '../reading.ts';
import { BrokenDatabaseError, isBusy, isDamaged } from '../unavailable.ts';
import { DiskSpace } from './disk-space.ts';
import { SqliteFile } from './sqlite-file.ts';
import type { ReadRequest } from './sqlite-reader.ts';
import type { SqliteReaders } from './sqlite-readers.ts';
import { WalLimit } from './wal-limit.ts';

const MAX_RETRY_DELAY_MS = 20;
/** A sequence of quick statements yields to the event loop at least this often. */
const MAX_TURN_MS = 10;
/** Transactions always check that the file is still in place; other statements check at most this often. */
const PLACE_INTERVAL_MS = 1_000;
const READ = /^\s*select\b/i;

/**
 * Kysely driver for one SQLite file, with one connection behind a mutex. Every transaction takes the write lock at its
 * start; while another process holds it, the driver polls without blocking the event loop. Queries do block it, so slow
 * ones belong in `SqliteReaders`.
 */
export class SqliteDriver implements Driver {
  readonly name: string;
  readonly #disk: DiskSpace;
  readonly #waiters: (() => void)[] = [];
  readonly #readers: SqliteReaders;
  readonly #deadlineMs: number;
  readonly #wal: WalLimit | undefined;
  readonly #onBroken: ((error: BrokenDatabaseError) => void) | undefined;
  #isLocked = false;
  #turnedAt = 0;
  #lookedAt = 0;
  #file: SqliteFile | undefined;
  #broken: BrokenDatabaseError | undefined;

  constructor(
    name: string,
    readers: SqliteReaders,
    deadlineMs: number,
    onBroken: ((error: BrokenDatabaseError) => void) | undefined,
  ) {
    this.name = name;
    this.#onBroken = onBroken;
    this.#disk = new DiskSpace(name);
    this.#readers = readers;
    this.#deadlineMs = deadlineMs;
    this.#wal = name === ':memory:' ? undefined : new WalLimit(name, readers, () => this.#truncateWal());
  }

  async init() {
    this.#file = new SqliteFile(this.name);
  }

  async acquireConnection(): Promise<DatabaseConnection> {
    if (performance.now() - this.#lookedAt >= PLACE_INTERVAL_MS) this.#assertInPlace();
    await this.#lock();
    return this.#connection;
  }

  async releaseConnection() {
    this.#unlock();
  }

  async beginTransaction() {
    this.#assertInPlace();
    await this.#disk.assertNotFull();
    await retryWhileBusy(
      this.#deadlineMs,
      // With a deferred `begin`, transactions that read first and write later would fail each other's lock upgrade;
      // `begin immediate` only waits.
      () => this.#run('begin immediate'),
      async (pause) => {
        this.#unlock();
        await pause();
        await this.#lock();
      },
    );
  }

  async commitTransaction() {
    this.#run('commit');
    this.#wal?.check();
  }

  async rollbackTransaction() {
    // SQLite rolls back by itself after some errors, such as a full disk.
    if (this.#file?.isInTransaction) this.#run('rollback');
  }

  async destroy() {
    this.#close();
  }

  /** Runs queries in another process. */
  async runSlow(queries: ReadRequest['queries'], reading: Reading): Promise<unknown[][]> {
    // Readers open the file by its path, which may lead to another file by now.
    if (this.#broken) throw this.#broken;
    return this.#readers.run({ file: this.name, queries }, reading).catch((error: unknown) => {
      throw this.#examine(error);
    });
  }

  readonly #connection: DatabaseConnection = {
    executeQuery: async <Row>({ sql, parameters }: CompiledQuery): Promise<QueryResult<Row>> => {
      if (performance.now() - this.#turnedAt > MAX_TURN_MS) {
        await nextTurn();
        this.#turnedAt = performance.now();
      }
      const { rows, changes } = await retryWhileBusy(
        this.#deadlineMs,
        () => this.#run(sql, parameters),
        (pause) => pause(),
      );
      if (!this.#file?.isInTransaction && !READ.test(sql)) this.#wal?.check();
      // The rows have the shape of the query's types.
      return { rows: rows as Row[], numAffectedRows: changes };
    },
    streamQuery: () => {
      throw new Error('Streaming is not supported on SQLite.');
    },
  };

  #run(sql: string, parameters: readonly unknown[] = []) {
    if (!this.#file) throw this.#broken ?? new Error(`${this.name} is closed.`);
    try {
      return this.#file.run(sql, parameters);
    } catch (error) {
      throw this.#examine(error);
    }
  }

  #assertInPlace() {
    this.#lookedAt = performance.now();
    if (this.#onBroken && this.#file?.isInPlace === false) throw this.#break('the file is missing, or another one');
  }

  /** Returns the error to throw. Closes the file if it is damaged. */
  #examine(error: unknown) {
    return this.#onBroken && isDamaged(error) ? this.#break(error.message, error) : error;
  }

  #break(reason: string, cause?: Error) {
    const error = new BrokenDatabaseError(`${this.name}: ${reason}`, { cause });
    if (!this.#broken) {
      this.#broken = error;
      this.#close(error);
      this.#onBroken?.(error);
    }
    return error;
  }

  #close(error?: BrokenDatabaseError) {
    this.#readers.close(this.name, error);
    this.#file?.close();
    this.#file = undefined;
  }

  /** Returns false if the log is still being read. */
  async #truncateWal(): Promise<boolean> {
    await this.#lock();
    try {
      const [row] = this.#file?.run('pragma wal_checkpoint(truncate)', []).rows ?? [];
      return typeof row === 'object' && row !== null && 'busy' in row && row.busy === 0;
    } finally {
      this.#unlock();
    }
  }

  async #lock() {
    if (!this.#isLocked) {
      this.#isLocked = true;
      return;
    }
    await new Promise<void>((resolve) => this.#waiters.push(resolve));
  }

  #unlock() {
    const next = this.#waiters.shift();
    if (next) next();
    else this.#isLocked = false;
  }
}

async function retryWhileBusy<Result>(
  deadlineMs: number,
  work: () => Result,
  wait: (pause: () => Promise<unknown>) => Promise<unknown>,
) {
  const until = Date.now() + deadlineMs;
  for (;;) {
    try {
      return work();
    } catch (error) {
      if (!isBusy(error) || Date.now() >= until) throw error;
    }
    await wait(() => delay(Math.random() * MAX_RETRY_DELAY_MS));
  }
}
