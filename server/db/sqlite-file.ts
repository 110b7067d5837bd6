import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite';

const MOST_STATEMENTS = 500;
/** Page cache: searches and counts read the same pages repeatedly. */
const CACHE_KIB = 16_384;
/** Opening may block the event loop: it only happens at startup and for a new tenant. */
const WAIT_AT_OPENING_MS = 5_000;
/** Afterwards the driver handles longer waits, without blocking the event loop. */
const WAIT_IN_USE_MS = 5;

interface Prepared {
  statement: StatementSync;
  returnsRows: boolean;
}

interface Done {
  rows: unknown[];
  changes: bigint | undefined;
  insertId: bigint | undefined;
}

/** One open SQLite file with an LRU cache of prepared statements. */
export class SqliteFile {
  readonly #db: DatabaseSync;
  readonly #statements = new Map<string, Prepared>();

  /** Throws if SQLite rejects a setting that durability or security depends on. */
  constructor(file: string) {
    this.#db = new DatabaseSync(file, {
      timeout: WAIT_AT_OPENING_MS,
      enableForeignKeyConstraints: true,
      enableDoubleQuotedStringLiterals: false,
      defensive: true,
    });
    this.#set('journal_mode', 'wal', file === ':memory:' ? 'memory' : 'wal');
    this.#set('synchronous', 'full', 2);
    this.#set('trusted_schema', 'off', 0);
    this.#set('foreign_keys', 'on', 1);
    this.#db.exec(`pragma cache_size = -${CACHE_KIB}`);
    // `busy_timeout` is reported under a different column name, so `#set` cannot check it.
    this.#db.exec(`pragma busy_timeout = ${WAIT_IN_USE_MS}`);
    const { timeout } = this.#db.prepare('pragma busy_timeout').get() ?? {};
    if (timeout !== WAIT_IN_USE_MS) throw new Error(`SQLite did not take busy_timeout: it says ${timeout}.`);
  }

  get isInTransaction(): boolean {
    return this.#db.isTransaction;
  }

  /** Runs one statement. `rows` is empty for a statement that returns none. */
  run(sql: string, parameters: readonly unknown[]): Done {
    const { statement, returnsRows } = this.#prepare(sql);
    // Kysely only gets what the contract's codecs produce: strings, numbers and null.
    const values = parameters as SQLInputValue[];
    if (returnsRows) {
      return { rows: statement.all(...values), changes: undefined, insertId: undefined };
    }
    const { changes, lastInsertRowid } = statement.run(...values);
    return { rows: [], changes: BigInt(changes), insertId: BigInt(lastInsertRowid) };
  }

  close() {
    this.#statements.clear();
    this.#db.close();
  }

  #prepare(sql: string): Prepared {
    const known = this.#statements.get(sql);
    const prepared = known ?? prepare(this.#db, sql);
    // Move to the end: the least recently used statement comes first.
    this.#statements.delete(sql);
    this.#statements.set(sql, prepared);
    const [oldest] = this.#statements.keys();
    if (this.#statements.size > MOST_STATEMENTS && oldest !== undefined) this.#statements.delete(oldest);
    return prepared;
  }

  #set(name: string, value: string, expected: string | number) {
    this.#db.exec(`pragma ${name} = ${value}`);
    const got = this.#db.prepare(`pragma ${name}`).get()?.[name];
    if (got !== expected) throw new Error(`SQLite did not take ${name} = ${value}: it says ${got}.`);
  }
}

function prepare(db: DatabaseSync, sql: string): Prepared {
  const statement = db.prepare(sql);
  return { statement, returnsRows: statement.columns().length > 0 };
}
