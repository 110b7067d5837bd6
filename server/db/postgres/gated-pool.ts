import type { PostgresPool, PostgresPoolClient, PostgresQueryResult } from 'kysely';
import type { Pool, PoolClient } from 'pg';
import type { FairQueue } from '../../lib/fair-queue.ts';
import { currentClaim } from '../request-claim.ts';
import { cancelStatement } from './cancel-statement.ts';

/** A pool and the queue in front of it. */
export interface Gate {
  pool: Pool;
  queue: FairQueue;
}

/** One tenant's access to the shared pools: one for the work of requests, one for the look-ups before it. */
export class BulkheadPool implements PostgresPool {
  readonly options: PostgresPool['options'];
  readonly #tenant: string;
  readonly #requests: Gate;
  readonly #lookUps: Gate;

  constructor(tenant: string, requests: Gate, lookUps: Gate) {
    this.options = requests.pool.options;
    this.#tenant = tenant;
    this.#requests = requests;
    this.#lookUps = lookUps;
  }

  async connect(): Promise<PostgresPoolClient> {
    const claim = currentClaim();
    const { pool, queue } = claim ? this.#requests : this.#lookUps;
    const free = await queue.enter({ tenant: this.#tenant, caller: claim?.caller ?? 'look-up' }, claim?.signal);
    try {
      const client = await pool.connect();
      if (!claim?.signal.aborted) return new Checkout(client, free, claim?.signal);
      client.release();
      throw claim.signal.reason;
    } catch (error) {
      free();
      throw error;
    }
  }

  /** The pools belong to the store, which ends them. */
  async end(): Promise<void> {}
}

/** A checked-out connection, which holds its queue slot until release. Once cancelled, it only accepts `rollback`. */
class Checkout implements PostgresPoolClient {
  readonly #client: PoolClient;
  readonly #free: () => void;
  readonly #signal: AbortSignal | undefined;
  #cancelling: Promise<void> | undefined;

  constructor(client: PoolClient, free: () => void, signal: AbortSignal | undefined) {
    this.#client = client;
    this.#free = free;
    this.#signal = signal;
    signal?.addEventListener('abort', this.#cancel, { once: true });
  }

  query<Row>(sql: string, parameters: ReadonlyArray<unknown>): Promise<PostgresQueryResult<Row>>;
  query<Cursor>(cursor: Cursor): Cursor;
  query(sql: unknown, parameters?: readonly unknown[]): unknown {
    const text = String(sql);
    const send = () => this.#client.query(text, parameters && [...parameters]);
    if (!this.#cancelling) return send();
    // Waits for the cancel request, which could otherwise cancel the rollback.
    return text === 'rollback' ? this.#cancelling.then(send) : Promise.reject(this.#signal?.reason);
  }

  release(isBroken = false): void {
    this.#signal?.removeEventListener('abort', this.#cancel);
    // A late cancel request could hit the next user's statement, so a cancelled connection is not reused.
    this.#client.release(isBroken || this.#cancelling !== undefined);
    this.#free();
  }

  readonly #cancel = () => {
    this.#cancelling ??= cancelStatement(this.#client);
  };
}
