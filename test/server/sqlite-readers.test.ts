import { type ChildProcess, execFileSync } from 'node:child_process';
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { existsSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { getPriority, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { type Kysely, sql } from 'kysely';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { ClientGoneError, type Reading, ReadRefusedError } from '#server/db/reading.ts';
import { inReaderProcesses, openSqlite, readerUse } from '#server/db/sqlite/open-sqlite.ts';
import { SqliteReaders } from '#server/db/sqlite/sqlite-readers.ts';

interface Tables {
  notes: { id: number; text: string };
}

let folder: string;
let db: Kysely<Tables>;
let other: Kysely<Tables>;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'countersign-'));
  db = await create('notes');
  other = await create('other');
});
afterEach(async () => {
  await Promise.all([db.destroy(), other.destroy()]);
  rmSync(folder, { recursive: true });
});

async function create(name: string) {
  const made = openSqlite<Tables>(join(folder, `${name}.sqlite`));
  await sql`create table notes (id integer primary key, text text)`.execute(made);
  return made;
}

const add = (id: number, text = 'a note') => db.insertInto('notes').values({ id, text }).execute();
const readAll = (on: Kysely<Tables>) => on.selectFrom('notes').selectAll().execute();

/** A read by one caller, and the function that aborts it. */
function startReading(caller = '1') {
  const controller = new AbortController();
  const reading: Reading = { caller, signal: controller.signal };
  return { reading, end: (error: Error) => controller.abort(error) };
}
const slow = (on = db, reading = startReading().reading) => inReaderProcesses(on, reading);

const timeUp = () => new ReadRefusedError(503, 'Time is up.');
/** A query that never ends by itself. */
const countForever = (on: Kysely<Tables>) =>
  sql`with recursive numbers(n) as (select 1 union all select n + 1 from numbers) select count(*) from numbers`.execute(
    on,
  );
/** The error of each query that was refused. */
const errorsOf = async (queries: readonly Promise<unknown>[]) =>
  (await Promise.allSettled(queries)).map((query) => (query.status === 'rejected' ? query.reason : undefined));

test('a slow query sees earlier writes, and receives its parameters', async () => {
  expect(await readAll(slow())).toEqual([]);
  await add(1);
  await add(2, 'ふね');
  expect(await readAll(slow())).toEqual([
    { id: 1, text: 'a note' },
    { id: 2, text: 'ふね' },
  ]);
  expect(await slow().selectFrom('notes').select('text').where('id', '=', 2).execute()).toEqual([{ text: 'ふね' }]);
});

test('errors in a reader process look like local ones, and writes are refused', async () => {
  await expect(sql`select json_extract('{', '$.a')`.execute(slow())).rejects.toMatchObject({
    message: 'malformed JSON',
    errcode: 1,
  });
  await expect(slow().deleteFrom('notes').execute()).rejects.toThrow('readonly');
});

test('a reader never creates a missing file', async () => {
  const file = join(folder, 'notes.sqlite');
  renameSync(file, `${file}.away`);
  await expect(readAll(slow())).rejects.toMatchObject({ errcode: 14 });
  expect(existsSync(file)).toBe(false);
});

test('an endless query blocks no database, and stops when its read is aborted', async () => {
  const { reading, end } = startReading();
  const endless = errorsOf([countForever(slow(db, reading))]);
  await add(1);
  expect(await readAll(db)).toHaveLength(1);
  expect(await readAll(slow(db, reading))).toHaveLength(1);
  expect(await readAll(slow(other))).toEqual([]);
  end(timeUp());
  expect(await endless).toEqual([timeUp()]);
  await expect(readAll(slow(db, reading))).rejects.toThrow('Time is up.');
  expect(await readAll(slow())).toHaveLength(1);
});

test('one caller cannot occupy all readers of a tenant, nor one tenant those of other tenants', async () => {
  const callers = ['1', '1', '1', '2', '2'].map(startReading);
  const endless = errorsOf(callers.map(({ reading }) => countForever(slow(db, reading))));
  const waiting = readAll(slow(db, startReading('3').reading));
  expect(await readAll(slow(other))).toEqual([]);
  for (const { end } of callers) end(new ClientGoneError('gone'));
  expect(await endless).toEqual(callers.map(() => new ClientGoneError('gone')));
  expect(await waiting).toEqual([]);
});

