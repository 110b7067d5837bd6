import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { type Kysely, sql } from 'kysely';
import { migrate } from './migrate.ts';
import { openPostgres, type Pace } from './postgres.ts';
import { checkPostgres, toDatabaseFault } from './postgres-start.ts';
import { isPostgresUrl, readPostgresUrl } from './postgres-url.ts';
import { makeRegistry, type RegistryTables } from './registry-tables.ts';
import { openSqlite } from './sqlite.ts';
import type { Tables } from './tables.ts';

/** The location of a tenant's tables. */
export interface Place {
  db: Kysely<Tables>;
  /** PostgreSQL only. Queries through `db` are already qualified with it. */
  schema?: string;
}

/** The tenants' databases and the registry that lists them. */
export interface Store {
  registry: Kysely<RegistryTables>;
  /** Opens a tenant's database, which has no tables until it is migrated. */
  open(tenant: string): Place;
  /** Creates a tenant's database if missing and runs pending migrations. */
  migrate(tenant: string): Promise<void>;
  /** Throws if an open database does not answer. On PostgreSQL it works even when requests occupy the whole pool. */
  ping(): Promise<void>;
  /** Closes every open database. */
  close(): Promise<void>;
}

/**
 * Opens the store that `DATABASE_URL` names: a PostgreSQL URL, a folder of SQLite files (created if missing), or
 * `:memory:`.
 */
export async function openStore(place: string, pace: Pace): Promise<Store> {
  return isPostgresUrl(place) ? openPostgresStore(place, pace) : openSqliteStore(place);
}

async function openSqliteStore(dataDir: string): Promise<Store> {
  const isInMemory = dataDir === ':memory:';
  // Readable by this OS user only: the folder holds what visitors wrote.
  if (!isInMemory) mkdirSync(join(dataDir, 'tenants'), { recursive: true, mode: 0o700 });
  const fileOf = (...path: string[]) => (isInMemory ? ':memory:' : `${join(dataDir, ...path)}.sqlite`);
  const registry = openSqlite<RegistryTables>(fileOf('registry'));
  const tenants = new Map<string, Kysely<Tables>>();
  const open = (tenant: string) => {
    const db = tenants.get(tenant) ?? openSqlite<Tables>(fileOf('tenants', tenant));
    tenants.set(tenant, db);
    return db;
  };
  await makeRegistry(registry);
  return {
    registry,
    open: (tenant) => ({ db: open(tenant) }),
    migrate: (tenant) => migrate(open(tenant)),
    ping: async () => {
      for (const db of [registry, ...tenants.values()]) await sql`select 1`.execute(db);
    },
    close: async () => {
      for (const db of [...tenants.values(), registry]) await db.destroy();
    },
  };
}

/** The registry has a pool of its own, so that it answers while requests occupy theirs. */
async function openPostgresStore(place: string, pace: Pace): Promise<Store> {
  const { url, schema } = readPostgresUrl(place);
  const control = openPostgres<RegistryTables>(url, 'hurried', 2);
  const requests = openPostgres<Tables>(url, pace);
  const schemaOf = (tenant: string) => `${schema}_${tenant}`;
  const registry = control.withSchema(schema);
  try {
    await checkPostgres(registry);
    await makeRegistry(registry, schema);
  } catch (error) {
    await control.destroy();
    throw toDatabaseFault(error);
  }
  return {
    registry,
    open: (tenant) => ({ db: requests.withSchema(schemaOf(tenant)), schema: schemaOf(tenant) }),
    migrate: async (tenant) => {
      // Creating tables and indexes over many rows may exceed the statement timeout of requests.
      const patient = openPostgres<Tables>(url, 'patient', 1);
      const db = patient.withSchema(schemaOf(tenant));
      await migrate(db, schemaOf(tenant))
        .catch((error) => Promise.reject(toDatabaseFault(error)))
        .finally(() => patient.destroy());
    },
    ping: async () => {
      await sql`select 1`.execute(control);
    },
    close: async () => {
      await requests.destroy();
      await control.destroy();
    },
  };
}
