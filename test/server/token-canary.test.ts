import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { MEDIA_TYPE } from '#contract/document.ts';
import { openTenants } from '#server/access/tenants.ts';
import { loadSeal } from '#server/session/load-seal.ts';
import { commandsForFile } from '#test/operator-commands.ts';
import { makeDataDir, removeDataDir, type ServiceProcess, startService } from '#test/service-process.ts';

const dataDir = makeDataDir();
/** All secrets of this test: tokens and session cookies. */
const secrets = new Map<string, string>();
/** All output of the service, the gateway and the commands, responses included. */
const said: string[] = [];
let service: ServiceProcess;
let gateway: ServiceProcess;

beforeAll(async () => {
  const tenants = await openTenants(dataDir);
  await tenants.add('harbor', ['127.0.0.1']);
  await tenants.close();
  const minted = await command('tokens', 'mint', '--new-user', 'Mina', '--role', 'admin');
  keep('admin', minted.out);
  keep('unknown', `cs_${'u'.repeat(43)}`);
  said.push(minted.err);
  service = await startService(dataDir, { DEMO: '0', LOG_LEVEL: 'trace' });
  gateway = await startService(join(dataDir, 'gateway'), { UPSTREAM_URL: service.origin, LOG_LEVEL: 'trace' });
});
afterAll(async () => {
  await gateway.end('SIGKILL');
  await service.end('SIGKILL');
  removeDataDir(dataDir);
});

const runTogether = commandsForFile();
const command = (name: string, ...args: string[]) => runTogether({ DATA_DIR: dataDir }, name, ...args);

function keep(name: string, secret: string) {
  expect(secret.length).toBeGreaterThan(40);
  secrets.set(name, secret);
}

const secret = (name: string) => secrets.get(name) ?? '';
const admin = () => ({ 'x-access-token': secret('admin') });

/** Sends a request; resolves with the status, the head and the body of the response. */
async function ask(at: ServiceProcess, path: string, headers: Record<string, string>, body?: unknown, method = 'GET') {
  const response = await fetch(`${at.origin}${path}`, {
    method: body === undefined ? method : 'POST',
    headers: { 'content-type': MEDIA_TYPE, 'sec-fetch-site': 'same-origin', ...headers },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });
  const text = await response.text();
  const [cookie = ''] = (response.headers.get('set-cookie') ?? '').split(';');
  const head = [...response.headers].filter(([name]) => name !== 'set-cookie');
  return { status: response.status, cookie, text, head: JSON.stringify(head) };
}

/** Expects a status, and adds the response to the output under test. */
async function expectSaid(status: number, ...given: Parameters<typeof ask>) {
  const answer = await ask(...given);
  said.push(answer.head, answer.text);
  expect([answer.status, given[1]]).toEqual([status, given[1]]);
  return answer;
}

const JSON_TYPE = { 'content-type': 'application/json' };

/** Signs in, and sends the cookie as it is, mistyped, and with an unknown token. */
async function signIn(at: ServiceProcess) {
  const { cookie } = await expectSaid(204, at, '/session', JSON_TYPE, { token: secret('admin') });
  const [name, sealed = ''] = cookie.split('=');
  keep(`cookie of ${at.port}`, sealed);
  const { seal } = loadSeal({ sessionKeys: [], dataDir: at.dataDir });
  keep(`session of ${at.port}`, (await seal.unseal(sealed)) ?? '');
  await expectSaid(200, at, '/rapi/v1/rooms', { cookie });
  await expectSaid(401, at, '/rapi/v1/rooms', { cookie: `${name}=x${sealed}` });
  await expectSaid(401, at, '/rapi/v1/rooms', { cookie, 'x-access-token': secret('unknown') });
  await expectSaid(401, at, '/session', JSON_TYPE, { token: secret('unknown') });
}

const record = (type: string, attributes: object) => ({ data: { type, attributes } });

