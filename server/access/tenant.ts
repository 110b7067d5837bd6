import type { Kysely } from 'kysely';
import type { Tables } from '../db/tables.ts';

/** One customer of the service. Each tenant has its own database, so no query can reach another tenant's rows. */
export interface Tenant {
  name: string;
  db: Kysely<Tables>;
  /** PostgreSQL only. Queries through `db` are already qualified with it. */
  schema?: string;
}

/** Looks up tenants by the request's host, without port. Returns undefined for an unknown host. */
export interface Tenants {
  byHost(host: string): Promise<Tenant | undefined>;
  byName(name: string): Promise<Tenant | undefined>;
  all(): Promise<readonly Tenant[]>;
  add(name: string, hosts: readonly string[]): Promise<Tenant>;
  /** Throws if a database does not answer. */
  ping(): Promise<void>;
  close(): Promise<void>;
}
