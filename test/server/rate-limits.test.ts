import { Agent, request as httpRequest } from 'node:http';
import Fastify from 'fastify';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { API_PREFIX, MEDIA_TYPE } from '#contract/document.ts';
import { createCode } from '#server/access/sign-in-codes.ts';
import { findIdentity } from '#server/access/tokens.ts';
import type { AppOptions } from '#server/app.ts';
import { type RateLimits, RUNNING } from '#server/limits/rate-limits.ts';
import { limitRequests } from '#server/limits/request-limits.ts';
import { engine, newPlace } from '#test/database-place.ts';
import { type SendOptions, serviceForTest, type TestService } from '#test/service.ts';
import { cookieOf, json, OWN } from '#test/session-requests.ts';
import { NAME, seal } from './session-fixture.ts';

/** One database for all services, because creating one takes longer than most tests. */
const place = newPlace();

/** Starts a service that has counted nothing, which closes after the test. */
async function start(limits: Partial<RateLimits> = {}, options: Partial<AppOptions> = {}) {
  const rateLimits = { staff: 20, guest: 5, writes: 1_000, failed: 3, ...limits };
  const service = await serviceForTest({ rateLimits, ...options }, place);
  if (engine === 'PostgreSQL') {
    const schema = new URL(place).searchParams.get('schema');
    await sql`truncate ${sql.table(`${schema}.rate_counters`)}`.execute(service.db);
  }
  return service;
}
const UNLIMITED = { staff: 1_000, guest: 1_000 };

/** Statuses of requests that are sent one after another. */
async function repeat(times: number, send: (count: number) => Promise<{ status: number }>) {
  const statuses: number[] = [];
  for (let count = 0; count < times; count += 1) statuses.push((await send(count)).status);
  return statuses;
}
const ask = ({ send }: TestService, times: number, options: SendOptions) =>
  repeat(times, () => send('GET', '/rooms', options));
const many = (status: number, times: number) => Array<number>(times).fill(status);
const unknown = `cs_${'x'.repeat(43)}`;
const withToken = (token: string, method = 'GET') => ({ method, headers: { ...OWN, 'x-access-token': token } });

test('a visitor over the limit gets 429 as a JSON:API error, and no one else does', async () => {
  const service = await start();
  expect(await ask(service, 6, { as: 'guest' })).toEqual([...many(200, 5), 429]);
  const { headers, errors } = await service.send('GET', '/rooms', { as: 'guest' });
  expect(headers.get('content-type')).toBe(MEDIA_TYPE);
  expect(Number(headers.get('retry-after'))).toBeGreaterThanOrEqual(1);
  expect(errors).toEqual([
    { status: '429', code: '429', title: 'Too Many Requests', detail: expect.stringMatching(/Try again in \d+ s\./) },
  ]);
  expect(await ask(service, 20, { as: 'agent' })).toEqual(many(200, 20));
  expect(await ask(service, 1, { as: 'agent' })).toEqual([429]);
  expect(await ask(service, 1, { as: 'reviewer' })).toEqual([200]);
});

test('too many rejected tokens block unknown tokens from their address, but not valid ones', async () => {
  const service = await start();
  expect(await ask(service, 5, { token: unknown })).toEqual([401, 401, 401, 429, 429]);
  expect(await ask(service, 2, { as: 'agent' })).toEqual([200, 200]);
  // A request without a token still gets 401, however many tokens failed at its address.
  expect(await ask(service, 1, { as: null })).toEqual([401]);
});

