import { mkdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { type Kysely, sql } from 'kysely';
import { migrate } from '../migrations/migrate.ts';
import { createRegistryTables, type RegistryTables } from '../registry-tables.ts';
import type { Store } from '../store.ts';
import type { Tables } from '../tables.ts';
import { BrokenDatabaseError, isBusy, isSqliteError } from '../unavailable.ts';
import { createFilled } from './create-filled.ts';
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
  const damaged = new Map<string, { error: BrokenDatabaseError; state: string | undefined }>();
  let tell: Parameters<Store['onBroken']>[0] = () => {};
  const open = (tenant: string) => {
    const known = tenants.get(tenant);
    if (known) return known;
    const file = fileOf('tenants', tenant);
    const setAside = (error: BrokenDatabaseError) => {
      tenants.delete(tenant);
      if (error.cause) damaged.set(tenant, { error, state: stateOf(file) });
      tell(tenant, error);
    };
    const db = openSqlite<Tables>(file, deadlineMs, setAside);
    tenants.set(tenant, db);
    return db;
  };
  const migrateOpen = async (tenant: string) => {
    const known = damaged.get(tenant);
    if (known && known.state === stateOf(fileOf('tenants', tenant))) throw known.error;
    damaged.delete(tenant);
    try {
      await waitWhileBusy(() => migrate(open(tenant)));
    } catch (error) {
      await tenants.get(tenant)?.destroy();
      tenants.delete(tenant);
      if (!isSqliteError(error)) throw error;
      throw new BrokenDatabaseError(`${fileOf('tenants', tenant)}: ${error.message}`, { cause: error });
    }
  };
  await createRegistryTables(registry);
  return {
    registry,
    open: (tenant) => ({ db: open(tenant) }),
    has: async (tenant) => (isInMemory ? tenants.has(tenant) : hasContent(fileOf('tenants', tenant))),
    migrate: migrateOpen,
    create: async (tenant, fill) => {
      if (!isInMemory && !hasContent(fileOf('tenants', tenant))) return createFilled(fileOf('tenants', tenant), fill);
      await migrateOpen(tenant);
      return open(tenant)
        .transaction()
        .execute((db) => fill({ db }));
    },
    onBroken: (listener) => {
      tell = listener;
    },
    ping: async () => {
      await sql`select name from tenants limit 1`.execute(registry);
    },
    check: async (db) => {
      // Rows, not `select 1`, which touches no page of the file.
      await sql`select max(id) from users union all select max(id) from rooms`.execute(db);
    },
    poolUse: readerUse,
    hasFreeConnection: async () => true,
    close: async () => {
      for (const db of [...tenants.values(), registry]) await db.destroy();
    },
  };
}

/** Retries while another process migrates the database, which takes long if it has many rows. */
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

/** A fingerprint that changes with the file; undefined without a file. */
function stateOf(file: string) {
  const found = statSync(file, { throwIfNoEntry: false });
  return found && [found.dev, found.ino, found.size, found.mtimeMs].join();
}

/** An empty file is what remains of a database whose first page was never written, or was cut off. */
const hasContent = (file: string) => (statSync(file, { throwIfNoEntry: false })?.size ?? 0) > 0;
