import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { migrate } from '#server/db/migrations/migrate.ts';
import { normalizeForSearch } from '#server/db/search/normalize-for-search.ts';
import { openSqlite } from '#server/db/sqlite/open-sqlite.ts';
import type { Tables } from '#server/db/tables.ts';
import { aDraft, aUser } from '#test/builders.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'countersign-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

test('a database file is opened with durable and safe settings', async () => {
  const db = openSqlite<Tables>(join(folder, 'a.sqlite'));
  const value = async (pragma: string) =>
    Object.values((await sql.raw(`pragma ${pragma}`).execute(db)).rows[0] ?? {})[0];
  expect(await value('journal_mode')).toBe('wal');
  expect(await value('synchronous')).toBe(2);
  expect(await value('foreign_keys')).toBe(1);
  expect(await value('trusted_schema')).toBe(0);
  expect(await value('busy_timeout')).toBe(5);
  await db.destroy();
});

test('migrating twice changes nothing', async () => {
  const db = openSqlite<Tables>(':memory:');
  await migrate(db);
  const user = await aUser(db);
  await migrate(db);
  expect(await db.selectFrom('users').selectAll().execute()).toEqual([user]);
  await db.destroy();
});

test('a transaction that throws leaves nothing behind', async () => {
  const db = openSqlite<Tables>(':memory:');
  await migrate(db);
  const failed = db.transaction().execute(async (trx) => {
    await aUser(trx);
    throw new Error('no');
  });
  await expect(failed).rejects.toThrow('no');
  expect(await db.selectFrom('users').selectAll().execute()).toEqual([]);
  await db.destroy();
});

test('more distinct statements than the cache holds can be run', async () => {
  const db = openSqlite<Tables>(':memory:');
  await migrate(db);
  for (let width = 1; width <= 600; width++) {
    const ids = Array.from({ length: width }, (_, index) => index);
    await db.selectFrom('users').select('id').where('id', 'in', ids).execute();
  }
  expect(await db.selectFrom('users').selectAll().execute()).toEqual([]);
  await db.destroy();
});

/** Resolves with the child process's result. */
async function run(task: string) {
  const child = fork(new URL('./database-process.ts', import.meta.url), [join(folder, 'shared.sqlite'), task], {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  const said: unknown[] = [];
  child.on('message', (message) => said.push(message));
  const [code] = await once(child, 'exit');
  expect(code).toBe(0);
  return said;
}

test('processes that open a new file concurrently all get its tables', async () => {
  expect(await Promise.all(Array.from({ length: 4 }, () => run('migrate')))).toEqual(Array(4).fill([['migrated']]));
});

test('concurrent processes decide each draft once', async () => {
  const db = openSqlite<Tables>(join(folder, 'shared.sqlite'));
  await migrate(db);
  for (let number = 0; number < 50; number++) await aDraft(db);
  await db.destroy();
  const won = (await Promise.all([run('settle'), run('settle'), run('settle')])).flat(2);
  expect(won.length).toBe(50);
  expect(new Set(won).size).toBe(50);
});

test.each([
  ['ÄÖÜ', 'äöü'],
  ['ＡＢＣ', 'abc'],
  ['ﬁx', 'fix'],
  ['e\u0301', 'é'],
  ['ｶﾞ', 'ガ'],
  ['ΚΌΣΜΟΣ ς', 'κόσμοσ σ'],
  [null, ''],
])('%s is normalized to %s', (text, folded) => {
  expect(normalizeForSearch(text)).toBe(folded);
});
