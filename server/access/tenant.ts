import type { Kysely } from 'kysely';
import type { PoolUse } from '../db/pool-use.ts';
import type { Counters } from '../db/postgres/postgres-counters.ts';
import type { Tables } from '../db/tables.ts';

/** One customer of the service. Each tenant has its own database, so no query can reach another tenant's rows. */
export interface Tenant {
  name: string;
  db: Kysely<Tables>;
  /** PostgreSQL only. Queries through `db` are already qualified with it. */
  schema?: string;
}

/** A part of the service that is not ready. */
export interface Fault {
  /** `pool`: requests have used up the connections. `tenant`: its database is missing or damaged. `upstream`: a gateway's tenant. */
  part: 'database' | 'pool' | 'tenant' | 'migrations' | 'upstream';
  /** The tenant, if it concerns one. */
  name?: string;
  error?: unknown;
}

/** The tenants. One whose database is missing or damaged is set aside: the others are served without it. */
export interface Tenants {
  /** Counters that other processes share, if any do. */
  counters?: Counters;
  /**
   * Looks up a request's host, without port. `beforeLookUp` may refuse one that is not known yet, before the database is
   * asked. Throws `BrokenDatabaseError` for a tenant that was set aside.
   */
  byHost(host: string, beforeLookUp?: () => Promise<void>): Promise<Tenant | undefined>;
  /** Returns undefined for a tenant that was set aside. */
  byName(name: string): Promise<Tenant | undefined>;
  all(): Promise<readonly Tenant[]>;
  /** The names of all tenants, also of those that were set aside. */
  names(): Promise<readonly string[]>;
  add(name: string, hosts: readonly string[]): Promise<Tenant>;
  /** Throws if the registry's database does not answer. */
  ping(): Promise<void>;
  /** What requests use of the connections or reader processes that all tenants share. */
  poolUse(): PoolUse;
  /** Finds what keeps the service from answering requests; empty if it is ready. */
  findFaults(): Promise<Fault[]>;
  close(): Promise<void>;
}
