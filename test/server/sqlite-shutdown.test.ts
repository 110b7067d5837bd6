import { existsSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { sendTo } from '#test/api-client.ts';
import { freePort, type ServiceProcess } from '#test/service-process.ts';
import { addTenant } from '#test/stored-tenant.ts';
import { servicesForEachTest } from './started-services.ts';

const SEARCH = '/support_draft_messages?filter[content_or_room_name_like]=a';

const { dataDir, start } = servicesForEachTest();

/** The process ids of the service's readers. */
const readersOf = ({ pid: service }: ServiceProcess) =>
  readFileSync(`/proc/${service}/task/${service}/children`, 'utf8')
    .split(' ')
    .filter((pid) => pid !== '' && readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('sqlite-reader-process'))
    .map(Number);

/** False for a process that has ended, including a zombie that its parent has not reaped. */
const isAlive = (pid: number) =>
  existsSync(`/proc/${pid}/stat`) && !/\) Z /.test(readFileSync(`/proc/${pid}/stat`, 'utf8'));

test('SIGTERM during a search ends the service with 0, and ends the reader process as well', async () => {
  const { token } = await addTenant(dataDir());
  const metricsPort = await freePort();
  const service = await start({ DEMO: '0', METRICS_PORT: String(metricsPort) });
  const search = async () => (await sendTo(service, token, 'GET', SEARCH)).status;
  expect(await search()).toBe(200);
  // Stopping the reader process makes the search endless.
  const [reader = 0] = readersOf(service);
  process.kill(reader, 'SIGSTOP');
  const outcome = search().catch(() => 'closed');
  const gauges = async () => (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text();
  await expect.poll(gauges).toContain('countersign_pool_running 1');
  const end = service.end('SIGTERM');
  const health = () =>
    fetch(`${service.origin}/healthz`).then(
      () => 'open',
      () => 'closed',
    );
  await expect.poll(health).toBe('closed');
  expect([503, 'closed']).toContain(await outcome);
  expect(await end).toBe(0);
  await expect.poll(() => isAlive(reader)).toBe(false);
});
