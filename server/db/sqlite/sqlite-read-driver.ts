import type { CompiledQuery, DatabaseConnection, Driver, QueryResult } from 'kysely';
import type { Reading } from '../reading.ts';
import type { SqliteReaders } from './sqlite-readers.ts';

/** Kysely driver for the queries of one reading, which run in the readers' processes. */
export class SqliteReadDriver implements Driver {
  readonly #connection: DatabaseConnection;

  constructor(readers: SqliteReaders, file: string, reading: Reading) {
    this.#connection = {
      executeQuery: async <Row>({ sql, parameters }: CompiledQuery): Promise<QueryResult<Row>> => {
        // The rows have the shape of the query's types.
        return { rows: (await readers.run({ file, sql, parameters }, reading)) as Row[] };
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
