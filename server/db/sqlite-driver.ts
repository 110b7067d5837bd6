import { setTimeout as delay } from 'node:timers/promises';
import type { CompiledQuery, DatabaseConnection, Driver, QueryResult } from 'kysely';
import { DiskSpace } from './disk-space.ts';
import { SqliteFile } from './sqlite-file.ts';
import { SqliteReader } from './sqlite-reader.ts';
import { isBusy } from './unavailable.ts';

const LONGEST_WAIT_MS = 5_000;
const LONGEST_PAUSE_MS = 20;
/** Others may be kept waiting for so long. */
const LONG_MS = 30;
/** What was long once is likely to be so again. */
const RUNS_BESIDE = 16;
const MOST_BESIDE = 500;
/** What tells of this connection itself is no question to another. */
const CAN_RUN_BESIDE = /^select (?!.*total_changes)/s;

/**
 * Lets Kysely work on one SQLite file, by one connection that its users take turns with. Every transaction is one that
 * writes. Where another process has the write lock, it is waited for without keeping this process from its other work.
 * A question that has proved long is put to a thread of its own the next times.
 */
export class SqliteDriver implements Driver {
  readonly #name: string;
  readonly #disk: DiskSpace;
  readonly #turns: (() => void)[] = [];
  readonly #reader: SqliteReader;
  /** How many more times each question is put to the reader. */
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
      // Two connections that both begin by reading and then write would refuse each other; one that takes the write
      // lock at once only waits.
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
    // After some faults, a full disk among them, SQLite has done so by itself.
    if (this.#file?.isInTransaction) this.#run('rollback');
  }

  async destroy() {
    await this.#reader.close();
    this.#file?.close();
    this.#file = undefined;
  }

  readonly #connection: DatabaseConnection = {
    executeQuery: async <Row>({ sql, parameters }: CompiledQuery): Promise<QueryResult<Row>> => {
      // The query's types say what its rows are.
      if (this.#beside.has(sql) && !this.#file?.isInTransaction) {
        return { rows: (await this.#read(sql, parameters)) as Row[] };
      }
      const { rows, changes, insertId } = await waitForLock(
        () => this.#runTimed(sql, parameters),
        (pause) => pause(),
      );
      return { rows: rows as Row[], numAffectedRows: changes, insertId };
    },
    // biome-ignore lint/correctness/useYield: nothing here reads row by row.
    streamQuery: async function* () {
      throw new Error('Rows are not streamed from SQLite here.');
    },
  };

  /** Others have their turns meanwhile. */
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
