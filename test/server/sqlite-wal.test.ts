import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { inReaderProcesses, openSqlite } from '#server/db/sqlite/open-sqlite.ts';

interface Tables {
  notes: { text: string };
}

const MIB = 1_048_576;
/** A busy machine takes long to start three reader processes. */
const LONG_POLL = { timeout: 120_000 };

test('the WAL shrinks after a burst of writes', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'countersign-'));
  const file = join(folder, 'notes.sqlite');
  const db = openSqlite<Tables>(file);
  const size = () => statSync(`${file}-wal`).size;
  const write = (text: string) => db.insertInto('notes').values({ text }).execute();
  await sql`create table notes (text text)`.execute(db);
  await db.transaction().execute(async (open) => {
    for (let count = 0; count < 24; count += 1) {
      await open
        .insertInto('notes')
        .values({ text: 'x'.repeat(MIB) })
        .execute();
    }
  });
  expect(size()).toBeGreaterThan(20 * MIB);
  await write('the next one');
  expect(size()).toBeLessThanOrEqual(16 * MIB);
  await db.destroy();
  rmSync(folder, { recursive: true });
});

test('overlapping readers do not keep the WAL from shrinking, and continue afterwards', {
  timeout: 600_000,
}, async () => {
  const folder = mkdtempSync(join(tmpdir(), 'countersign-'));
  const file = join(folder, 'notes.sqlite');
  const db = openSqlite<Tables>(file);
  const size = () => statSync(`${file}-wal`).size;
  await sql`create table notes (text text)`.execute(db);
  await db.insertInto('notes').values({ text: 'first' }).execute();
  const { signal } = new AbortController();
  let isGoing = true;
  let reads = 0;
  // Each query holds its snapshot for a while, and reads little besides numbers, so that all end while the service
  // pauses them. Three callers always run one each, so that snapshots overlap.
  const read = async (caller: string) => {
    const slow = inReaderProcesses(db, { caller, signal });
    while (isGoing) {
      await sql`with recursive numbers(n) as (select 1 union all select n + 1 from numbers where n < 300000)
        select count(*) from numbers where (select text from notes where rowid = 1) = 'first'`.execute(slow);
      reads += 1;
    }
  };
  const readers = ['1', '2', '3'].map(read);
  await expect.poll(() => reads, LONG_POLL).toBeGreaterThan(3);
  const text = 'x'.repeat(MIB);
  for (let round = 0; round < 2; round += 1) {
    // SQLite restarts the log by itself whenever no reader happens to hold it: then it does not grow with each write.
    while (size() <= 64 * MIB) await db.insertInto('notes').values({ text }).execute();
    // Shrinks only if the service pauses the readers, because one of them is always running.
    await expect.poll(size, LONG_POLL).toBe(0);
    const readsBefore = reads;
    await expect.poll(() => reads, LONG_POLL).toBeGreaterThan(readsBefore + 3);
  }
  isGoing = false;
  await Promise.all(readers);
  await db.destroy();
  rmSync(folder, { recursive: true });
});
