import { setTimeout as delay } from 'node:timers/promises';
import type { CompiledQuery, DatabaseConnection, Driver, QueryResult } from 'kysely';
import { DiskSpace } from './disk-space.ts';
import { SqliteFile } from './sqlite-file.ts';
import { SqliteReader } from './sqlite-reader.ts';
import { isBusy } from './unavailable.ts';

const LONGEST_WAIT_MS = 5_000;
const LONGEST_PAUSE_MS = 20;
/** Queries that block the event loop for longer move to the reader thread. */
const LONG_MS = 30;
/** A slow query is likely to be slow again: its next runs go to the reader thread. */
const RUNS_BESIDE = 16;
const MOST_BESIDE = 500;
/** `total_changes()` is per connection, so it must run on this one. */
const CAN_RUN_BESIDE = /^select (?!.*total_changes)/s;

/**
 * Kysely driver for one SQLite file, with one connection behind a mutex. Every transaction takes the write lock at its
 * start; while another process holds it, the driver polls without blocking the event loop. Slow queries run in a reader
 * thread.
 */
export class SqliteDriver implements Driver {
  readonly #name: string;
  readonly #disk: DiskSpace;
  readonly #turns: (() => void)[] = [];
  readonly #reader: SqliteReader;
  /** Remaining runs in the reader thread, by SQL. */
  readonly #beside = new Map<string, number>();
  #isTaken = false;
  #file: SqliteFile | undefined;

  constructor(name: string) {
    this.#name = name;
    this.#disk = new DiskSpace(name);
    this.#reader = new SqliteReader(name);
  }

  async init() {
    this.#file = new SqliteFile(this.#name);
  }

  async acquireConnection(): Promise<DatabaseConnection> {
    await this.#takeTurn();
    return this.#connection;
  }

  async releaseConnection() {
    this.#passTurn();
  }

  async beginTransaction() {
    await this.#disk.refuseIfFull();
    await waitForLock(
      // Two transactions that read first and write later would refuse each other's lock upgrade; `begin immediate` only
      // waits.
      () => this.#run('begin immediate'),
      async (pause) => {
        this.#passTurn();
        await pause();
        await this.#takeTurn();
      },
    );
  }

  async commitTransaction() {
    this.#run('commit');
  }

  async rollbackTransaction() {
    // SQLite rolls back by itself after some errors, such as a full disk.
    if (this.#file?.isInTransaction) this.#run('rollback');
  }

  async destroy() {
    await this.#reader.close();
    this.#file?.close();
    this.#file = undefined;
  }

  readonly #connection: DatabaseConnection = {
    executeQuery: async <Row>({ sql, parameters }: CompiledQuery): Promise<QueryResult<Row>> => {
      // The rows have the shape of the query's types.
      if (this.#beside.has(sql) && !this.#file?.isInTransaction) {
        return { rows: (await this.#read(sql, parameters)) as Row[] };
      }
      const { rows, changes, insertId } = await waitForLock(
        () => this.#runTimed(sql, parameters),
        (pause) => pause(),
      );
      return { rows: rows as Row[], numAffectedRows: changes, insertId };
    },
    // biome-ignore lint/correctness/useYield: streaming is not supported.
    streamQuery: async function* () {
      throw new Error('Rows are not streamed from SQLite here.');
    },
  };

  /** Releases the connection to other callers during the read. */
  async #read(sql: string, parameters: readonly unknown[]) {
    this.#passTurn();
    try {
      const { rows, ms } = await this.#reader.run(sql, parameters);
      this.#noteTime(sql, ms);
      return rows;
    } finally {
      await this.#takeTurn();
    }
  }

  #runTimed(sql: string, parameters: readonly unknown[]) {
    const beganAt = performance.now();
    const done = this.#run(sql, parameters);
    this.#noteTime(sql, performance.now() - beganAt);
    return done;
  }

  #noteTime(sql: string, ms: number) {
    const runs = ms > LONG_MS ? RUNS_BESIDE : (this.#beside.get(sql) ?? 0) - 1;
    this.#beside.delete(sql);
    const isFile = this.#name !== ':memory:';
    if (runs > 0 && isFile && CAN_RUN_BESIDE.test(sql) && this.#beside.size < MOST_BESIDE) this.#beside.set(sql, runs);
  }

  #run(sql: string, parameters: readonly unknown[] = []) {
    if (!this.#file) throw new Error(`${this.#name} is closed.`);
    return this.#file.run(sql, parameters);
  }

  async #takeTurn() {
    if (!this.#isTaken) {
      this.#isTaken = true;
      return;
    }
    await new Promise<void>((resolve) => this.#turns.push(resolve));
  }

  #passTurn() {
    const next = this.#turns.shift();
    if (next) next();
    else this.#isTaken = false;
  }
}

async function waitForLock<Result>(work: () => Result, wait: (pause: () => Promise<unknown>) => Promise<unknown>) {
  const until = Date.now() + LONGEST_WAIT_MS;
  for (;;) {
    try {
      return work();
    } catch (error) {
      if (!isBusy(error) || Date.now() >= until) throw error;
    }
    await wait(() => delay(Math.random() * LONGEST_PAUSE_MS));
  }
}
