import type { Kysely } from 'kysely';
import type { Tables } from '../db/tables.ts';

/** One customer of the service with a database of its own: no query can reach another's rows. */
export interface Tenant {
  name: string;
  db: Kysely<Tables>;
  /** On PostgreSQL, which the queries of `db` name already. */
  schema?: string;
}

/** Finds tenants by the host a request was sent to, without its port; undefined for an unknown host. */
export interface Tenants {
  byHost(host: string): Promise<Tenant | undefined>;
  byName(name: string): Promise<Tenant | undefined>;
  all(): Promise<readonly Tenant[]>;
  add(name: string, hosts: readonly string[]): Promise<Tenant>;
  /** Throws where a database does not answer. */
  ping(): Promise<void>;
  close(): Promise<void>;
}
