import { once } from 'node:events';
import { mkdirSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { get } from 'node:http';
import { connect, createServer } from 'node:net';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { openTenants } from '#server/access/tenants.ts';
import { mintToken } from '#server/access/tokens.ts';
import { aDraft } from '#test/builders.ts';
import { sendTo } from '../api-client.ts';
import {
  failToStart,
  freePort,
  makeDataDir,
  removeDataDir,
  type ServiceProcess,
  startService,
} from '../service-process.ts';

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
async function addTenant(name = 'harbor') {
  const tenants = await openTenants(dataDir);
  const { db } = await tenants.add(name, ['127.0.0.1']);
  await db.insertInto('users').values({ name: 'Mina', name_folded: 'mina', kind: 'staff' }).execute();
  const token = await mintToken(db, { userId: 1, role: 'admin', roomId: null, expiresAtUnix: null });
  await tenants.close();
  return token;
}

const call = (service: ServiceProcess, token: string, path: string) => sendTo(service, token, 'GET', `/${path}`);

function statusAt({ port }: ServiceProcess, host: string, path: string): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    get({ host: '127.0.0.1', port, path, headers: { host } }, (response) => {
      response.resume();
      resolve(response.statusCode);
    }).on('error', reject);
  });
}

async function keywordNames(service: ServiceProcess, token: string) {
  const { data } = await (await call(service, token, 'master_keywords?page[size]=100')).json();
  return data.map((row: { attributes: { key_name: string } }) => row.attributes.key_name);
}

