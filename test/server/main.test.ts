import { once } from 'node:events';
import { readdirSync, statSync, writeFileSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { openTenants } from '#server/access/tenants.ts';
import { mintToken } from '#server/access/tokens.ts';
import { aDraft } from '#test/builders.ts';
import {
  failToStart,
  makeDataDir,
  removeDataDir,
  type ServiceProcess,
  startAndKill,
  startService,
} from '../service-process.ts';

// Starts and stops processes, which takes time on a busy machine.
const ONE_LINE = /^[^\n]+\n$/;
let dataDir: string;
const running: ServiceProcess[] = [];

beforeEach(() => {
  dataDir = makeDataDir();
});

afterEach(async () => {
  for (const service of running.splice(0)) await service.end('SIGKILL');
  removeDataDir(dataDir);
});

async function start(settings: Record<string, string> = {}) {
  const service = await startService(dataDir, settings);
  running.push(service);
  return service;
}

/** A tenant without demo data, and the token of its admin. */
async function addTenant() {
  const tenants = await openTenants(dataDir);
  const { db } = await tenants.add('harbor', ['127.0.0.1']);
  await db.insertInto('users').values({ name: 'Mina', name_folded: 'mina', kind: 'staff' }).execute();
  const token = await mintToken(db, { userId: 1, role: 'admin', roomId: null, expiresAtUnix: null });
  await tenants.close();
  return token;
}

function call(service: ServiceProcess, token: string, path: string, attributes?: Record<string, unknown>) {
  return fetch(`${service.origin}/rapi/v1/${path}`, {
    method: attributes ? 'POST' : 'GET',
    headers: { 'x-access-token': token, 'content-type': 'application/vnd.api+json' },
    body: attributes && JSON.stringify({ data: { type: path, attributes } }),
  });
}

async function keywordNames(service: ServiceProcess, token: string) {
  const { data } = await (await call(service, token, 'master_keywords?page[size]=100')).json();
  return data.map((row: { attributes: { key_name: string } }) => row.attributes.key_name);
}

describe('a start', () => {
  test('on an empty folder prints a sign-in link for each demo person, and again the next time', async () => {
    const first = await start({ DEMO: '1' });
    const people = first.people();
    expect(people.map(({ tenant, role }) => `${tenant} ${role}`).toSorted()).toEqual(
      ['harbor', 'lumen'].flatMap((tenant) =>
        ['admin', 'agent', 'reviewer', 'reviewer', 'supervisor'].map((role) => `${tenant} ${role}`),
      ),
    );
    expect(statSync(join(dataDir, 'demo-tokens.json')).mode & 0o777).toBe(0o600);
    for (const { tenant, token } of people) {
      const host = tenant === 'harbor' ? '127.0.0.1' : 'lumen.localhost';
      expect(first.printed()).toContain(`http://${host}:${first.port}/connect#token=${token}\n`);
    }
    const reviewer = people.find((person) => person.tenant === 'harbor' && person.role === 'reviewer');
    const answer = await call(first, reviewer?.token ?? '', `users/${reviewer?.user_id}`);
    expect([answer.status, (await answer.json()).data?.attributes?.name]).toEqual([200, reviewer?.name]);

    expect(await first.end('SIGTERM')).toBe(0);
    const second = await start({ DEMO: '1' });
    expect(second.people()).toEqual(people);
    expect(second.printed()).toContain(`#token=${people[0]?.token}\n`);
  });

  test('with DEMO=0 makes nobody, and leaves an operator’s own folder as it is', async () => {
    const empty = await start({ DEMO: '0' });
    expect([empty.people(), empty.printed()]).toEqual([[], `Countersign is ready at ${empty.origin}\n`]);
    expect((await fetch(`${empty.origin}/healthz`)).status).toBe(200);
    await empty.end('SIGTERM');
    await addTenant();
    const own = await start({ DEMO: '1' });
    expect(own.people()).toEqual([]);
  });

  test('succeeds after first starts that were killed at any moment', async () => {
    for (const afterMs of [150, 250, 350, 450, 550, 650, 750]) {
      await startAndKill({ DATA_DIR: dataDir, PORT: '0', DEMO: '1' }, afterMs);
    }
    const service = await start({ DEMO: '1' });
    const people = service.people();
    expect(people).toHaveLength(10);
    const answer = await call(service, people[0]?.token ?? '', 'rooms');
    expect((await answer.json()).meta.record_count).toBeGreaterThan(20);
  });

  test('finds a tenant that is added while it runs', async () => {
    const service = await start({ DEMO: '0' });
    expect((await call(service, 'cs_x', 'users')).status).toBe(404);
    const token = await addTenant();
    expect((await call(service, token, 'users')).status).toBe(200);
  });

  test('believes only the proxies it is told of', async () => {
    const token = await addTenant();
    const forged = { 'x-forwarded-for': '10.0.0.1', 'x-access-token': token };
    const closed = await start({ VALID_IPS: '10.0.0.0/8' });
    const refused = await fetch(`${closed.origin}/rapi/v1/users`, { headers: forged });
    expect([refused.status, (await refused.json()).errors[0].title]).toEqual([
      403,
      'Invalid IP Address. Did you set the VALID_IPS environment variable?',
    ]);
    await closed.end('SIGTERM');
    const behind = await start({ VALID_IPS: '10.0.0.0/8', TRUST_PROXY: '127.0.0.1' });
    expect((await fetch(`${behind.origin}/rapi/v1/users`, { headers: forged })).status).toBe(200);
  });

  test('acts by its settings, and logs each request with its number, but no token and no text', async () => {
    const token = await addTenant();
    const tenants = await openTenants(dataDir);
    const db = (await tenants.byName('harbor'))?.db;
    if (!db) throw new Error('There is no tenant harbor.');
    // 01:00 on the 13th in Tokyo.
    await aDraft(db, { created_at_unix: Date.UTC(2025, 2, 12, 16) / 1000 });
    await tenants.close();
    const settings = { CORS_ORIGINS: 'https://desk.example', TENANT_TIME_ZONE: 'Asia/Tokyo', LOG_LEVEL: 'info' };
    const service = await start(settings);
    const noonOf13th = Date.UTC(2025, 2, 13, 3) / 1000;
    const filters = `filter[from_created_at]=${noonOf13th}&filter[content_or_room_name_like]=draft`;
    const answer = await fetch(`${service.origin}/rapi/v1/support_draft_messages?${filters}`, {
      headers: { 'x-access-token': token, origin: 'https://desk.example' },
    });
    expect(answer.headers.get('access-control-allow-origin')).toBe('https://desk.example');
    expect((await answer.json()).meta.record_count).toBe(1);
    await service.end('SIGTERM');
    const [ready, ...lines] = service
      .printed()
      .trim()
      .split('\n')
      .filter((line) => !line.includes('"msg":"Server'));
    expect(ready).toBe(`Countersign is ready at ${service.origin}`);
    expect(lines.map((line) => JSON.parse(line))).toEqual([
      expect.objectContaining({
        reqId: expect.stringMatching(/^[\da-f-]{36}$/),
        req: { method: 'GET', path: '/rapi/v1/support_draft_messages', ip: '127.0.0.1' },
      }),
      expect.objectContaining({ reqId: JSON.parse(lines[0] ?? '').reqId, res: { statusCode: 200 } }),
    ]);
    expect(service.printed()).not.toContain(token);
  });

  test('as a gateway opens no database, and keeps only the key of its sessions', async () => {
    const token = await addTenant();
    const tenant = await start();
    const ownDir = join(dataDir, 'gateway');
    const gateway = await startService(ownDir, { UPSTREAM_URL: tenant.origin });
    running.push(gateway);
    expect(gateway.printed()).toContain(`Requests go to ${tenant.origin}\n`);
    expect((await call(gateway, token, 'users')).status).toBe(200);
    await tenant.end('SIGTERM');
    const gone = await call(gateway, token, 'users');
    expect([gone.status, (await gone.json()).errors[0].code]).toEqual([502, 'gateway_unreachable']);
    expect((await fetch(`${gateway.origin}/healthz`)).status).toBe(200);
    expect(readdirSync(ownDir)).toEqual(['session-key']);
    expect(statSync(join(ownDir, 'session-key')).mode & 0o777).toBe(0o600);
    expect(await gateway.end('SIGTERM')).toBe(0);
  });

  test('keeps sessions over a restart, and for this process alone where there is no place for the key', async () => {
    const token = await addTenant();
    const signIn = (service: ServiceProcess) =>
      fetch(`${service.origin}/session`, {
        method: 'POST',
        headers: { 'sec-fetch-site': 'same-origin', 'content-type': 'application/json' },
        body: JSON.stringify({ token }),
      });
    const first = await start();
    const [cookie = ''] = (await signIn(first)).headers.get('set-cookie')?.split(';') ?? [];
    await first.end('SIGTERM');
    const second = await start();
    const read = (service: ServiceProcess) => fetch(`${service.origin}/rapi/v1/users`, { headers: { cookie } });
    expect((await read(second)).status).toBe(200);

    const file = join(dataDir, 'file');
    writeFileSync(file, '');
    const placeless = await startService(file, { UPSTREAM_URL: second.origin });
    running.push(placeless);
    expect(placeless.printed()).toContain('Set SESSION_KEY.');
    expect((await read(placeless)).status).toBe(401);
    expect((await signIn(placeless)).status).toBe(204);
  });

  test.each([
    [{ PORT: 'abc' }, 'PORT=abc: must be a whole number'],
    [{ VALID_IPS: '10.0.0.0/33' }, 'VALID_IPS=10.0.0.0/33: "10.0.0.0/33" needs a mask'],
    [
      { DATABASE_URL: 'postgres://me:secret@127.0.0.1:1/x' },
      'DATABASE_URL: the database cannot be used (connect ECONNREFUSED 127.0.0.1:1)',
    ],
    [{ HOST: '192.0.2.1', PORT: '0', DEMO: '0' }, 'HOST=192.0.2.1: cannot be used'],
  ])('with %j ends with one line', async (settings: Record<string, string>, line) => {
    const { code, printed } = await failToStart({ DATA_DIR: dataDir, ...settings });
    expect(code).toBe(1);
    expect(printed).toMatch(ONE_LINE);
    expect(printed).toContain(line);
  });

  test('on a port in use ends with one line', async () => {
    const other = createServer().listen(0, '127.0.0.1');
    await once(other, 'listening');
    const address = other.address();
    const port = String(typeof address === 'object' ? address?.port : '');
    const { code, printed } = await failToStart({ DATA_DIR: dataDir, DEMO: '0', PORT: port });
    expect([code, printed]).toEqual([1, `PORT=${port}: is already in use; stop the other program or choose another\n`]);
    other.close();
  });

  test('in a folder that is none ends with one line', async () => {
    const file = join(makeDataDir(), '..', 'file');
    writeFileSync(file, '');
    const { code, printed } = await failToStart({ DATA_DIR: file });
    expect(code).toBe(1);
    expect(printed).toMatch(ONE_LINE);
    expect(printed).toContain(`DATA_DIR=${file}: cannot be used`);
    removeDataDir(file);
  });
});

describe('an end', () => {
  test('lets the running request finish, takes no new one, and exits with 0', async () => {
    const token = await addTenant();
    const service = await start();
    const body = JSON.stringify({ data: { type: 'master_keywords', attributes: { key_name: 'refund' } } });
    const socket = connect(service.port, '127.0.0.1').setEncoding('utf8');
    socket.write(
      `POST /rapi/v1/master_keywords HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Access-Token: ${token}\r\n` +
        `Content-Type: application/vnd.api+json\r\nContent-Length: ${body.length}\r\nExpect: 100-continue\r\n\r\n`,
    );
    // `100 Continue` shows that the service is handling the request.
    const [first] = await once(socket, 'data');
    expect(first).toContain('100 Continue');
    const end = service.end('SIGTERM');
    await expect
      .poll(() =>
        fetch(`${service.origin}/healthz`).then(
          () => 'open',
          () => 'closed',
        ),
      )
      .toBe('closed');
    socket.write(body);
    const [answer] = await once(socket, 'data');
    expect(answer).toContain('201 Created');
    expect(await end).toBe(0);
    const again = await start();
    expect(await keywordNames(again, token)).toEqual(['refund']);
  });

  test('by kill -9 at any moment loses no acknowledged write', async () => {
    const token = await addTenant();
    const acknowledged: string[] = [];
    for (let round = 0; round < 5; round += 1) {
      const service = await start();
      const names = Array.from({ length: 400 }, (_, index) => `k-${round}-${index}`);
      const write = async (): Promise<void> => {
        const key_name = names.shift();
        if (!key_name) return;
        const answer = await call(service, token, 'master_keywords', { key_name });
        if (answer.status === 201) acknowledged.push(key_name);
        if (acknowledged.length % 17 === 16) service.end('SIGKILL');
        return write();
      };
      await Promise.all([write(), write(), write()]).catch(() => 'the service is gone');
      await service.end('SIGKILL');
    }
    expect(acknowledged.length).toBeGreaterThan(5);
    const service = await start();
    expect(await keywordNames(service, token)).toEqual(expect.arrayContaining(acknowledged));
  });
});
