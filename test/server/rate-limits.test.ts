import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { API_PREFIX } from '#contract/document.ts';
import { createCode } from '#server/access/sign-in-codes.ts';
import { findIdentity } from '#server/access/tokens.ts';
import type { AppOptions } from '#server/app.ts';
import type { RateLimits } from '#server/limits/rate-limits.ts';
import { engine, newPlace } from '#test/database-place.ts';
import { type SendOptions, serviceForTest, type TestService } from '#test/service.ts';
import { cookieOf, json, OWN } from '#test/session-requests.ts';
import { gatewayTo, readError } from './gateway-fixture.ts';
import { NAME, seal } from './session-fixture.ts';

const LIMITS = { staff: 20, guest: 5, writes: 1_000, failed: 3 };

/** One database for all services, because creating one takes longer than most tests. */
const place = newPlace();

/** Starts a service that has counted nothing, which closes after the test. */
async function start(limits: Partial<RateLimits> = {}, options: Partial<AppOptions> = {}) {
  const service = await serviceForTest({ rateLimits: { ...LIMITS, ...limits }, ...options }, place);
  if (engine === 'PostgreSQL') {
    const schema = new URL(place).searchParams.get('schema');
    await sql`truncate ${sql.table(`${schema}.rate_counters`)}`.execute(service.db);
  }
  return service;
}

/** A service without limits behind a gateway with limits, and the number of requests that reached the service. */
async function startGateway(limits: Partial<RateLimits> = {}) {
  const service = await serviceForTest({}, place);
  const gateway = await gatewayTo(await service.listen(), { rateLimits: { ...LIMITS, ...limits }, seal });
  let reached = 0;
  service.app.server.on('request', () => {
    reached += 1;
  });
  const get = (path: string, init?: RequestInit) => fetch(gateway.origin + path, init);
  return { tokens: service.tokens, fetch: get, reached: () => reached };
}

type Fetch = (path: string, init?: RequestInit) => Promise<Response>;

/** Statuses of requests that are sent one after another. */
async function repeat(times: number, send: (count: number) => Promise<{ status: number }>) {
  const statuses: number[] = [];
  for (let count = 0; count < times; count += 1) statuses.push((await send(count)).status);
  return statuses;
}
const ROOMS = `${API_PREFIX}/rooms`;
const read = (fetch: Fetch, times: number, init?: RequestInit) => repeat(times, () => fetch(ROOMS, init));
const ask = ({ send }: TestService, times: number, options: SendOptions) =>
  repeat(times, () => send('GET', '/rooms', options));
const many = (status: number, times: number) => Array<number>(times).fill(status);
const unknown = `cs_${'x'.repeat(43)}`;
const withToken = (token: string, method = 'GET') => ({ method, headers: { ...OWN, 'x-access-token': token } });

describe.each<[string, () => Promise<{ tokens: TestService['tokens']; fetch: Fetch }>]>([
  ['service', () => start({}, { seal })],
  ['gateway', startGateway],
])('the limits of a %s', (_, startEither) => {
  test('a caller over the limit gets 429 as a JSON:API error, and no one else does', async () => {
    const { fetch, tokens } = await startEither();
    expect(await read(fetch, 21, withToken(tokens.agent))).toEqual([...many(200, 20), 429]);
    const refused = await fetch(ROOMS, withToken(tokens.agent));
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThanOrEqual(1);
    const detail = expect.stringMatching(/Try again in \d+ s\./);
    expect(await readError(refused)).toEqual({ status: 429, code: '429', title: 'Too Many Requests', detail });
    expect(await read(fetch, 1, withToken(tokens.reviewer))).toEqual([200]);
  });

  test('too many rejected tokens block unknown tokens from their address, but not valid ones', async () => {
    const { fetch, tokens } = await startEither();
    const guess = (count: number) => withToken(`cs_${'abcdef'.charAt(count).repeat(43)}`);
    expect(await repeat(5, (count) => fetch(ROOMS, guess(count)))).toEqual([401, 401, 401, 429, 429]);
    const refused = await fetch(ROOMS, guess(5));
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(200);
    expect(await readError(refused)).toMatchObject({ status: 429 });
    expect(await read(fetch, 2, withToken(tokens.agent))).toEqual([200, 200]);
    // Neither a request without a token nor an ended session is a guess.
    expect(await read(fetch, 1)).toEqual([401]);
    expect(await read(fetch, 1, { headers: { cookie: `${NAME}=${await seal.seal(unknown)}` } })).toEqual([401]);
  });

  test('sign-ins with rejected tokens count as well', async () => {
    const { fetch, tokens } = await startEither();
    const signIn = async (token: string) => {
      const { status, headers } = await fetch('/session', json({ token }));
      return [status, headers.has('retry-after')];
    };
    for (let count = 0; count < 3; count += 1) expect(await signIn(unknown)).toEqual([401, false]);
    expect(await signIn(unknown)).toEqual([429, true]);
    expect(await signIn(tokens.agent)).toEqual([204, false]);
  });
});

describe('a gateway', () => {
  test('counts a session and its token as one caller, and passes nothing on that it refuses', async () => {
    const { fetch, tokens, reached } = await startGateway();
    const session = { headers: { cookie: `${NAME}=${await seal.seal(tokens.agent)}` } };
    expect(await read(fetch, 15, session)).toEqual(many(200, 15));
    expect(await read(fetch, 6, withToken(tokens.agent))).toEqual([...many(200, 5), 429]);
    expect(await read(fetch, 1, session)).toEqual([429]);
    expect(reached()).toBe(20);
  });

  test('limits requests without a token per address, without affecting tokens from there', async () => {
    const { fetch, tokens, reached } = await startGateway();
    expect(await read(fetch, 6)).toEqual([...many(401, 5), 429]);
    expect(reached()).toBe(5);
    expect(await read(fetch, 1, withToken(tokens.agent))).toEqual([200]);
  });

  test('allows an address more than one caller, and also counts unknown paths', async () => {
    const { fetch, tokens } = await startGateway({ staff: 2 });
    for (const as of ['agent', 'reviewer'] as const) {
      expect(await read(fetch, 2, withToken(tokens[as]))).toEqual([200, 200]);
    }
    expect((await fetch('/rapi/v2/')).status).toBe(404);
    expect(await read(fetch, 1, withToken(tokens.supervisor))).toEqual([200]);
    expect(await read(fetch, 1, withToken(tokens.admin))).toEqual([429]);
  });
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
    const cookie = cookieOf(await service.fetch('/session', json({ token: service.tokens.agent })));
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
  const service = await start({ staff: 2 }, { trustProxy: ['127.0.0.1'] });
  const lumen = await service.addTenant('lumen');
  const from = (address: string) => ({ headers: { 'x-forwarded-for': address } });
  const staff = ['agent', 'reviewer', 'supervisor', 'admin'] as const;
  for (const [index, as] of staff.entries()) {
    expect(await ask(service, 2, { as, ...from(`203.0.113.${index}`) })).toEqual([200, 200]);
  }
  expect(await ask(service, 5, { as: 'guest', ...from('198.51.100.1') })).toEqual([...many(200, 4), 429]);
  expect(await ask(service, 1, { as: 'guest', tenant: lumen, ...from('198.51.100.1') })).toEqual([200]);
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
