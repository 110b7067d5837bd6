import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { Client } from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { aDraft, aMessage, aRoom } from '#test/builders.ts';
import { newSharedPlace } from '#test/database-place.ts';
import { createService, type TestService } from '#test/service.ts';
import { findDamage } from '../server/durability.ts';
import { type Cluster, startCluster } from './cluster.ts';

let cluster: Cluster;
let service: TestService;
let place: string;
/** A second connection to the database, outside the service. */
let other: Client;

beforeAll(async () => {
  cluster = await startCluster(true);
});
afterAll(() => cluster.remove());
beforeEach(async () => {
  place = newSharedPlace(cluster.url).place;
  service = await createService({ deadlineMs: 5_000 }, place);
  other = new Client(cluster.url);
  other.on('error', () => {});
  await other.connect();
});
afterEach(async () => {
  await other.end();
  await service.close();
});

const schema = () => new URL(place).searchParams.get('schema');
const read = () => service.send('GET', '/master_keywords?page[size]=100&sort=-id');
const write = (key_name: string) =>
  service.send('POST', '/master_keywords', { body: { data: { type: 'master_keywords', attributes: { key_name } } } });
const names = async () => (await read()).records.map(({ attributes }) => String(attributes?.key_name));

/** Override with `KILL_RUNS`. */
const KILLS = Math.ceil(Number(process.env.KILL_RUNS ?? 25) / 8);

test.each([
  ['SIGINT', 1],
  ['SIGKILL', KILLS],
] as const)(
  'the service recovers after the database is stopped by %s, %i times',
  { timeout: 120_000 + KILLS * 30_000 },
  async (signal, times) => {
    const acknowledged: string[] = [];
    const failed = new Set<unknown>();
    let isGoing = true;
    const writer = async (who: number) => {
      for (let count = 0; isGoing; count += 1) {
        const { status, headers } = await write(`k ${who} ${count}`);
        if (status === 201) acknowledged.push(`k ${who} ${count}`);
        else failed.add(`${status} ${headers.get('retry-after')}`);
        if (status !== 201) await delay(20);
      }
    };
    const writers = Promise.all([0, 1, 2].map(writer));
    for (let count = 0; count < times; count += 1) {
      await delay(100 + Math.random() * 300);
      await cluster.stop(signal);
      const soFar = acknowledged.length;
      expect((await read()).status).toBe(503);
      const health = await service.fetch('/healthz');
      expect([health.status, health.headers.get('retry-after')]).toEqual([503, '1']);
      await cluster.start();
      await expect.poll(async () => (await read()).status, { interval: 50 }).toBe(200);
      await expect.poll(() => acknowledged.length, { interval: 50 }).toBeGreaterThan(soFar);
    }
    isGoing = false;
    await writers;
    expect([...failed]).toEqual(['503 1']);
    // A probe may still get the cached result of the previous one.
    await expect.poll(async () => (await service.fetch('/healthz')).status).toBe(200);
    expect(await findDamage(service.db, `${schema()}_harbor`)).toEqual([]);
    const rows = await service.db.selectFrom('master_keywords').select('key_name').execute();
    expect(rows.map(({ key_name }) => key_name)).toEqual(expect.arrayContaining(acknowledged));
    console.log(`${times} ends of the database by ${signal}, ${acknowledged.length} acknowledged writes, none lost`);
  },
);

test('a slow query is cancelled, while health and other requests are answered', async () => {
  // Longer than the other requests take on a busy machine.
  await service.close();
  place = newSharedPlace(cluster.url).place;
  service = await createService({ deadlineMs: 40_000 }, place);
  await other.query(`begin; lock table "${schema()}_harbor".master_keywords`);
  const slow = Promise.all([read(), write('waits as well')]);
  const others = Array.from({ length: 20 }, async () => {
    expect((await service.fetch('/healthz')).status).toBe(200);
    // Another user: once a request of this one took long, as on a busy machine, only one runs at a time.
    expect((await service.send('GET', '/rooms', { as: 'agent' })).status).toBe(200);
  });
  await Promise.all(others);
  expect(await Promise.race([slow, 'still waiting'])).toBe('still waiting');
  for (const { status, headers } of await slow) expect([status, headers.get('retry-after')]).toEqual([503, '1']);

  await other.query('rollback');
  expect(await names()).toEqual([]);
  expect((await write('goes on')).status).toBe(201);
});

