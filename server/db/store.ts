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
  /** Counters that other processes share; undefined on SQLite, which has one process. */
  counters?: Counters;
  /** Opens a tenant's database, which has no tables until it is migrated. */
  open(tenant: string): TenantDatabase;
  /** False if a tenant's database is missing: it was never created, or its files are gone. */
  has(tenant: string): Promise<boolean>;
  /** Creates a tenant's database if missing and runs pending migrations. Throws `BrokenDatabaseError` if it is damaged. */
  migrate(tenant: string): Promise<void>;
  /**
   * Creates a tenant's database with what `fill` writes, or only fills the one that is there: all or nothing, and not seen
   * before it is complete.
   */
  create<Result>(tenant: string, fill: (database: TenantDatabase) => Promise<Result>): Promise<Result>;
  /**
   * Tells of an open database whose file was found missing or damaged, and is closed. One that is damaged cannot be migrated
   * until its file has changed.
   */
  onBroken(listener: (tenant: string, error: BrokenDatabaseError) => void): void;
  /** Throws if the registry does not answer. On PostgreSQL it works even when requests occupy the whole pool. */
  ping(): Promise<void>;
  /** Throws if a tenant's database does not answer. */
  check(db: Kysely<Tables>): Promise<void>;
  /** What requests use of the connections; on SQLite, what slow queries use of the reader processes. */
  poolUse(): PoolUse;
  /** False if requests have used up the connections for so long that a new one would be refused. */
  hasFreeConnection(): Promise<boolean>;
  /** Closes every open database. */
  close(): Promise<void>;
}
