import { mkdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { type Kysely, sql } from 'kysely';
import { migrate } from '../migrations/migrate.ts';
import { createRegistryTables, type RegistryTables } from '../registry-tables.ts';
import type { Store } from '../store.ts';
import type { Tables } from '../tables.ts';
import { BrokenDatabaseError, isBusy, isSqliteError } from '../unavailable.ts';
import { openSqlite, readerUse } from './open-sqlite.ts';

const BUSY_RETRY_MS = 50;

/** Opens a folder of SQLite files, created if missing, or `:memory:`. */
export async function openSqliteStore(dataDir: string, deadlineMs: number): Promise<Store> {
  const isInMemory = dataDir === ':memory:';
  // Readable by this OS user only: the folder holds what visitors wrote.
  if (!isInMemory) mkdirSync(join(dataDir, 'tenants'), { recursive: true, mode: 0o700 });
  const fileOf = (...path: string[]) => (isInMemory ? ':memory:' : `${join(dataDir, ...path)}.sqlite`);
  const registry = openSqlite<RegistryTables>(fileOf('registry'), deadlineMs);
  const tenants = new Map<string, Kysely<Tables>>();
  const open = (tenant: string) => {
    const db = tenants.get(tenant) ?? openSqlite<Tables>(fileOf('tenants', tenant), deadlineMs);
    tenants.set(tenant, db);
    return db;
  };
  await createRegistryTables(registry);
  return {
    registry,
    open: (tenant) => ({ db: open(tenant) }),
    has: async (tenant) => (isInMemory ? tenants.has(tenant) : hasContent(fileOf('tenants', tenant))),
    migrate: async (tenant) => {
      try {
        await waitWhileBusy(() => migrate(open(tenant)));
      } catch (error) {
        await tenants.get(tenant)?.destroy();
        tenants.delete(tenant);
        if (!isSqliteError(error)) throw error;
        throw new BrokenDatabaseError(`${fileOf('tenants', tenant)}: ${error.message}`, { cause: error });
      }
    },
    ping: async () => {
      await sql`select name from tenants limit 1`.execute(registry);
    },
    check: async (tenant) => {
      // Rows, not `select 1`, which touches no page of the file.
      await sql`select max(id) from users union all select max(id) from rooms`.execute(open(tenant));
    },
    poolUse: readerUse,
    hasFreeConnection: async () => true,
    close: async () => {
      for (const db of [...tenants.values(), registry]) await db.destroy();
    },
  };
}

/** Another process may be migrating the database, which takes as long as it has rows. */
async function waitWhileBusy(work: () => Promise<void>) {
  for (;;) {
    try {
      return await work();
    } catch (error) {
      if (!isBusy(error)) throw error;
    }
    await delay(BUSY_RETRY_MS);
  }
}

/** An empty file is what remains of a database whose first page was never written, or was cut off. */
const hasContent = (file: string) => (statSync(file, { throwIfNoEntry: false })?.size ?? 0) > 0;
