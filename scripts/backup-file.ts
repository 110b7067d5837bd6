import { randomBytes } from 'node:crypto';
import { chmodSync, copyFileSync, existsSync, mkdtempSync, renameSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { type Kysely, sql } from 'kysely';
import type { Tenant } from '#server/access/tenant.ts';
import { bulkCopy } from '#server/db/bulk-copy.ts';
import { isPostgres } from '#server/db/engine.ts';
import { migrate } from '#server/db/migrations/migrate.ts';
import { syncToDisk } from '#server/db/sqlite/create-filled.ts';
import { openSqlite } from '#server/db/sqlite/open-sqlite.ts';
import type { Tables } from '#server/db/tables.ts';
import { readSnapshot } from '#server/db/transact.ts';
import { UsageError } from './command.ts';

/** A tenant's SQLite database as the service uses it, plus a metadata table. */
interface BackupTables extends Tables {
  backup: { tenant: string; hosts: string; made_at_unix: number };
}

/** A backup opened for reading. */
export interface Backup {
  db: Kysely<Tables>;
  /** Empty if the file was not created by the backup command. */
  hosts: readonly string[];
  /** Null if the file was not created by the backup command. */
  madeAtUnix: number | null;
  close(): Promise<void>;
}

/**
 * Writes a consistent snapshot of a tenant to a file without blocking writers. The file appears atomically when
 * complete. Returns its size in bytes.
 */
export async function writeBackup(tenant: Tenant, hosts: readonly string[], file: string): Promise<number> {
  if (!existsSync(dirname(file))) throw new UsageError(`${dirname(file)}: no such folder.`);
  const temporary = `${file}.${randomBytes(4).toString('hex')}.part`;
  try {
    if (isPostgres(tenant.db)) await copyToFile(tenant, temporary);
    else await sql`vacuum into ${temporary}`.execute(tenant.db);
    await finalize(temporary, tenant.name, hosts);
    chmodSync(temporary, 0o600);
    await syncToDisk(temporary);
    renameSync(temporary, file);
    await syncToDisk(dirname(file));
    return statSync(file).size;
  } finally {
    for (const rest of [temporary, `${temporary}-wal`, `${temporary}-shm`, `${temporary}-journal`])
      rmSync(rest, { force: true });
  }
}

/** Opens a migrated copy of a backup. Throws a one-line `UsageError` if the file is not a backup. */
export async function openBackup(file: string): Promise<Backup> {
  if (!existsSync(file)) throw new UsageError(`${file}: no such file.`);
  const folder = mkdtempSync(join(tmpdir(), 'countersign-restore-'));
  const copy = join(folder, 'backup.sqlite');
  const db = openSqlite<BackupTables>(copy);
  const close = async () => {
    await db.destroy();
    rmSync(folder, { recursive: true, force: true });
  };
  try {
    copyFileSync(file, copy);
    await verifyIntegrity(db).catch((error) => {
      throw new UsageError(`${file} is not a backup of a tenant: ${error instanceof Error ? error.message : error}`);
    });
    await migrate(asTenant(db));
    return { db: asTenant(db), ...(await readMetadata(db)), close };
  } catch (error) {
    await close();
    throw error;
  }
}

async function copyToFile(tenant: Tenant, file: string) {
  const target = openSqlite<Tables>(file);
  try {
    await migrate(target);
    // Nested, so that the snapshot ends before the commit, which takes long for a large file.
    await target
      .transaction()
      .execute((to) => readSnapshot(tenant.db, (db) => bulkCopy({ db, schema: tenant.schema }, { db: to })));
  } finally {
    await target.destroy();
  }
}

/** Adds the metadata, removes the write-ahead log and verifies the file's integrity. */
async function finalize(file: string, tenant: string, hosts: readonly string[]) {
  const db = openSqlite<BackupTables>(file);
  try {
    await db.schema
      .createTable('backup')
      .addColumn('tenant', 'text')
      .addColumn('hosts', 'text')
      .addColumn('made_at_unix', 'integer')
      .execute();
    const made_at_unix = Math.floor(Date.now() / 1000);
    await db
      .insertInto('backup')
      .values({ tenant, hosts: JSON.stringify(hosts), made_at_unix })
      .execute();
    await verifyIntegrity(db);
    await sql`pragma journal_mode = delete`.execute(db);
  } finally {
    await db.destroy();
  }
}

async function verifyIntegrity(db: Kysely<BackupTables>) {
  const { rows } = await sql<{ integrity_check: string }>`pragma integrity_check`.execute(db);
  if (rows[0]?.integrity_check !== 'ok') throw new Error('the file is damaged');
  const broken = await sql`pragma foreign_key_check`.execute(db);
  if (broken.rows.length > 0) throw new Error('some records refer to missing records');
  await db.selectFrom('users').select('id').limit(1).execute();
}

async function readMetadata(db: Kysely<BackupTables>): Promise<Pick<Backup, 'hosts' | 'madeAtUnix'>> {
  const { rows } = await sql`select 1 from sqlite_master where name = 'backup'`.execute(db);
  if (rows.length === 0) return { hosts: [], madeAtUnix: null };
  const { hosts, made_at_unix } = await db.selectFrom('backup').selectAll().executeTakeFirstOrThrow();
  return { hosts: JSON.parse(hosts), madeAtUnix: made_at_unix };
}

const asTenant = (db: Kysely<BackupTables>) => db as unknown as Kysely<Tables>;
