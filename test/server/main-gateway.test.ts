import { readdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { MEDIA_TYPE } from '#contract/document.ts';
import { sendTo } from '#test/api-client.ts';
import { failToStart, freePort, type ServiceProcess } from '#test/service-process.ts';
import { cookieOf, json } from '#test/session-requests.ts';
import { addTenant } from '#test/stored-tenant.ts';
import { startUpstream } from './gateway-parts.ts';
import { servicesForEachTest } from './started-services.ts';

const { dataDir, start } = servicesForEachTest();

const readUsers = (service: ServiceProcess, token: string) => sendTo(service, token, 'GET', '/users');

test('a gateway opens no database and stores only its session key', async () => {
  const { token } = await addTenant(dataDir());
  const tenant = await start();
  const ownDir = join(dataDir(), 'gateway');
  const gateway = await start({ UPSTREAM_URL: tenant.origin }, ownDir);
  expect(gateway.printed()).toContain(`Forwarding requests to ${tenant.origin}\n`);
  expect((await readUsers(gateway, token)).status).toBe(200);
  await tenant.end('SIGTERM');
  const gone = await readUsers(gateway, token);
  expect([gone.status, (await gone.json()).errors[0].code]).toEqual([502, 'gateway_unreachable']);
  expect((await fetch(`${gateway.origin}/healthz`)).status).toBe(200);
  expect(readdirSync(ownDir)).toEqual(['session-key']);
  expect(statSync(join(ownDir, 'session-key')).mode & 0o777).toBe(0o600);
  expect(await gateway.end('SIGTERM')).toBe(0);
});

test('a gateway serves metrics of its requests, and stops if their port is in use', async () => {
  const upstream = await startUpstream((_, response) => response.writeHead(401, { 'content-type': MEDIA_TYPE }).end());
  const port = String(await freePort());
  const settings = { UPSTREAM_URL: upstream.origin, METRICS_PORT: port };
  const gateway = await start(settings);
  expect((await fetch(`${gateway.origin}/rapi/v1/rooms`)).status).toBe(401);
  const metrics = async () => (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
  await expect.poll(metrics).toMatch(/countersign_http_request_duration_seconds_count\{[^}]*status="401"[^}]*\} 1/);
  expect(await metrics()).not.toMatch(/countersign_(pool|query)/);
  const second = await failToStart({ DATA_DIR: join(dataDir(), 'second'), PORT: '0', ...settings });
  const printed = `METRICS_PORT=${port}: is already in use; stop the other program or choose another\n`;
  expect(second).toEqual({ code: 1, printed });
  await upstream.close();
});

test('sessions outlive a restart, unless the key cannot be stored', async () => {
  const { token } = await addTenant(dataDir());
  const signIn = (service: ServiceProcess) => fetch(`${service.origin}/session`, json({ token }));
  const first = await start();
  const cookie = cookieOf(await signIn(first));
  await first.end('SIGTERM');
  const second = await start();
  const read = (service: ServiceProcess) => fetch(`${service.origin}/rapi/v1/users`, { headers: { cookie } });
  expect((await read(second)).status).toBe(200);

  const file = join(dataDir(), 'file');
  writeFileSync(file, '');
  const placeless = await start({ UPSTREAM_URL: second.origin }, file);
  expect(placeless.printed()).toContain('Set SESSION_KEY.');
  expect((await read(placeless)).status).toBe(401);
  expect((await signIn(placeless)).status).toBe(204);
});
