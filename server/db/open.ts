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

/** Where a tenant's tables are. */
export interface Place {
  db: Kysely<Tables>;
  /** On PostgreSQL, which the queries of `db` name already. */
  schema?: string;
}

/** Where the tenants' databases are, and the registry that names them. */
export interface Store {
  registry: Kysely<RegistryTables>;
  /** A tenant's database, which has tables once it was migrated. */
  open(tenant: string): Place;
  /** Makes a tenant's database where it is missing, and brings it to the newest tables. */
  migrate(tenant: string): Promise<void>;
  /** Throws where a database that was opened does not answer; on PostgreSQL also while every request waits. */
  ping(): Promise<void>;
  /** Ends everything that was opened. */
  close(): Promise<void>;
}

/** Opens what `DATABASE_URL` names, a folder of SQLite files, made where it is missing, or, for `:memory:`, files in memory. */
export async function openStore(place: string, pace: Pace): Promise<Store> {
  return isPostgresUrl(place) ? openPostgresStore(place, pace) : openSqliteStore(place);
}

async function openSqliteStore(dataDir: string): Promise<Store> {
  const isInMemory = dataDir === ':memory:';
  // Only this user may look into the folder: it holds what visitors wrote.
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

/** Requests and what must answer while they wait, the registry, have connections of their own. */
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
      // New tables and indexes of many rows may take longer than any request.
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
