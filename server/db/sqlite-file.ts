import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite';
import type { SqliteDatabase, SqliteStatement } from 'kysely';

const MOST_STATEMENTS = 500;
const WAIT_FOR_LOCK_MS = 5_000;

/** One open SQLite file as Kysely's SQLite dialect wants it, its prepared statements kept for the next use. */
export class SqliteFile implements SqliteDatabase {
  readonly #db: DatabaseSync;
  readonly #statements = new Map<string, SqliteStatement>();

  /** Throws where the engine does not take a setting that durability or safety hangs on. */
  constructor(file: string) {
    this.#db = new DatabaseSync(file, {
      timeout: WAIT_FOR_LOCK_MS,
      enableForeignKeyConstraints: true,
      enableDoubleQuotedStringLiterals: false,
      defensive: true,
    });
    this.#set('journal_mode', 'wal', file === ':memory:' ? 'memory' : 'wal');
    this.#set('synchronous', 'full', 2);
    this.#set('trusted_schema', 'off', 0);
    this.#set('foreign_keys', 'on', 1);
    // The busy timeout is read back under another name than the others.
    const { timeout } = this.#db.prepare('pragma busy_timeout').get() ?? {};
    if (timeout !== WAIT_FOR_LOCK_MS) throw new Error(`SQLite did not take busy_timeout: it says ${timeout}.`);
  }

  prepare(sql: string): SqliteStatement {
    // Two connections that both begin by reading and then write would refuse each other; one that takes the
    // write lock at once only waits.
    const text = sql === 'begin' ? 'begin immediate' : sql;
    const known = this.#statements.get(text);
    if (known) {
      this.#statements.delete(text);
      this.#statements.set(text, known);
      return known;
    }
    const statement = kept(this.#db.prepare(text));
    this.#statements.set(text, statement);
    if (this.#statements.size > MOST_STATEMENTS) {
      const [oldest] = this.#statements.keys();
      if (oldest !== undefined) this.#statements.delete(oldest);
    }
    return statement;
  }

  close() {
    this.#statements.clear();
    this.#db.close();
  }

  #set(name: string, value: string, expected: string | number) {
    this.#db.exec(`pragma ${name} = ${value}`);
    const got = this.#db.prepare(`pragma ${name}`).get()?.[name];
    if (got !== expected) throw new Error(`SQLite did not take ${name} = ${value}: it says ${got}.`);
  }
}

function kept(statement: StatementSync): SqliteStatement {
  // Kysely hands over what its query builder was given: the contract's codecs make texts, numbers and null of it.
  const run = (parameters: readonly unknown[]) => parameters as SQLInputValue[];
  return {
    reader: statement.columns().length > 0,
    all: (parameters) => statement.all(...run(parameters)),
    run: (parameters) => statement.run(...run(parameters)),
    iterate: (parameters) => statement.iterate(...run(parameters)),
  };
}
