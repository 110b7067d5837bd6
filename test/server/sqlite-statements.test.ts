import { DatabaseSync } from 'node:sqlite';
import { expect, onTestFinished, test, vi } from 'vitest';
import { SqliteFile } from '#server/db/sqlite/sqlite-file.ts';
import { runCached, type StatementCache } from '#server/db/statement-cache.ts';
import { serviceForFile } from '#test/service.ts';

/** A list of ids, as long as the URL of a request allows. */
const ids = Array.from({ length: 1_800 }, (_, index) => index + 1);

test('short statements are cached, and long ones are not', () => {
  const file = new SqliteFile(':memory:');
  onTestFinished(() => file.close());
  const prepare = vi.spyOn(DatabaseSync.prototype, 'prepare');
  onTestFinished(() => prepare.mockRestore());
  const preparedBy = (sql: string) => {
    prepare.mockClear();
    for (let run = 0; run < 2; run += 1) file.run(sql, []);
    return prepare.mock.calls.length;
  };
  expect(preparedBy('select 1')).toBe(1);
  expect(preparedBy(`select 1 where 1 in (${ids.join()})`)).toBe(2);
});

test('compiled queries with many ids are not cached either', async () => {
  const { db } = await serviceForFile();
  const cache: StatementCache = new Map();
  for (const wanted of [[1], ids]) {
    const build = () => db.selectFrom('rooms').select('id').where('id', 'in', wanted);
    await runCached(db, cache, `${wanted.length}`, build, wanted);
  }
  expect([...cache.keys()]).toEqual(['1']);
});
