import type { PostgresPool, PostgresPoolClient, PostgresQueryResult } from 'kysely';

/** `set local` ends with the transaction, which makes it safe behind transaction poolers. */
const LIMITS = 'set local statement_timeout = 2000; set local lock_timeout = 1000';
const BEGIN = /^(start transaction|begin)\b/;
const END = /^(commit|rollback)$/;

/**
 * Adds timeouts to statements outside of transactions, which look up a row or two. Otherwise those that wait for a lock
 * would keep waiting after their client disconnected.
 */
export const withStatementTimeouts = (pool: PostgresPool): PostgresPool => ({
  options: pool.options,
  connect: async () => new LimitedClient(await pool.connect()),
  end: () => pool.end(),
});

class LimitedClient implements PostgresPoolClient {
  readonly #client: PostgresPoolClient;
  #isInTransaction = false;

  constructor(client: PostgresPoolClient) {
    this.#client = client;
  }

  query<Row>(sql: string, parameters: ReadonlyArray<unknown>): Promise<PostgresQueryResult<Row>>;
  query<Cursor>(cursor: Cursor): Cursor;
  query(sql: unknown, parameters: readonly unknown[] = []): unknown {
    const text = String(sql);
    if (BEGIN.test(text)) this.#isInTransaction = true;
    else if (!this.#isInTransaction) return this.#queryAlone(text, parameters);
    if (END.test(text)) this.#isInTransaction = false;
    return this.#client.query(text, parameters);
  }

  release(isBroken?: boolean): void {
    // Kysely passes whether the connection must be discarded, an argument that its own type omits.
    (this.#client.release as (isBroken?: boolean) => void)(isBroken);
  }

  /** Sends three queries in one round trip. If the statement fails, PostgreSQL turns the commit into a rollback. */
  async #queryAlone(sql: string, parameters: readonly unknown[]) {
    const [, result] = await Promise.all([
      this.#client.query(`begin; ${LIMITS}`, []),
      this.#client.query(sql, parameters),
      this.#client.query('commit', []),
    ]);
    return result;
  }
}
