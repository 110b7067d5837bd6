import { randomBytes } from 'node:crypto';
import { renameSync, rmSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { dirname } from 'node:path';
import { migrate } from '../migrations/migrate.ts';
import type { TenantDatabase } from '../store.ts';
import type { Tables } from '../tables.ts';
import { openSqlite } from './open-sqlite.ts';

/** Creates a tenant's file and runs `fill` on it. The file appears at its path only when it is complete. */
export async function createFilled<Result>(
  file: string,
  fill: (database: TenantDatabase) => Promise<Result>,
): Promise<Result> {
  const part = `${file}.${randomBytes(4).toString('hex')}.part`;
  const db = openSqlite<Tables>(part);
  try {
    await migrate(db);
    const result = await db.transaction().execute((transaction) => fill({ db: transaction }));
    // Checkpoints the write-ahead log into the file.
    await db.destroy();
    // SQLite would apply a leftover log of a previous file to this one.
    for (const end of ['-wal', '-shm']) rmSync(file + end, { force: true });
    renameSync(part, file);
    await syncToDisk(dirname(file));
    return result;
  } finally {
    await db.destroy();
    for (const end of ['', '-wal', '-shm']) rmSync(part + end, { force: true });
  }
}

/** Syncs a file or folder to disk (fsync). Only then are a file's content and a folder's renames durable. */
export async function syncToDisk(path: string) {
  const handle = await open(path);
  await handle.sync().finally(() => handle.close());
}
