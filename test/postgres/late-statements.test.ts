import { sql } from 'kysely';
import { Client } from 'pg';
import { expect, inject, test } from 'vitest';
import { openTenants } from '#server/access/tenants.ts';
import { DEADLINE_MS, NO_DEADLINE } from '#server/db/deadlines.ts';
import { BulkheadPool } from '#server/db/postgres/gated-pool.ts';
import { openPool } from '#server/db/postgres/open-postgres.ts';
import { withClaim } from '#server/db/request-claim.ts';
import { readSnapshot, transact } from '#server/db/transact.ts';
import { FairQueue } from '#server/lib/fair-queue.ts';
import { newSharedPlace } from '#test/database-place.ts';
import { serviceForFile, serviceForTest, type TestService } from '#test/service.ts';

const url = inject('postgresUrl') ?? '';
const service = await serviceForFile();

const add = (db: TestService['db'], key_name: string) =>
  db.insertInto('master_keywords').values({ key_name, suggestions: '' }).execute();
const names = async () =>
  (await service.db.selectFrom('master_keywords').select('key_name').execute()).map(({ key_name }) => key_name);

test.each([
  ['before another statement', true],
  ['before its commit', false],
])('a write that is aborted %s is rolled back', async (_, goesOn) => {
  const ending = new AbortController();
  const write = withClaim({ caller: 'agent 1', signal: ending.signal }, () =>
    transact(service.db, async (db) => {
      await add(db, 'first');
      ending.abort(new Error('too late'));
      if (goesOn) await add(db, 'second');
    }),
  );
  await expect(write).rejects.toThrow('too late');
  expect(await names()).toEqual([]);
  expect((await service.send('GET', '/master_keywords')).status).toBe(200);
});

test('work that is aborted while it waits for a connection runs no statement and frees its slot', async () => {
  const pool = openPool(url, DEADLINE_MS, 1);
  const queue = new FairQueue({ slots: 3, perTenant: 3, perCaller: 3, maxWaiting: 1, maxWaitMs: 60_000 });
  const gated = new BulkheadPool('harbor', { pool, queue }, { pool, queue });
  const only = await pool.connect();
  const ending = new AbortController();
  const connected = withClaim({ caller: 'agent 1', signal: ending.signal }, () => gated.connect());
  await expect.poll(() => pool.waitingCount).toBe(1);
  ending.abort(new Error('too late'));
  only.release();
  await expect(connected).rejects.toThrow('too late');
  expect([queue.running, pool.idleCount]).toEqual([0, 1]);
  await pool.end();
});

test.each([
  ['waits for a connection', 4],
  ['runs', 1],
])('a write whose deadline passes while it %s is rejected, and nothing is written', async (_, writes) => {
  const locker = new Client(url);
  await locker.connect();
  const { place } = newSharedPlace();
  const late = await serviceForTest({ deadlineMs: DEADLINE_MS }, place);
  const schema = new URL(place).searchParams.get('schema');
  await locker.query(`begin; lock table "${schema}_harbor".master_keywords`);
  const answers = await Promise.all(
    Array.from({ length: writes }, (_, number) => late.create('master_keywords', { key_name: `late ${number}` })),
  );
  await locker.query('rollback');
  await locker.end();
  for (const { status, headers, errors } of answers) {
    expect([status, headers.get('retry-after')]).toEqual([503, '1']);
    expect(errors[0]?.detail).toBe(
      'The request took longer than 5 seconds. Nothing was written. Try again in a moment.',
    );
  }
  expect(await late.db.selectFrom('master_keywords').select('key_name').execute()).toEqual([]);
});

test('a statement occupies one processor of the database, however much it reads', async () => {
  const plan = await service.db.transaction().execute(async (db) => {
    // As for a large table, although a small one is read.
    await sql`set local parallel_setup_cost = 0`.execute(db);
    await sql`set local parallel_tuple_cost = 0`.execute(db);
    await sql`set local min_parallel_table_scan_size = 0`.execute(db);
    const counted = db.selectFrom('support_draft_messages').select(({ fn }) => fn.countAll().as('count'));
    return JSON.stringify(await counted.explain());
  });
  expect(plan).toMatch(/Seq Scan|Index Only Scan/);
  expect(plan).not.toMatch(/Gather|Workers/);
});

test.each([
  ['a request', 5_000, { idle: '10s', statement: '5s' }],
  // Limited as well, so that its locks are released if its computer vanishes.
  ['a command', NO_DEADLINE, { idle: '10min', statement: '0' }],
])('the time limits of a transaction fit %s', async (_, deadlineMs, limits) => {
  const opened = await openTenants(newSharedPlace().place, deadlineMs);
  const { db } = await opened.add('harbor', ['harbor.test']);
  const read = sql`select current_setting('idle_in_transaction_session_timeout') as idle,
    current_setting('statement_timeout') as statement`;
  // A backup reads such a snapshot, and writes to its file between the reads.
  const { rows } = await readSnapshot(db, (snapshot) => read.execute(snapshot));
  await opened.close();
  expect(rows).toEqual([limits]);
});
