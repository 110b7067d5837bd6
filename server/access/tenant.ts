import type { PoolUse } from '../db/pool-use.ts';
import type { Counters } from '../db/postgres/postgres-counters.ts';
import type { TenantDatabase } from '../db/store.ts';

/** One customer of the service. Each tenant has its own database, so no query can reach another tenant's rows. */
export interface Tenant extends TenantDatabase {
  name: string;
}

/** A part of the service that is not ready. */
export interface Fault {
  /** `pool`: no connection is free. `tenant`: its database is missing or damaged. `upstream`: the gateway's tenant. */
  part: 'database' | 'pool' | 'tenant' | 'migrations' | 'upstream';
  /** Name of the affected tenant, if the fault concerns one. */
  name?: string;
  error?: unknown;
}

/** The tenants. A tenant whose database is missing or damaged is set aside, so that the others stay available. */
export interface Tenants {
  /** Counters of the rate limits, shared with other processes; undefined on SQLite. */
  counters?: Counters;
  /**
   * Finds the tenant of a request's host, without port. `beforeLookUp` may throw to reject an unknown host before the
   * database is queried. Throws `BrokenDatabaseError` for a tenant that was set aside.
   */
  byHost(host: string, beforeLookUp?: () => Promise<void>): Promise<Tenant | undefined>;
  /** Returns undefined for a tenant that was set aside. */
  byName(name: string): Promise<Tenant | undefined>;
  all(): Promise<readonly Tenant[]>;
  /** The names of all tenants, also of those that were set aside. */
  names(): Promise<readonly string[]>;
  /** Every known host, mapped to the name of its tenant. */
  hosts(): Promise<ReadonlyMap<string, string>>;
  /**
   * Atomically creates a tenant's database with the rows that `fill` writes, which replaces the data of one that is not
   * registered. Registers the tenant last, so that a new one is unreachable until it is complete.
   */
  create<Result>(
    name: string,
    hosts: readonly string[],
    fill: (database: TenantDatabase) => Promise<Result>,
  ): Promise<Result>;
  /** Registers a tenant, or more hosts of one. Throws `UnregisteredDataError` if a new tenant's database has users. */
  add(name: string, hosts: readonly string[]): Promise<Tenant>;
  /** Throws if the registry's database does not answer. */
  ping(): Promise<void>;
  /** Connections or reader processes in use by requests; all tenants share them. */
  poolUse(): PoolUse;
  /** Returns the reasons why the service is not ready; empty if it is. */
  findFaults(): Promise<Fault[]>;
  close(): Promise<void>;
}
