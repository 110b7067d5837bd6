import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Kysely, sql } from 'kysely';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openSqlite } from '#server/db/sqlite.ts';

interface Tables {
  notes: { id: number; text: string };
}

let folder: string;
let db: Kysely<Tables>;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'countersign-'));
  db = openSqlite(join(folder, 'notes.sqlite'));
  await sql`create table notes (id integer primary key, text text)`.execute(db);
});
afterEach(async () => {
  await db.destroy();
  rmSync(folder, { recursive: true });
});

const add = (id: number, text = 'a note') => db.insertInto('notes').values({ id, text }).execute();
const readAll = () => db.selectFrom('notes').selectAll().execute();
/** A slow query that counts to 600,000 and also selects `what`. */
const count = async (on: Kysely<Tables>, what = sql<unknown>`(select count(*) from notes)`) => {
  const numbers = sql`(with recursive numbers(n) as (select 1 union all select n + 1 from numbers where n < 600000)
                       select count(*) as n from numbers)`;
  const { rows } = await sql<{ n: number; what: unknown }>`select n, ${what} as what from ${numbers}`.execute(on);
  return rows[0];
};

test('a question that has proved long keeps nobody waiting the next time', async () => {
  await count(db);
  const ended: string[] = [];
  const long = count(db).then((row) => {
    ended.push('long');
    return row;
  });
  await add(1);
  expect(await readAll()).toEqual([{ id: 1, text: 'a note' }]);
  ended.push('short');
  await long;
  expect(ended).toEqual(['short', 'long']);
});

test('what is asked beside sees all that was written before, and what it is asked with', async () => {
  await count(db);
  await add(1);
  await add(2);
  expect(await count(db)).toEqual({ n: 600_000, what: 2 });
  expect(await count(db, sql`(select text from notes where id = ${2})`)).toMatchObject({ what: 'a note' });
  await db.updateTable('notes').set({ text: 'ふね' }).where('id', '=', 2).execute();
  expect(await count(db, sql`(select text from notes where id = ${2})`)).toMatchObject({ what: 'ふね' });
});

test('a transaction asks by its own connection, and sees what it has written', async () => {
  await count(db);
  await db.transaction().execute(async (open) => {
    await open.insertInto('notes').values({ id: 1, text: 'open' }).execute();
    expect(await count(open)).toMatchObject({ what: 1 });
  });
});

test('what SQLite has against a question asked beside comes as it would from here', async () => {
  const broken = (text: string) => count(db, sql`(select json_extract(${text}, '$.a'))`);
  await broken('{"a":1}');
  await expect(broken('{')).rejects.toMatchObject({ message: 'malformed JSON', errcode: 1 });
  expect(await broken('{"a":2}')).toMatchObject({ what: 2 });
});

test('several are asked at once, and the file is closed behind them', async () => {
  await count(db);
  const answers = await Promise.all([count(db), readAll(), count(db)]);
  expect(answers).toEqual([{ n: 600_000, what: 0 }, [], { n: 600_000, what: 0 }]);
});
