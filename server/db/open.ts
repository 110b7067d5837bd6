import { type Kysely, sql } from 'kysely';
import { limitedMs, NO_DEADLINE } from './deadlines.ts';
import { migrate, migrateWithin } from './migrations/migrate.ts';
import { openPostgres } from './postgres/open-postgres.ts';
import { postgresCounters } from './postgres/postgres-counters.ts';
import { checkPostgres, toSetupError } from './postgres/postgres-setup.ts';
import { isPostgresUrl, parsePostgresUrl } from './postgres/postgres-url.ts';
import { openTenantPools } from './postgres/tenant-pools.ts';
import { createRegistryTables, type RegistryTables } from './registry-tables.ts';
import { openSqliteStore } from './sqlite/sqlite-store.ts';
import type { Store } from './store.ts';
import type { Tables } from './tables.ts';

/**
 * Opens the store that `DATABASE_URL` names: a PostgreSQL URL, a folder of SQLite files (created if missing), or
 * `:memory:`. `deadlineMs` is how long a request may wait and run.
 */
export async function openStore(location: string, deadlineMs: number): Promise<Store> {
  return isPostgresUrl(location)
    ? openPostgresStore(location, deadlineMs)
    : openSqliteStore(location, limitedMs(deadlineMs));
}

const rejectSetup = (error: unknown) => Promise.reject(toSetupError(error));

/** The registry has a pool of its own, so that it answers while requests occupy theirs. */
async function openPostgresStore(location: string, deadlineMs: number): Promise<Store> {
  const { url, schema } = parsePostgresUrl(location);
  const control = openPostgres<RegistryTables>(url, limitedMs(deadlineMs), 2);
  const tenants = openTenantPools(url, deadlineMs);
  const schemaOf = (tenant: string) => `${schema}_${tenant}`;
  const registry = control.withSchema(schema);
  // Creating tables and indexes over many rows may exceed the statement timeout of requests.
  const maintain = async <Result>(work: (db: Kysely<Tables>) => Promise<Result>) => {
    const maintenance = openPostgres<Tables>(url, NO_DEADLINE, 1);
    return work(maintenance).finally(() => maintenance.destroy());
  };
  try {
    await checkPostgres(registry);
    await createRegistryTables(registry, schema);
  } catch (error) {
    await control.destroy();
    throw toSetupError(error);
  }
  return {
    registry,
    counters: postgresCounters(control, schema),
    open: (tenant) => ({ db: tenants.open(tenant).withSchema(schemaOf(tenant)), schema: schemaOf(tenant) }),
    has: async (tenant) => {
      const { rows } = await sql`select 1 from pg_namespace where nspname = ${schemaOf(tenant)}`.execute(control);
      return rows.length > 0;
    },
    migrate: (tenant) =>
      maintain((db) => migrate(db.withSchema(schemaOf(tenant)), schemaOf(tenant))).catch(rejectSetup),
    create: (tenant, fill) =>
      maintain((all) =>
        all
          .withSchema(schemaOf(tenant))
          .transaction()
          .execute(async (db) => {
            await migrateWithin(db, schemaOf(tenant)).catch(rejectSetup);
            return fill({ db, schema: schemaOf(tenant) });
          }),
      ),
    // PostgreSQL has no files that could be found damaged.
    onBroken: () => {},
    ping: async () => {
      await sql`select 1`.execute(control);
    },
    // All tenants are in the database that `ping` checks.
    check: async () => {},
    poolUse: tenants.use,
    hasFreeConnection: () => tenants.hasFreeConnection(),
    close: async () => {
      await tenants.end();
      await control.destroy();
    },
  };
}
