import type { CompiledQuery, DatabaseConnection, Driver, QueryResult } from 'kysely';
import type { ReadRequest } from './sqlite-reader.ts';

/** Kysely driver that runs one reading's queries in reader processes. Queries of the same tick share a round trip. */
export class SqliteReadDriver implements Driver {
  readonly #connection: DatabaseConnection;

  constructor(run: (queries: ReadRequest['queries']) => Promise<unknown[][]>) {
    let next: { queries: Pick<CompiledQuery, 'sql' | 'parameters'>[]; results: Promise<unknown[][]> } | undefined;
    const send = async (queries: ReadRequest['queries']) => {
      await Promise.resolve();
      next = undefined;
      return run(queries);
    };
    this.#connection = {
      executeQuery: async <Row>({ sql, parameters }: CompiledQuery): Promise<QueryResult<Row>> => {
        if (!next) {
          const queries: Pick<CompiledQuery, 'sql' | 'parameters'>[] = [];
          next = { queries, results: send(queries) };
        }
        const { queries, results } = next;
        const index = queries.push({ sql, parameters }) - 1;
        // The rows have the shape of the query's types.
        return { rows: ((await results)[index] ?? []) as Row[] };
      },
      streamQuery: () => {
        throw new Error('Streaming is not supported on SQLite.');
      },
    };
  }

  async init() {}

  async acquireConnection(): Promise<DatabaseConnection> {
    return this.#connection;
  }

  async releaseConnection() {}

  beginTransaction = refuse;
  commitTransaction = refuse;
  rollbackTransaction = refuse;

  async destroy() {}
}

async function refuse() {
  throw new Error('A reading has no transactions.');
}
