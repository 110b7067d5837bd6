import type { PostgresPool, PostgresPoolClient, PostgresQueryResult } from 'kysely';

/** Settings end with their transaction, so that poolers may stand in between. */
const LIMITS = 'set local statement_timeout = 2000; set local lock_timeout = 1000';
const BEGIN = /^(start transaction|begin)\b/;
const END = /^(commit|rollback)$/;

/**
 * Limits statements outside of transactions, which are look-ups of a row or two: without limits, those that wait for a
 * lock would wait on after their client has gone.
 */
export const limitLookUps = (pool: PostgresPool): PostgresPool => ({
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
    // Kysely passes whether the connection is still usable, which its own type leaves out.
    (this.#client.release as (isBroken?: boolean) => void)(isBroken);
  }

  /** Three messages in one round trip. A statement that fails turns the commit into a rollback. */
  async #queryAlone(sql: string, parameters: readonly unknown[]) {
    const [, result] = await Promise.all([
      this.#client.query(`begin; ${LIMITS}`, []),
      this.#client.query(sql, parameters),
      this.#client.query('commit', []),
    ]);
    return result;
  }
}
