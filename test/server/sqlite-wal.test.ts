import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { openSqlite } from '#server/db/sqlite/open-sqlite.ts';

interface Tables {
  notes: { text: string };
}

const MIB = 1_048_576;

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
