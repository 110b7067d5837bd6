import { Socket } from 'node:net';
import {
  type ColumnDefinitionNode,
  CompiledQuery,
  type DatabaseConnection,
  type DataTypeNode,
  Kysely,
  PostgresDialect,
  type PostgresDialectConfig,
  PostgresDriver,
  type PostgresPool,
  PostgresQueryCompiler,
  type TransactionSettings,
} from 'kysely';
import { Pool, types } from 'pg';
import { limitedMs, NO_DEADLINE } from '../deadlines.ts';
import { publishQuery } from '../query-events.ts';
import { withStatementTimeouts } from './limited-pool.ts';

/** How long after the deadline PostgreSQL ends an idle transaction, so that a hung process releases its locks. */
const IDLE_TRANSACTION_MARGIN_MS = 5_000;
/** The idle limit for operator commands, which read or write files between statements. */
const IDLE_COMMAND_MS = 600_000;
/** A socket without traffic for this long after a statement's deadline is dead or unused. */
const SOCKET_MARGIN_MS = 3_000;
const IDLE_CONNECTION_TIMEOUT_MS = 7_000;
/** Fraction of the deadline within which a connection must be established. */
const CONNECT_SHARE = 0.6;
/** Connections for the work of requests. */
export const POOL_SIZE = 10;

/**
 * Opens a connection pool that connects on demand. Compatible with transaction poolers: settings are local to a
 * transaction, and there are no named prepared statements.
 */
export function openPostgres<T>(url: string, deadlineMs: number, poolSize: number): Kysely<T> {
  return withPool<T>(openPool(url, deadlineMs, poolSize), deadlineMs);
}

/** Queries through a pool that is already open. */
export const withPool = <T>(pool: PostgresPool, deadlineMs: number): Kysely<T> =>
  new Kysely<T>({
    dialect: new PooledDialect({ pool: deadlineMs === NO_DEADLINE ? pool : withStatementTimeouts(pool) }, deadlineMs),
    log: publishQuery,
  });

/** Opens a pool of connections without a query builder. */
export function openPool(url: string, deadlineMs: number, poolSize = POOL_SIZE): Pool {
  const pool = new Pool({
    connectionString: url,
    application_name: 'countersign',
    max: poolSize,
    connectionTimeoutMillis: limitedMs(deadlineMs) * CONNECT_SHARE,
    idleTimeoutMillis: IDLE_CONNECTION_TIMEOUT_MS,
    keepAlive: true,
    pipeline: true,
    types: {
      getTypeParser: (oid, format) => (oid === types.builtins.INT8 ? Number : types.getTypeParser(oid, format)),
    },
    stream: () => (deadlineMs === NO_DEADLINE ? new Socket() : createSocketWithTimeout(deadlineMs + SOCKET_MARGIN_MS)),
  });
  // A lost connection surfaces in the next request that needs it. Without a listener, the event would end the process.
  pool.on('error', () => {});
  pool.on('connect', (client) => client.on('error', () => {}));
  return pool;
}

/** Times out a silent connection; otherwise a request to a database that disappeared would wait forever. */
function createSocketWithTimeout(timeoutMs: number) {
  const socket = new Socket();
  socket.setTimeout(timeoutMs, () => {
    socket.destroy(Object.assign(new Error('The database connection timed out.'), { code: 'ETIMEDOUT' }));
  });
  return socket;
}

class PooledDialect extends PostgresDialect {
  readonly #config: PostgresDialectConfig;
  readonly #deadlineMs: number;

  constructor(config: PostgresDialectConfig, deadlineMs: number) {
    super(config);
    this.#config = config;
    this.#deadlineMs = deadlineMs;
  }

  override createDriver() {
    return new PooledDriver(this.#config, this.#deadlineMs);
  }

  override createQueryCompiler() {
    return new PortableCompiler();
  }
}

class PooledDriver extends PostgresDriver {
  readonly #limits: string;
  readonly #begun = new WeakMap<DatabaseConnection, Promise<unknown>>();

  constructor(config: PostgresDialectConfig, deadlineMs: number) {
    super(config);
    const isLimited = deadlineMs !== NO_DEADLINE;
    const idleMs = isLimited ? deadlineMs + IDLE_TRANSACTION_MARGIN_MS : IDLE_COMMAND_MS;
    this.#limits = [
      `set local statement_timeout = ${isLimited ? deadlineMs : 0}`,
      `set local idle_in_transaction_session_timeout = ${idleMs}`,
      // A search of one caller must not occupy all processors of the database.
      'set local max_parallel_workers_per_gather = 0',
      // JIT compilation of a list's query takes longer than running it.
      'set local jit = off',
    ].join('; ');
  }

  override async beginTransaction(connection: DatabaseConnection, settings: TransactionSettings) {
    const { isolationLevel, accessMode } = settings;
    const modes = [isolationLevel && `isolation level ${isolationLevel}`, accessMode].filter(Boolean).join(' ');
    // Begin and settings in one round trip.
    const begun = connection.executeQuery(CompiledQuery.raw(`start transaction ${modes}; ${this.#limits}`));
    if (accessMode !== 'read only') {
      await begun;
      return;
    }
    // Pipelined: reads are sent without waiting for this response, which the commit checks.
    begun.catch(() => {});
    this.#begun.set(connection, begun);
  }

  override async commitTransaction(connection: DatabaseConnection) {
    await this.#begun.get(connection);
    this.#begun.delete(connection);
    await super.commitTransaction(connection);
  }
}

/** Adapts migrations to PostgreSQL, so that a table behaves the same on both engines. */
class PortableCompiler extends PostgresQueryCompiler {
  protected override visitDataType({ dataType }: DataTypeNode) {
    // SQLite integers have 64 bits.
    this.append(dataType === 'integer' ? 'bigint' : dataType);
  }

  protected override visitColumnDefinition(node: ColumnDefinitionNode) {
    super.visitColumnDefinition(node);
    // SQLite compares and sorts texts by their bytes.
    if ('dataType' in node.dataType && node.dataType.dataType === 'text') this.append(' collate "C"');
  }

  protected override getAutoIncrement() {
    return 'generated by default as identity';
  }
}