test('running and waiting queries are counted', async () => {
  const readings = ['1', '1', '1'].map(startReading);
  const endless = errorsOf(readings.map(({ reading }) => countForever(slow(db, reading))));
  await expect.poll(readerUse).toEqual({ running: 2, waiting: 1 });
  for (const { end } of readings) end(timeUp());
  await endless;
  await expect.poll(readerUse).toEqual({ running: 0, waiting: 0 });
});

test('a caller whose query was aborted is limited to one at a time for a while', async () => {
  // Starts a reader process in advance, so that the next query runs at once.
  await readAll(slow(db));
  const first = startReading('slow');
  const ended = errorsOf([countForever(slow(db, first.reading))]);
  await nextTurn();
  first.end(timeUp());
  await ended;

  const readings = ['slow', 'slow', '2'].map(startReading);
  const endless = errorsOf(readings.map(({ reading }) => countForever(slow(db, reading))));
  // A tenant runs three queries, so one of the slow caller's two waits.
  expect(await readAll(slow(db, startReading('3').reading))).toEqual([]);
  for (const { end } of readings) end(timeUp());
  await endless;
});

test('a query aborted before its low-priority reader has started leaves the reader to the next query', async () => {
  const started: ChildProcess[] = [];
  const atStart: number[] = [];
  const note = (message: unknown) => {
    started.push((message as { process: ChildProcess }).process);
    // Once the reader has been constructed.
    queueMicrotask(() => atStart.push(getPriority(started.at(-1)?.pid)));
  };
  subscribe('child_process', note);
  const readers = new SqliteReaders();
  const file = join(folder, 'notes.sqlite');
  const run = (reading: Reading) =>
    readers.run({ file, queries: [{ sql: 'select 1 as one', parameters: [] }] }, reading);
  try {
    for (let round = 0; round < 3; round += 1) {
      const { reading, end } = startReading();
      const ended = errorsOf([run(reading)]);
      end(timeUp());
      expect(await ended).toEqual([timeUp()]);
    }
    expect(await run(startReading().reading)).toEqual([[{ one: 1 }]]);
    expect(started.map(({ pid }) => getPriority(pid) > getPriority())).toEqual([true]);
    // At a low priority, the start itself would take seconds on a busy machine.
    expect(atStart).toEqual([getPriority()]);
  } finally {
    unsubscribe('child_process', note);
    readers.close(file);
  }
});

test('queries beyond the bounds are refused: 429 for a caller with too many, 503 in a tenant with too many', async () => {
  const greedy = startReading();
  const own = Array.from({ length: 30 }, () => countForever(slow(db, greedy.reading)));
  const refusedOwn = errorsOf(own);
  const others = Array.from({ length: 20 }, (_, caller) => startReading(`${caller + 2}`));
  const refused = errorsOf(
    others.flatMap(({ reading }) => Array.from({ length: 6 }, () => countForever(slow(db, reading)))),
  );
  expect(await readAll(slow(other))).toEqual([]);
  // Refused before its SQL is compiled.
  expect(() => slow(db, greedy.reading)).toThrow('You have too many requests waiting for the database.');
  for (const { end } of [greedy, ...others]) end(timeUp());
  const statuses = async (errors: Promise<unknown[]>) =>
    (await errors).map((error) => error instanceof ReadRefusedError && error.message !== 'Time is up.' && error.status);
  // Two run, and twenty wait.
  expect((await statuses(refusedOwn)).filter((status) => status === 429)).toHaveLength(8);
  // One of the others runs, and eighty wait.
  expect((await statuses(refused)).filter((status) => status === 503)).toHaveLength(120 - 1 - 80);
});

test('closing a database aborts its queries', async () => {
  const closing = await create('closing');
  const endless = errorsOf(['1', '1', '1'].map((caller) => countForever(slow(closing, startReading(caller).reading))));
  await readAll(closing);
  await closing.destroy();
  expect(await endless).toEqual(Array(3).fill(new ReadRefusedError(503, 'The service is shutting down.')));
  expect(await readAll(slow())).toEqual([]);
});

test('a query fails only for as long as no file descriptors are free to start a reader', () => {
  const script = fileURLToPath(new URL('./reader-without-descriptors.ts', import.meta.url));
  const limited = 'ulimit -n 64 && exec "$0" "$1"';
  const answers = execFileSync('sh', ['-c', limited, process.execPath, script], { encoding: 'utf8' });
  expect(JSON.parse(answers)).toEqual(['EPIPE', [[{ 1: 1 }]]]);
});