describe('sign-ins and sessions', () => {
  test.each<[string, string, RequestInit]>([
    ['codes', '/session', json({ code: 'x'.repeat(43) })],
    ['tokens that would sign in', '/session', json({ token: unknown })],
    ['tokens that would list sessions', '/session', withToken(unknown)],
    ['tokens that would end a session', '/session/1', withToken(unknown, 'DELETE')],
  ])('rejected %s are limited per address', async (_, path, init) => {
    const service = await start({}, { seal });
    expect(await repeat(5, () => service.fetch(path, init))).toEqual([401, 401, 401, 429, 429]);
    // They share one count with the tokens that the API rejected.
    expect(await ask(service, 1, { token: unknown })).toEqual([429]);
    const code = await createCode(service.db, { userId: service.userIds.agent, role: 'agent' });
    expect((await service.fetch('/session', json({ code }))).status).toBe(204);
  });

  test('listing and ending sessions counts toward the limit of the caller', async () => {
    const service = await start({}, { seal });
    const { guest, agent } = service.tokens;
    expect(await repeat(3, () => service.fetch('/session', withToken(guest)))).toEqual(many(200, 3));
    expect(await repeat(3, () => service.fetch('/session/999', withToken(guest, 'DELETE')))).toEqual([404, 404, 429]);
    expect(await ask(service, 1, { as: 'guest' })).toEqual([429]);
    expect(await repeat(1, () => service.fetch('/session', withToken(agent)))).toEqual([200]);
  });

  test('sign-ins, and sign-outs that end no session, are limited per address', async () => {
    const service = await start({ staff: 1, failed: 30 }, { seal });
    const wrong = json({ code: 'x'.repeat(43) });
    expect(await repeat(4, () => service.fetch('/session', wrong))).toEqual([401, 401, 401, 429]);
    const cookie = `${NAME}=${await seal.seal(service.tokens.agent)}`;
    const signOut = { method: 'DELETE', headers: { ...OWN, cookie } };
    expect(await repeat(1, () => service.fetch('/session', signOut))).toEqual([429]);
  });

  test('a sign-out ends its session even if its address is over the limit', async () => {
    const service = await start({ staff: 2, failed: 30 }, { seal });
    const signedIn = await service.fetch('/session', json({ token: service.tokens.agent }));
    const cookie = cookieOf(signedIn);
    expect(await repeat(7, () => service.fetch('/session', json({ code: 'x'.repeat(43) })))).toContain(429);
    const read = () => repeat(1, () => service.fetch('/session', { headers: { cookie } }));
    expect(await read()).toEqual([429]);
    const left = await service.fetch('/session', { method: 'DELETE', headers: { ...OWN, cookie } });
    expect([left.status, left.headers.get('set-cookie')]).toEqual([204, expect.stringContaining('Max-Age=0')]);
    const live = await service.db
      .selectFrom('tokens')
      .select('id')
      .where('is_session', '=', 1)
      .where('user_id', '=', service.userIds.agent)
      .where('revoked_at_unix', 'is', null)
      .execute();
    expect(live).toEqual([]);
  });
});

test('the limit of an address exceeds that of one caller, and applies across tenants', async () => {
  const service = await start({ staff: 2 });
  const lumen = await service.addTenant('lumen');
  const staff = ['agent', 'reviewer', 'supervisor'] as const;
  for (const as of staff) expect(await ask(service, 2, { as })).toEqual([200, 200]);
  expect(await ask(service, 1, { as: 'admin', tenant: lumen })).toEqual([429]);
});

test('the limit of a tenant exceeds that of an address, and leaves other tenants alone', async () => {
  const service = await start(
    { staff: 2 },
    {
      trustProxy: ['127.0.0.1'],
    },
  );
  const lumen = await service.addTenant('lumen');
  const from = (address: string) => ({ headers: { 'x-forwarded-for': address } });
  const staff = ['agent', 'reviewer', 'supervisor', 'admin'] as const;
  for (const [index, as] of staff.entries()) {
    expect(await ask(service, 2, { as, ...from(`203.0.113.${index}`) })).toEqual([200, 200]);
  }
  expect(await ask(service, 5, { as: 'guest', ...from('198.51.100.1') })).toEqual([...many(200, 4), 429]);
  expect(await ask(service, 1, { as: 'guest', tenant: lumen, ...from('198.51.100.1') })).toEqual([200]);
});

test('a tenant has a limited number of running requests, over all addresses and callers', async () => {
  const app = Fastify();
  const limits = await limitRequests(app, { staff: 1_000, guest: 1_000, writes: 1_000, failed: 3 }, undefined);
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  let running = 0;
  app.get<{ Querystring: { tenant: string; caller: string } }>('/', async (request, reply) => {
    const { tenant, caller } = request.query;
    await limits.checkCaller(request, reply, { id: caller, tenant, isGuest: false });
    running += 1;
    if (running <= RUNNING.tenant) await released;
    return 'done';
  });
  const send = async (tenant: string, caller: number) => {
    const remoteAddress = `198.51.100.${caller}`;
    return (await app.inject({ url: '/', query: { tenant, caller: String(caller) }, remoteAddress })).statusCode;
  };
  const sent = Array.from({ length: RUNNING.tenant }, (_, index) => send('harbor', Math.floor(index / RUNNING.staff)));
  await expect.poll(() => running).toBe(RUNNING.tenant);
  expect(await send('harbor', 99)).toBe(429);
  expect(await send('lumen', 99)).toBe(200);
  release();
  expect(await Promise.all(sent)).toEqual(many(200, RUNNING.tenant));
  expect(await send('harbor', 99)).toBe(200);
  await app.close();
});

test('refused requests of a caller do not count toward the limits of its address and tenant', async () => {
  const service = await start({ staff: 2 });
  expect(await ask(service, 30, { as: 'agent' })).toEqual([200, 200, ...many(429, 28)]);
  expect(await ask(service, 2, { as: 'reviewer' })).toEqual([200, 200]);
  expect(await ask(service, 2, { as: 'supervisor' })).toEqual([200, 200]);
});

test('a caller over the limit is refused before its token is looked up again', async () => {
  let lookUps = 0;
  const service = await start(
    { staff: 2 },
    {
      findIdentity: async (tenant, token) => {
        lookUps += 1;
        return findIdentity(tenant, token);
      },
    },
  );
  expect(await ask(service, 10, { as: 'agent' })).toEqual([200, 200, ...many(429, 8)]);
  expect(lookUps).toBe(3);
});