describe('a start', () => {
  test('on an empty folder prints a sign-in link per demo user, and again on the next start', async () => {
    const first = await start({ DEMO: '1' });
    const people = first.people();
    expect(people.map(({ tenant, role }) => `${tenant} ${role}`).toSorted()).toEqual(
      ['harbor', 'lumen'].flatMap((tenant) =>
        ['admin', 'agent', 'reviewer', 'reviewer', 'supervisor'].map((role) => `${tenant} ${role}`),
      ),
    );
    expect(statSync(join(dataDir, 'demo-tokens.json')).mode & 0o777).toBe(0o600);
    const links = Array.from(first.printed().matchAll(/(http\S+)\/connect#code=(\S+)/g), ([, at, code]) => ({
      at,
      code,
    }));
    expect(links.map(({ at }) => at)).toEqual(
      people.map(({ tenant }) => `http://${tenant === 'harbor' ? '127.0.0.1' : 'lumen.localhost'}:${first.port}`),
    );
    const enter = () =>
      fetch(`${first.origin}/session`, {
        method: 'POST',
        headers: { 'sec-fetch-site': 'same-origin', 'content-type': 'application/json' },
        body: JSON.stringify({ code: links[0]?.code }),
      });
    expect([(await enter()).status, (await enter()).status]).toEqual([204, 401]);
    for (const { token } of people) expect(first.printed()).not.toContain(token);
    const reviewer = people.find((person) => person.tenant === 'harbor' && person.role === 'reviewer');
    const answer = await call(first, reviewer?.token ?? '', `users/${reviewer?.user_id}`);
    expect([answer.status, (await answer.json()).data?.attributes?.name]).toEqual([200, reviewer?.name]);

    expect(await first.end('SIGTERM')).toBe(0);
    const second = await start({ DEMO: '1' });
    expect(second.people()).toEqual(people);
    expect(second.printed()).toContain('/connect#code=');
    expect(second.printed()).not.toContain(links[1]?.code);
  });

  test('with DEMO=0 creates no users, and leaves an existing folder unchanged', async () => {
    const empty = await start({ DEMO: '0' });
    expect([empty.people(), empty.printed()]).toEqual([[], `Countersign is ready at ${empty.origin}\n`]);
    expect((await fetch(`${empty.origin}/healthz`)).status).toBe(200);
    await empty.end('SIGTERM');
    await addTenant();
    const own = await start({ DEMO: '1' });
    expect(own.people()).toEqual([]);
  });

  test('names a damaged tenant, answers 503 at its hosts, and serves the other tenants', async () => {
    const token = await addTenant();
    const tenants = await openTenants(dataDir);
    await tenants.add('lumen', ['lumen.localhost']);
    await tenants.close();
    writeFileSync(join(dataDir, 'tenants', 'lumen.sqlite'), 'not a database '.repeat(1_000));
    const service = await start({ DEMO: '0' });
    expect(service.printed()).toMatch(/"tenant":"lumen".*lumen\.sqlite: file is not a database/);
    expect((await call(service, token, 'users')).status).toBe(200);
    expect(await statusAt(service, 'lumen.localhost', '/rapi/v1/users')).toBe(503);
    const ready = await fetch(`${service.origin}/readyz`);
    expect([ready.status, await ready.json()]).toEqual([200, { status: 'degraded', unavailable_tenants: ['lumen'] }]);
    expect((await fetch(`${service.origin}/healthz`)).status).toBe(200);
  });

  test.each(['harbor', 'acme'])('loads no demo data while the only tenant, %s, lacks its file', async (name) => {
    await addTenant(name);
    rmSync(join(dataDir, 'tenants', `${name}.sqlite`));
    const service = await start({ DEMO: '1' });
    expect(service.people()).toEqual([]);
    expect(readdirSync(join(dataDir, 'tenants'))).toEqual([]);
    const ready = await fetch(`${service.origin}/readyz`);
    expect([ready.status, await ready.json()]).toMatchObject([503, { unavailable_tenants: [name] }]);
  });

  test('makes every file it writes accessible to its owner only', async () => {
    mkdirSync(join(dataDir, 'tenants'), { recursive: true, mode: 0o755 });
    await start({ DEMO: '1' });
    const files = readdirSync(dataDir, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
    expect(files.map(({ name }) => name)).toContain('harbor.sqlite');
    for (const { parentPath, name } of files)
      expect([name, statSync(join(parentPath, name)).mode & 0o077]).toEqual([name, 0]);
  });

  test('trusts only configured proxies', async () => {
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

  test('applies its settings, and logs each request with its id but no token and no content', async () => {
    const token = await addTenant();
    const tenants = await openTenants(dataDir);
    const db = (await tenants.byName('harbor'))?.db;
    if (!db) throw new Error('There is no tenant harbor.');
    // 01:00 on the 13th in Tokyo.
    await aDraft(db, { created_at_unix: Date.UTC(2025, 2, 12, 16) / 1000 });
    await tenants.close();
    const service = await start({
      CORS_ORIGINS: 'https://desk.example',
      TENANT_TIME_ZONE: 'Asia/Tokyo',
      LOG_LEVEL: 'info',
      // On a busy machine, the first search takes over a second to start its reader process.
      SLOW_QUERY_MS: '60000',
    });
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
        res: { statusCode: 200 },
        tenant: 'harbor',
        user: 1,
      }),
    ]);
    expect(service.printed()).not.toContain(token);
  });

  test('as a gateway opens no database and stores only its session key', async () => {
    const token = await addTenant();
    const tenant = await start();
    const ownDir = join(dataDir, 'gateway');
    const gateway = await startService(ownDir, { UPSTREAM_URL: tenant.origin });
    running.push(gateway);
    expect(gateway.printed()).toContain(`Forwarding requests to ${tenant.origin}\n`);
    expect((await call(gateway, token, 'users')).status).toBe(200);
    await tenant.end('SIGTERM');
    const gone = await call(gateway, token, 'users');
    expect([gone.status, (await gone.json()).errors[0].code]).toEqual([502, 'gateway_unreachable']);
    expect((await fetch(`${gateway.origin}/healthz`)).status).toBe(200);
    expect(readdirSync(ownDir)).toEqual(['session-key']);
    expect(statSync(join(ownDir, 'session-key')).mode & 0o777).toBe(0o600);
    expect(await gateway.end('SIGTERM')).toBe(0);
  });

  test('as a gateway serves metrics of its requests, and stops if their port is in use', async () => {
    const tenant = await start();
    const port = String(await freePort());
    const settings = { UPSTREAM_URL: tenant.origin, METRICS_PORT: port };
    const gateway = await startService(join(dataDir, 'gateway'), settings);
    running.push(gateway);
    expect((await fetch(`${gateway.origin}/rapi/v1/rooms`)).status).toBe(401);
    const metrics = async () => (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
    await expect.poll(metrics).toMatch(/countersign_http_request_duration_seconds_count\{[^}]*status="401"[^}]*\} 1/);
    expect(await metrics()).not.toMatch(/countersign_(pool|query)/);
    const second = await failToStart({ DATA_DIR: join(dataDir, 'second'), PORT: '0', ...settings });
    expect([second.code, second.printed]).toEqual([
      1,
      `METRICS_PORT=${port}: is already in use; stop the other program or choose another\n`,
    ]);
  });

  test('keeps sessions across a restart, or only until its end if the key cannot be stored', async () => {
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
    [{ VALID_IPS: '10.0.0.0/33' }, 'VALID_IPS=10.0.0.0/33: "10.0.0.0/33" must have a prefix length'],
    [
      { DATABASE_URL: 'postgres://me:secret@127.0.0.1:1/x' },
      'DATABASE_URL: the database cannot be used (connect ECONNREFUSED 127.0.0.1:1)',
    ],
    [{ HOST: '192.0.2.1', PORT: '0', DEMO: '0' }, 'HOST=192.0.2.1: cannot be used'],
  ])('with %j exits with a one-line message', async (settings: Record<string, string>, line) => {
    const { code, printed } = await failToStart({ DATA_DIR: dataDir, ...settings });
    expect(code).toBe(1);
    expect(printed).toMatch(ONE_LINE);
    expect(printed).toContain(line);
  });

  test('on a port in use exits with a one-line message', async () => {
    const other = createServer().listen(0, '127.0.0.1');
    await once(other, 'listening');
    const address = other.address();
    const port = String(typeof address === 'object' ? address?.port : '');
    const { code, printed } = await failToStart({ DATA_DIR: dataDir, DEMO: '0', PORT: port });
    expect([code, printed]).toEqual([1, `PORT=${port}: is already in use; stop the other program or choose another\n`]);
    other.close();
  });

  test('with a file as its folder exits with a one-line message', async () => {
    const file = join(makeDataDir(), '..', 'file');
    writeFileSync(file, '');
    const { code, printed } = await failToStart({ DATA_DIR: file });
    expect(code).toBe(1);
    expect(printed).toMatch(ONE_LINE);
    expect(printed).toContain(`DATA_DIR=${file}: cannot be used`);
    removeDataDir(file);
  });
});

describe('a shutdown', () => {
  test('finishes the running request, accepts no new one, and exits with 0', async () => {
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
});
