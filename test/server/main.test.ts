import { once } from 'node:events';
import { mkdirSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { openTenants } from '#server/access/tenants.ts';
import { sendTo, statusAt } from '#test/api-client.ts';
import { aDraft } from '#test/builders.ts';
import { failToStart, makeDataDir, removeDataDir, type ServiceProcess } from '#test/service-process.ts';
import { json } from '#test/session-requests.ts';
import { addTenant } from '#test/stored-tenant.ts';
import { servicesForEachTest } from './started-services.ts';

const ONE_LINE = /^[^\n]+\n$/;
const { dataDir, start } = servicesForEachTest();

const call = (service: ServiceProcess, token: string, path: string) => sendTo(service, token, 'GET', `/${path}`);

async function expectOneLine(settings: Record<string, string>, line: string) {
  const { code, printed } = await failToStart(settings);
  expect(code).toBe(1);
  expect(printed).toMatch(ONE_LINE);
  expect(printed).toContain(line);
}

describe('a start', () => {
  test('on an empty folder prints a sign-in link per demo user, and again on the next start', async () => {
    mkdirSync(join(dataDir(), 'tenants'), { recursive: true, mode: 0o755 });
    const first = await start({ DEMO: '1' });
    // Whatever the mode of the folder, only the owner has access to the files.
    const files = readdirSync(dataDir(), { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
    expect(files.map(({ name }) => name)).toContain('harbor.sqlite');
    for (const { parentPath, name } of files)
      expect([name, statSync(join(parentPath, name)).mode & 0o077]).toEqual([name, 0]);
    const people = first.people();
    expect(people.map(({ tenant, role }) => `${tenant} ${role}`).toSorted()).toEqual(
      ['harbor', 'lumen'].flatMap((tenant) =>
        ['admin', 'agent', 'reviewer', 'reviewer', 'supervisor'].map((role) => `${tenant} ${role}`),
      ),
    );
    expect(statSync(join(dataDir(), 'demo-tokens.json')).mode & 0o777).toBe(0o600);
    const links = Array.from(first.printed().matchAll(/(http\S+)\/connect#code=(\S+)/g), ([, at, code]) => ({
      at,
      code,
    }));
    expect(links.map(({ at }) => at)).toEqual(
      people.map(({ tenant }) => `http://${tenant === 'harbor' ? '127.0.0.1' : 'lumen.localhost'}:${first.port}`),
    );
    const enter = () => fetch(`${first.origin}/session`, json({ code: links[0]?.code }));
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
    await addTenant(dataDir());
    const own = await start({ DEMO: '1' });
    expect(own.people()).toEqual([]);
  });

  test('names a damaged tenant, answers 503 at its hosts, and serves the other tenants', async () => {
    const { token } = await addTenant(dataDir());
    const tenants = await openTenants(dataDir());
    await tenants.add('lumen', ['lumen.localhost']);
    await tenants.close();
    writeFileSync(join(dataDir(), 'tenants', 'lumen.sqlite'), 'not a database '.repeat(1_000));
    const service = await start({ DEMO: '0' });
    expect(service.printed()).toMatch(/"tenant":"lumen".*lumen\.sqlite: file is not a database/);
    expect((await call(service, token, 'users')).status).toBe(200);
    expect(await statusAt(service, 'lumen.localhost', '/rapi/v1/users')).toBe(503);
    const ready = await fetch(`${service.origin}/readyz`);
    expect([ready.status, await ready.json()]).toEqual([200, { status: 'degraded', unavailable_tenants: ['lumen'] }]);
    expect((await fetch(`${service.origin}/healthz`)).status).toBe(200);
  });

  test.each(['harbor', 'acme'])('loads no demo data while the only tenant, %s, lacks its file', async (name) => {
    await addTenant(dataDir(), name);
    rmSync(join(dataDir(), 'tenants', `${name}.sqlite`));
    const service = await start({ DEMO: '1' });
    expect(service.people()).toEqual([]);
    expect(readdirSync(join(dataDir(), 'tenants'))).toEqual([]);
    const ready = await fetch(`${service.origin}/readyz`);
    expect([ready.status, await ready.json()]).toMatchObject([503, { unavailable_tenants: [name] }]);
  });

  test('ignores damaged demo sign-ins with one warning that names the file and quotes none of it', async () => {
    const file = join(dataDir(), 'demo-tokens.json');
    mkdirSync(dataDir(), { recursive: true });
    writeFileSync(file, 'a-secret [{"tenant":"harbor"');
    const service = await start({ DEMO: '1', LOG_LEVEL: 'warn' });
    expect(service.people()).toHaveLength(10);
    const [warning = '', ...others] = service
      .printed()
      .split('\n')
      .filter((line) => line.startsWith('{'));
    expect(JSON.parse(warning)).toMatchObject({ level: 40, msg: `${file} is ignored: it cannot be read (damaged).` });
    expect(others).toEqual([]);
    expect(service.printed()).not.toContain('a-secret');
  });

  test('with a data folder that cannot hold the demo exits with a one-line message', async () => {
    mkdirSync(join(dataDir(), 'demo-begun'), { recursive: true });
    await expectOneLine({ DATA_DIR: dataDir(), DEMO: '1' }, `DATA_DIR=${dataDir()}: cannot be used (EISDIR`);
  });

  test('with demo data that is not registered exits with a one-line message', async () => {
    await addTenant(dataDir());
    rmSync(join(dataDir(), 'registry.sqlite'));
    await expectOneLine({ DATA_DIR: dataDir(), DEMO: '1' }, 'The database of harbor has users, but harbor is not');
  });

  test('trusts only configured proxies', async () => {
    const { token } = await addTenant(dataDir());
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
    const { token } = await addTenant(dataDir());
    const tenants = await openTenants(dataDir());
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

  test.each([
    [{ PORT: 'abc' }, 'PORT=abc: must be a whole number'],
    [{ VALID_IPS: '10.0.0.0/33' }, 'VALID_IPS=10.0.0.0/33: "10.0.0.0/33" must have a prefix length'],
    [
      { DATABASE_URL: 'postgres://me:secret@127.0.0.1:1/x' },
      'DATABASE_URL: the database cannot be used (connect ECONNREFUSED 127.0.0.1:1)',
    ],
    [{ HOST: '192.0.2.1', PORT: '0', DEMO: '0' }, 'HOST=192.0.2.1: cannot be used'],
  ])('with %j exits with a one-line message', async (settings: Record<string, string>, line) => {
    await expectOneLine({ DATA_DIR: dataDir(), ...settings }, line);
  });

  test('on a port in use exits with a one-line message', async () => {
    const other = createServer().listen(0, '127.0.0.1');
    await once(other, 'listening');
    const address = other.address();
    const port = String(typeof address === 'object' ? address?.port : '');
    const reason = `PORT=${port}: is already in use; stop the other program or choose another\n`;
    expect(await failToStart({ DATA_DIR: dataDir(), DEMO: '0', PORT: port })).toEqual({ code: 1, printed: reason });
    other.close();
  });

  test('with a file as its folder exits with a one-line message', async () => {
    const file = join(makeDataDir(), '..', 'file');
    writeFileSync(file, '');
    await expectOneLine({ DATA_DIR: file }, `DATA_DIR=${file}: cannot be used`);
    removeDataDir(file);
  });
});

describe('a shutdown', () => {
  test('finishes the running request, accepts no new one, and exits with 0', async () => {
    const { token } = await addTenant(dataDir());
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
    const tenants = await openTenants(dataDir());
    const keywords = (await tenants.byName('harbor'))?.db.selectFrom('master_keywords').select('key_name');
    expect(await keywords?.execute()).toEqual([{ key_name: 'refund' }]);
    await tenants.close();
  });
});
