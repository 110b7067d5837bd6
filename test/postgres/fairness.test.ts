import { Client } from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { API_PREFIX } from '#contract/document.ts';
import { createCode } from '#server/access/sign-in-codes.ts';
import type { AppOptions } from '#server/app.ts';
import { captureLog } from '#test/captured-log.ts';
import { newSharedPlace } from '#test/database-place.ts';
import { createService, type TestService, type TestTenant } from '#test/service.ts';
import { cookieOf, json, OWN } from '#test/session-requests.ts';
import { seal } from '../server/session-fixture.ts';
import { type Cluster, startCluster } from './cluster.ts';

let cluster: Cluster;
let service: TestService;
let lumen: TestTenant;
/** The services' database and schema: creating one for each test would take longer than most of them. */
let place: string;
let schema: string | null;
const log = captureLog('error');
/** Connections to the database outside the service: one locks, the other watches. */
let other: Client;
let watcher: Client;

beforeAll(async () => {
  cluster = await startCluster();
  ({ place } = newSharedPlace(cluster.url));
  schema = new URL(place).searchParams.get('schema');
});
afterAll(() => cluster.remove());
beforeEach(async () => {
  other = new Client(cluster.url);
  watcher = new Client(cluster.url);
  await Promise.all([other.connect(), watcher.connect()]);
});
afterEach(async () => {
  await other.query('rollback');
  await service.close();
  await Promise.all([other.end(), watcher.end()]);
});

/** Starts the service, by default with the usual deadline of tests. */
async function start(options: Partial<AppOptions> = {}) {
  log.clear();
  service = await createService({ log: log.options, ...options }, place);
  lumen = await service.addTenant('lumen');
}
/** Short, so that waiting requests end while a test runs. */
const SOON = { deadlineMs: 5_000 };

const backends = async (which = 'true') => {
  const own = `application_name = 'countersign' and pid <> pg_backend_pid()`;
  const { rows } = await watcher.query(`select count(*)::int as count from pg_stat_activity where ${own} and ${which}`);
  return Number(rows[0].count);
};
const WAITING = `wait_event_type = 'Lock'`;
const lock = (tenant: string, table: string) => other.query(`begin; lock table "${schema}_${tenant}".${table}`);
const ask = (as: 'agent' | 'reviewer' | 'admin', tenant: TestTenant = service, type = 'master_keywords') =>
  service.send('GET', `/${type}`, { as, tenant });

test('a caller gets three connections, a tenant half of them, and other tenants are served', async () => {
  await start(SOON);
  await lock('harbor', 'master_keywords');
  const attack = Array.from({ length: 30 }, () => ask('agent'));
  await expect.poll(() => backends(WAITING)).toBe(3);
  const allies = Array.from({ length: 30 }, () => ask('reviewer'));
  await expect.poll(() => backends(WAITING)).toBe(5);
  for (let count = 0; count < 20; count += 1) expect((await ask('agent', lumen)).status).toBe(200);
  expect((await service.fetch('/readyz')).status).toBe(200);
  for (const { status, headers } of await Promise.all([...attack, ...allies])) {
    expect([status, headers.get('retry-after')]).toEqual([503, '1']);
  }
  expect((await ask('agent')).status).toBe(503);
});

test('only the caller with too many waiting requests is refused at once', async () => {
  await start();
  await lock('harbor', 'master_keywords');
  let refused = 0;
  const attack = Array.from({ length: 110 }, async () => {
    const answer = await ask('agent');
    if (answer.status === 503) refused++;
    return answer;
  });
  const { status, headers, errors } = await Promise.race(attack);
  expect([status, headers.get('retry-after')]).toEqual([503, '1']);
  expect(errors[0]?.detail).toContain('Too many of your requests');
  expect((await ask('reviewer', service, 'rooms')).status).toBe(200);
  // Three are running, and a hundred wait.
  await expect.poll(() => refused).toBe(7);
  await other.query('rollback');
  const answers = await Promise.all(attack);
  expect(answers.filter((answer) => answer.status === 200)).toHaveLength(103);
  expect(log.text()).toBe('');
});

test('a locked token table of one tenant neither piles up connections nor blocks other tenants', async () => {
  await start(SOON);
  const before = await backends();
  await lock('harbor', 'tokens');
  const attack = Array.from({ length: 60 }, () => ask('agent', service, 'rooms'));
  await expect.poll(() => backends(WAITING)).toBe(2);
  for (let count = 0; count < 20; count += 1) expect((await ask('agent', lumen, 'rooms')).status).toBe(200);
  expect(await backends(WAITING)).toBeLessThanOrEqual(2);
  expect(await backends()).toBeLessThanOrEqual(before + 4);
  for (const { status } of await Promise.all(attack)) expect(status).toBe(503);
  await expect.poll(() => backends(WAITING)).toBe(0);
});

test('sign-ins that wait for a locked user do not delay other callers', async () => {
  await start({ seal });
  const signIn = () => service.fetch('/session', json({ token: service.tokens.agent }));
  const cookie = cookieOf(await signIn());
  const code = await createCode(service.db, { userId: service.userIds.agent, role: 'agent' });
  await other.query(`begin; select 1 from "${schema}_harbor".users where id = ${service.userIds.agent} for update`);
  await other.query(`select 1 from "${schema}_harbor".tokens where is_session = 1 for update`);
  const enter = () => service.fetch('/session', json({ code }));
  const leave = () => service.fetch('/session', { method: 'DELETE', headers: { ...OWN, cookie } });
  const waiting = [signIn(), signIn(), enter(), signIn(), leave()];
  // The maximum of connections for one caller.
  await expect.poll(() => backends(WAITING)).toBe(3);
  for (const as of ['reviewer', 'admin', 'reviewer'] as const) {
    expect((await ask(as, service, 'rooms')).status).toBe(200);
  }
  await other.query('rollback');
  for (const { status } of await Promise.all(waiting)) expect(status).toBe(204);
});

test('a query is cancelled in the database once its client disconnects', async () => {
  await start();
  const origin = await service.listen();
  await lock('harbor', 'master_keywords');
  const leaving = new AbortController();
  const headers = { 'x-access-token': service.tokens.agent };
  const asked = fetch(`${origin}${API_PREFIX}/master_keywords`, { headers, signal: leaving.signal });
  await expect.poll(() => backends(WAITING)).toBe(1);
  leaving.abort();
  await expect(asked).rejects.toThrow();
  await expect.poll(() => backends(WAITING)).toBe(0);
  // The cancelled statement is logged asynchronously.
  await expect.poll(log.text).toContain('canceling statement due to user request');
  await other.query('rollback');
  expect((await ask('agent')).status).toBe(200);
});

test('readiness reports an exhausted pool, health does not', async () => {
  await start(SOON);
  const locker = new Client(cluster.url);
  await locker.connect();
  await lock('harbor', 'master_keywords');
  await locker.query(`begin; lock table "${schema}_lumen".master_keywords`);
  const roles = ['agent', 'reviewer'] as const;
  const attack = [service, lumen].flatMap((tenant) => roles.flatMap((as) => [1, 2, 3].map(() => ask(as, tenant))));
  await expect.poll(() => backends(WAITING)).toBe(10);
  expect((await service.fetch('/healthz')).status).toBe(200);
  const ready = await service.fetch('/readyz');
  expect([ready.status, await ready.json()]).toEqual([503, { status: 'unavailable', not_ready: ['pool'] }]);
  await Promise.all(attack);
  await locker.end();
  expect((await service.fetch('/readyz')).status).toBe(200);
});
