import type { Kysely } from 'kysely';
import type { PoolUse } from './pool-use.ts';
import type { Counters } from './postgres/postgres-counters.ts';
import type { RegistryTables } from './registry-tables.ts';
import type { Tables } from './tables.ts';
import type { BrokenDatabaseError } from './unavailable.ts';

/** The location of a tenant's tables. */
export interface TenantDatabase {
  db: Kysely<Tables>;
  /** PostgreSQL only. Queries through `db` are already qualified with it. */
  schema?: string;
}

/** The tenants' databases and the registry that lists them. */
export interface Store {
  registry: Kysely<RegistryTables>;
  /** Counters shared with other processes; undefined on SQLite. */
  counters?: Counters;
  /** Opens a tenant's database, which has no tables until it is migrated. */
  open(tenant: string): TenantDatabase;
  /** False if a tenant's database is missing: it was never created, or its files are gone. */
  has(tenant: string): Promise<boolean>;
  /** Creates a tenant's database if missing and runs pending migrations. Throws `BrokenDatabaseError` if it is damaged. */
  migrate(tenant: string): Promise<void>;
  /**
   * Creates a tenant's database and runs `fill` on it, or only runs `fill` if the database exists. Atomic: nothing is
   * visible before it is complete.
   */
  create<Result>(tenant: string, fill: (database: TenantDatabase) => Promise<Result>): Promise<Result>;
  /**
   * Sets the listener for open databases that were closed because their file is missing or damaged. A damaged one
   * cannot be migrated until its file changes.
   */
  onBroken(listener: (tenant: string, error: BrokenDatabaseError) => void): void;
  /** Throws if the registry does not answer. On PostgreSQL it works even when requests occupy the whole pool. */
  ping(): Promise<void>;
  /** Throws if a tenant's database does not answer. */
  check(db: Kysely<Tables>): Promise<void>;
  /** Connections used by requests; on SQLite, reader processes used by slow queries. */
  poolUse(): PoolUse;
  /** False if all connections have been in use for so long that a new request would be refused. */
  hasFreeConnection(): Promise<boolean>;
  /** Closes every open database. */
  close(): Promise<void>;
}