test('writes, including sign-ins, have a separate limit per caller', async () => {
  const service = await start({ staff: 100, guest: 100, writes: 3, failed: 30 }, { seal });
  const write = async (as: 'agent' | 'reviewer') => (await service.create('rooms', { name: 'A room' }, { as })).status;
  const signIn = async () => (await service.fetch('/session', json({ token: service.tokens.agent }))).status;
  expect([await signIn(), await write('agent'), await write('agent')]).toEqual([204, 201, 201]);
  const refused = await service.create('rooms', { name: 'A room' }, { as: 'agent' });
  expect(refused.status).toBe(429);
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(10);
  expect(await signIn()).toBe(429);
  expect(await ask(service, 5, { as: 'agent' })).toEqual(many(200, 5));
  expect(await write('reviewer')).toBe(201);
});

test('requests to unknown hosts are limited per address, without affecting known hosts', async () => {
  const service = await start({ guest: 2 });
  const statuses = repeat(4, (count) => service.fetch(`http://host${count}.unknown/rapi/v1/rooms`));
  expect(await statuses).toEqual([404, 404, 429, 429]);
  expect(await ask(service, 1, { as: 'agent' })).toEqual([200]);
});

describe('of unknown tokens by way of proxies', () => {
  const askFrom = ({ send }: TestService, forwarded: string) =>
    send('GET', '/rooms', { token: unknown, headers: { 'x-forwarded-for': forwarded } });

  test.each<[string, false | string[]]>([
    ['from anyone', false],
    ['from another proxy', ['203.0.113.1']],
  ])('a forged X-Forwarded-For %s does not count as a new address', async (_, trustProxy) => {
    const service = await start({}, { trustProxy });
    const statuses = repeat(5, (end) => askFrom(service, `198.51.100.${end}, 203.0.113.${end}`));
    expect(await statuses).toEqual([401, 401, 401, 429, 429]);
  });

  test('only the address that a trusted proxy adds counts', async () => {
    const service = await start({}, { trustProxy: ['127.0.0.1'] });
    const statuses = repeat(5, (end) => askFrom(service, `198.51.100.${end}, 203.0.113.7`));
    expect(await statuses).toEqual([401, 401, 401, 429, 429]);
    expect((await askFrom(service, '203.0.113.7, 203.0.113.8')).status).toBe(401);
  });
});

// Processes cannot share a database in memory.
const onPostgres = engine === 'PostgreSQL' ? test : () => {};
onPostgres('processes with one database share the limits', async () => {
  const [one, other] = [await start(), await start()];
  expect(await ask(one, 5, { as: 'guest' })).toEqual(many(200, 5));
  const token = one.tokens.guest;
  await expect.poll(async () => (await other.send('GET', '/rooms', { token })).status).toBe(429);
  expect(await ask(other, 1, { as: 'guest' })).toEqual([200]);
});

test('a caller has a limited number of running requests', async () => {
  const service = await start(UNLIMITED);
  const origin = await service.listen();
  const agent = new Agent({ keepAlive: false });
  const refused: (number | undefined)[] = [];
  // A declared body that never arrives keeps its request running.
  const posts = Array.from({ length: 12 }, () => {
    const headers = { 'x-access-token': service.tokens.guest, 'content-type': MEDIA_TYPE, 'content-length': '100' };
    const sent = httpRequest(`${origin}${API_PREFIX}/messages`, { method: 'POST', agent, headers });
    sent.on('response', ({ statusCode }) => refused.push(statusCode));
    sent.on('error', () => {}).flushHeaders();
    return sent;
  });
  await expect.poll(() => refused).toEqual([429, 429, 429, 429]);
  expect(await ask(service, 1, { as: 'guest' })).toEqual([429]);
  expect(await ask(service, 1, { as: 'agent' })).toEqual([200]);
  for (const post of posts) post.destroy();
  await expect.poll(() => ask(service, 1, { as: 'guest' })).toEqual([200]);
});

test('a request whose client disconnects during the token look-up no longer counts as running', async () => {
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  let lookUps = 0;
  const service = await start(UNLIMITED, {
    findIdentity: async (tenant, token) => {
      lookUps += 1;
      await released;
      return findIdentity(tenant, token);
    },
  });
  const origin = await service.listen();
  const leaving = new AbortController();
  const headers = { 'x-access-token': service.tokens.guest };
  const left = Array.from({ length: 10 }, () =>
    fetch(`${origin}${API_PREFIX}/rooms`, { headers, signal: leaving.signal }).catch(() => 'left'),
  );
  await expect.poll(() => lookUps).toBe(10);
  leaving.abort();
  expect(await Promise.all(left)).toEqual(Array(10).fill('left'));
  const { server } = service.app;
  const connections = () => new Promise((resolve) => server.getConnections((_, count) => resolve(count)));
  await expect.poll(connections).toBe(0);
  release();
  await expect.poll(() => ask(service, 1, { as: 'guest' })).toEqual([200]);
});