async function workAt(at: ServiceProcess) {
  await expectSaid(201, at, '/rapi/v1/rooms', admin(), record('rooms', { name: 'Ada' }));
  const draft = record('support_draft_messages', { message_content: 'Hello', room_id: '1' });
  const { text } = await expectSaid(201, at, '/rapi/v1/support_draft_messages', admin(), draft);
  const { id } = JSON.parse(text).data;
  await expectSaid(200, at, `/rapi/v1/support_draft_messages/${id}/approve`, admin(), undefined, 'PUT');
  await expectSaid(200, at, '/rapi/v1/support_draft_messages?include=room,created_user', admin());
  await expectSaid(200, at, '/rapi/v1/users', admin());
  await expectSaid(201, at, '/rapi/v1/clients', admin(), record('clients', { title: 'Shop' }));
  // Returning a token is the purpose of this endpoint.
  const login = await ask(at, '/rapi/v1/clients/1/login', admin(), {});
  const guest = JSON.parse(login.text).meta.access_token;
  keep(`guest by ${at.port}`, guest);
  await expectSaid(200, at, '/rapi/v1/rooms', { 'x-access-token': guest });
}

/** Sends the token in the wrong places: it must neither authenticate nor be echoed. */
async function misplaceAt(at: ServiceProcess) {
  const token = secret('admin');
  const rooms = '/rapi/v1/rooms';
  await expectSaid(401, at, `${rooms}?token=${token}&x-access-token=${token}`, {});
  await expectSaid(401, at, rooms, { authorization: `Bearer ${token}` });
  await expectSaid(401, at, rooms, { cookie: `token=${token}; countersign-00000000=${token}` });
  await expectSaid(401, at, rooms, { 'x-access-token': `${token}, ${token}` });
  await expectSaid(401, at, rooms, { 'x-access-token': `"${token}"` });
  await expectSaid(404, at, `${rooms}/${token}`, admin());
  await expectSaid(405, at, `${rooms}/${token}/approve_support_draft_messages`, admin());
  await expectSaid(404, at, `/connect/${token}.txt`, admin());
  await expectSaid(400, at, rooms, admin(), `{"data": "${token}"`);
  await expectSaid(400, at, rooms, admin(), { data: token });
  await expectSaid(406, at, rooms, { ...admin(), 'content-type': token }, { data: {} });
  await expectSaid(400, at, '/session', JSON_TYPE, `{"token": "${token}`);
  await expectSaid(422, at, '/session', JSON_TYPE, { token: `${token} ` });
}

function filesBelow(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
}

test('after normal use, mistakes and a crash, no output or file contains a token', async () => {
  for (const at of [service, gateway]) {
    await signIn(at);
    await workAt(at);
    await misplaceAt(at);
  }
  const tenants = await openTenants(dataDir);
  await (await tenants.byName('harbor'))?.db.schema.dropTable('master_keywords').execute();
  await tenants.close();
  for (const at of [service, gateway]) await expectSaid(500, at, '/rapi/v1/master_keywords', admin());
  // Killed at once, the service may lose its last lines.
  await expect.poll(() => service.printed()).toContain('request failed');
  await service.end('SIGKILL');
  await expectSaid(502, gateway, '/rapi/v1/rooms', admin());
  await expectSaid(502, gateway, '/session', JSON_TYPE, { token: secret('admin') });
  expect(filesBelow(dataDir).filter((file) => file.endsWith('-wal'))).not.toEqual([]);
  const files = new Map(filesBelow(dataDir).map((file) => [`${file} after the crash`, readFileSync(file)]));

  const refused = [await command('tokens', 'revoke', secret('admin')), await command('tokens', secret('admin'))];
  expect(refused.map(({ status }) => status)).toEqual([1, 1]);
  const done = [await command('tokens', 'list'), await command('tenants', 'list')];
  done.push(await command('backup', '--tenant', 'harbor', '--to', join(dataDir, 'backup')));
  expect(done.map(({ status }) => status)).toEqual([0, 0, 0]);
  for (const { out, err } of [...refused, ...done]) said.push(out, err);
  for (const file of filesBelow(dataDir)) files.set(file, readFileSync(file));

  expect(gateway.printed()).toContain('"path":"/rapi/v1/rooms');
  const places = new Map<string, { includes(text: string): boolean }>([
    ['the service’s log', service.printed()],
    ['the gateway’s log', gateway.printed()],
    ['what was said', said.join('\n')],
    ...files,
  ]);
  const found = [...places].flatMap(([place, text]) =>
    [...secrets].filter(([, value]) => text.includes(value.replace(/^cs_/, ''))).map(([name]) => `${name} in ${place}`),
  );
  expect(found).toEqual([]);
});
