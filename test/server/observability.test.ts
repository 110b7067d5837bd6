import fastify from 'fastify';
import { sql } from 'kysely';
import { beforeEach, expect, test, vi } from 'vitest';
import { serializeError } from '#server/lib/serialize-error.ts';
import { mountHealth } from '#server/monitoring/health.ts';
import { logSlowQueries } from '#server/monitoring/log-slow-queries.ts';
import { startMetrics } from '#server/monitoring/metrics.ts';
import { captureLog } from '#test/captured-log.ts';
import { engine } from '#test/database-place.ts';
import { serviceForFile, serviceForTest } from '#test/service.ts';

const log = captureLog('info');
const service = await serviceForFile({ log: log.options });
/** A service of the test's own, whose requests nothing observes yet. */
const startAnother = () => serviceForTest({ log: log.options });
beforeEach(() => log.clear());

const lines = (message: string) =>
  log
    .text()
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line))
    .filter(({ msg }) => msg === message);

test('each request has one log line, which names tenant and user', async () => {
  await service.send('GET', '/rooms', { as: 'agent' });
  await service.send('GET', '/rooms', { as: null });
  await service.fetch('/healthz');
  expect(lines('request completed')).toEqual([
    expect.objectContaining({
      tenant: 'harbor',
      user: service.userIds.agent,
      req: { method: 'GET', path: '/rapi/v1/rooms', ip: '127.0.0.1' },
      res: { statusCode: 200 },
      responseTime: expect.any(Number),
    }),
    expect.objectContaining({ tenant: 'harbor', res: { statusCode: 401 } }),
    expect.not.objectContaining({ tenant: expect.anything() }),
  ]);
  expect(lines('incoming request')).toEqual([]);
});

// SQLite cannot add a constraint to a table, and its errors quote no rows.
const onPostgres = engine === 'PostgreSQL' ? test : () => {};
onPostgres('a database error is logged with its request, but without the row that it quotes', async () => {
  await service.db.schema.alterTable('master_keywords').addCheckConstraint('refused', sql`key_name = ''`).execute();
  expect((await service.create('master_keywords', { key_name: 'said in private' })).status).toBe(500);
  expect(lines('request failed')).toEqual([
    expect.objectContaining({
      tenant: 'harbor',
      user: service.userIds.admin,
      err: expect.objectContaining({ code: '23514', constraint: 'refused', message: expect.any(String) }),
    }),
  ]);
  expect(log.text()).not.toContain('said in private');
});

test('serializeError includes the causes of an error, but no members that quote rows', () => {
  const cause = Object.assign(new Error('refused'), { code: '23514', table: 'rooms', detail: 'Failing row (secret)' });
  const described = JSON.stringify(serializeError(new AggregateError([cause], 'all failed', { cause })));
  expect(described).toContain('"table":"rooms"');
  expect(described).toContain('"message":"all failed"');
  expect(described).not.toContain('secret');
});

test('a slow query is logged with its request, and without values', async () => {
  const service = await startAnother();
  logSlowQueries(service.app, 0);
  await service.send('GET', '/support_draft_messages?filter[content_or_room_name_like]=private');
  const slow = lines('slow query');
  expect(slow).toContainEqual(
    expect.objectContaining({
      tenant: 'harbor',
      user: service.userIds.admin,
      sql: expect.stringContaining('select'),
      ms: expect.any(Number),
      isError: false,
    }),
  );
  expect(JSON.stringify(slow)).not.toContain('private');
});

test('metrics have a separate server, and label requests by route', async () => {
  const service = await startAnother();
  const server = await startMetrics(service.app, '127.0.0.1', 0, () => ({ running: 3, waiting: 1 }));
  await service.send('GET', `/rooms/${service.guestRoomId}`);
  await service.send('GET', '/nowhere/12');
  const address = server.address();
  const origin = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`;
  const text = await (await fetch(`${origin}/metrics`)).text();
  expect(text).toContain('http_request_duration_seconds_count{method="GET",route="/rapi/v1/rooms/:id",status="200"} 1');
  expect(text).toContain('route="none",status="404"} 1');
  expect(text).toMatch(/countersign_query_duration_seconds_count [1-9]/);
  expect(text).toContain('countersign_pool_running 3');
  expect(text).toContain('nodejs_eventloop_lag_seconds');
  expect((await fetch(`${origin}/`)).status).toBe(404);
  expect((await service.fetch('/metrics')).status).toBe(404);
});

test('a failure to read metrics is logged and answered with 500, and the metrics server keeps running', async () => {
  const fail = vi.fn(() => {
    throw new Error('There is no pool.');
  });
  const { app } = await startAnother();
  const server = await startMetrics(app, '127.0.0.1', 0, fail);
  const address = server.address();
  const url = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}/metrics`;
  expect((await fetch(url)).status).toBe(500);
  expect((await fetch(url)).status).toBe(500);
  expect(lines('reading metrics failed')).toHaveLength(2);
});

test.each([
  ['/healthz', 200],
  ['/readyz', 1_000],
])('requests to %s within %i ms share one look at the database, and a later one looks again', async (path, ms) => {
  vi.useFakeTimers({ toFake: ['setTimeout'] });
  const app = fastify();
  const look = vi.fn(async () => []);
  mountHealth(app, { ping: async () => void (await look()), findFaults: look });
  const probe = async () => (await app.inject(path)).statusCode;
  expect(new Set(await Promise.all(Array.from({ length: 50 }, probe)))).toEqual(new Set([200]));
  vi.advanceTimersByTime(ms - 1);
  expect([await probe(), look.mock.calls.length]).toEqual([200, 1]);
  vi.advanceTimersByTime(1);
  expect([await probe(), look.mock.calls.length]).toEqual([200, 2]);
  vi.useRealTimers();
});

test('readiness that cannot be determined is reported as unavailable', async () => {
  const app = fastify();
  mountHealth(app, { ping: async () => {}, findFaults: () => Promise.reject(new Error('The database is gone.')) });
  const answer = await app.inject('/readyz');
  expect([answer.statusCode, answer.headers['retry-after'], answer.json()]).toEqual([
    503,
    '1',
    { status: 'unavailable' },
  ]);
});

test('readiness is independent of health, and names the parts that are not ready', async () => {
  const ready = await service.fetch('/readyz');
  expect([ready.status, await ready.json()]).toEqual([200, { status: 'ok' }]);
  expect(ready.headers.get('cache-control')).toBe('no-store');
  const unready = await serviceForTest();
  await unready.db.withTables<{ kysely_migration: { name: string } }>().deleteFrom('kysely_migration').execute();
  const answer = await unready.fetch('/readyz');
  expect([answer.status, await answer.json()]).toEqual([503, { status: 'unavailable', not_ready: ['migrations'] }]);
  expect((await unready.fetch('/healthz')).status).toBe(200);
});

test('readiness reports a database that does not answer', async () => {
  const broken = await serviceForTest();
  await broken.db.destroy();
  const answer = await broken.fetch('/readyz');
  expect([answer.status, await answer.json()]).toEqual([
    503,
    { status: 'unavailable', not_ready: ['tenant'], unavailable_tenants: ['harbor'] },
  ]);
});

test('readiness names the tenants that do not answer while others do', async () => {
  const partly = await serviceForTest();
  await partly.addTenant('lumen');
  await partly.db.destroy();
  const answer = await partly.fetch('/readyz');
  expect([answer.status, await answer.json()]).toEqual([200, { status: 'degraded', unavailable_tenants: ['harbor'] }]);
});
