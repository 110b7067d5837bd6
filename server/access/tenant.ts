import type { Kysely } from 'kysely';
import type { Tables } from '../db/tables.ts';

/** One customer of the service with a database of its own: no query can reach another's rows. */
export interface Tenant {
  name: string;
  db: Kysely<Tables>;
}

/** Finds tenants by the host a request was sent to, without its port; undefined for an unknown host. */
export interface Tenants {
  byHost(host: string): Tenant | undefined;
  byName(name: string): Tenant | undefined;
  all(): readonly Tenant[];
  add(name: string, hosts: readonly string[]): Promise<Tenant>;
  close(): Promise<void>;
}