test('more slow queries than connections do not block health', async () => {
  await other.query(`begin; lock table "${schema()}_harbor".master_keywords`);
  const slow = Promise.all(Array.from({ length: 30 }, () => read()));
  await delay(200);
  expect((await service.fetch('/healthz')).status).toBe(200);
  expect(await Promise.race([slow, 'still waiting'])).toBe('still waiting');
  for (const { status } of await slow) expect(status).toBe(503);
  await other.query('rollback');
  expect((await read()).status).toBe(200);
});

test('a deletion that reaches its deadline before its first batch says that nothing was written', async () => {
  const { id } = await aRoom(service.db);
  await other.query(`begin; lock table "${schema()}_harbor".support_draft_messages`);
  const { status, errors } = await service.send('DELETE', `/rooms/${id}`);
  expect([status, errors[0]?.detail]).toEqual([503, expect.stringContaining('Nothing was written')]);
  await other.query('rollback');
  expect((await service.send('DELETE', `/rooms/${id}`)).status).toBe(200);
});

test('an unresponsive database is abandoned and reconnected', async () => {
  const between = await makeWire(Number(new URL(cluster.url).port));
  const url = new URL(place);
  url.port = String(between.port);
  const far = await createService({ deadlineMs: 5_000 }, newSharedPlace(url.href.split('?')[0]).place);
  between.setCut(true);
  const answers = await Promise.all([far.send('GET', '/rooms'), far.fetch('/healthz')]);
  expect(answers.map(({ status }) => status)).toEqual([503, 503]);
  between.setCut(false);
  expect((await far.send('GET', '/rooms')).status).toBe(200);
  await far.close();
  between.close();
});

test('a response does not claim the outcome of a write that the database did not confirm', async () => {
  const table = `"${schema()}_harbor".master_keywords`;
  await other.query(`
    create function public.hang_up() returns trigger language plpgsql as
      'begin perform pg_terminate_backend(pg_backend_pid()); return null; end';
    create constraint trigger at_commit after insert on ${table} deferrable initially deferred
      for each row execute function public.hang_up();
  `);
  const { status, errors } = await write('unknown');
  expect([status, errors[0]]).toEqual([
    503,
    expect.objectContaining({
      code: 'outcome_unknown',
      detail: expect.stringContaining('Check whether it took effect'),
    }),
  ]);
  await other.query(`drop trigger at_commit on ${table}; drop function public.hang_up()`);
  expect((await write('known')).status).toBe(201);
});

test('a full disk and exhausted connections are reported as an unavailable database', async () => {
  const table = `"${schema()}_harbor".master_keywords`;
  for (const code of ['53100', '53300', '57P01', '40P01']) {
    await other.query(`
      create or replace function public.refuse() returns trigger language plpgsql as
        $body$ begin raise exception 'as if' using errcode = '${code}'; end $body$;
      create or replace trigger refused before insert on ${table} for each row execute function public.refuse();
    `);
    const { status, document } = await write('x');
    expect(status).toBe(503);
    expect(JSON.stringify(document)).not.toContain('as if');
  }
  await other.query('drop function public.refuse() cascade');
  expect((await write('x')).status).toBe(201);
});

test('a deletion that the database interrupts says that it is partly done', async () => {
  const { id } = await aRoom(service.db);
  for (let count = 0; count < 30; count += 1) await aDraft(service.db, { room_id: id });
  await aMessage(service.db, { room_id: id });
  await other.query(`
    create function public.refuse() returns trigger language plpgsql as
      $body$ begin raise exception 'as if' using errcode = '57P01'; end $body$;
    create trigger refused before delete on "${schema()}_harbor".messages
      for each row execute function public.refuse();
  `);
  const details = [];
  for (let times = 0; times < 2; times += 1) {
    const { status, errors } = await service.send('DELETE', `/rooms/${id}`);
    details.push(`${status} ${errors[0]?.detail}`);
  }
  expect(details).toEqual([
    '503 The request was interrupted, and is partly done. Send it again to continue.',
    '503 The database is temporarily unavailable. Nothing was written.',
  ]);
  await other.query('drop function public.refuse() cascade');
  expect((await service.send('DELETE', `/rooms/${id}`)).status).toBe(200);
});

/** A TCP proxy that can go silent without either end noticing. */
async function makeWire(to: number) {
  const sockets = new Set<Socket>();
  let isCut = false;
  const pass = (from: Socket, on: Socket) => {
    sockets.add(from);
    from.on('data', (data) => {
      if (!isCut) on.write(data);
    });
    from.on('error', () => {}).on('close', () => on.destroy());
  };
  const server = createServer((near) => {
    const far = connect(to, '127.0.0.1');
    pass(near, far);
    pass(far, near);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  return {
    port: typeof address === 'object' ? address?.port : undefined,
    setCut: (value: boolean) => {
      isCut = value;
    },
    close: () => {
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  };
}
