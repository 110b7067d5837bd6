import { existsSync, readFileSync } from 'node:fs';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { sendTo } from '#test/api-client.ts';
import {
  freePort,
  makeDataDir,
  personOf,
  removeDataDir,
  type ServiceProcess,
  startService,
} from '../service-process.ts';

const SEARCH = '/support_draft_messages?filter[content_or_room_name_like]=a';

let dataDir: string;
let metricsPort: number;
let service: ServiceProcess;

beforeEach(async () => {
  dataDir = makeDataDir();
  metricsPort = await freePort();
  service = await startService(dataDir, { DEMO: '1', METRICS_PORT: String(metricsPort) });
});
afterEach(async () => {
  await service.end('SIGKILL');
  removeDataDir(dataDir);
});

/** The process ids of the service's readers. */
const readers = () =>
  readFileSync(`/proc/${service.pid}/task/${service.pid}/children`, 'utf8')
    .split(' ')
    .filter((pid) => pid !== '' && readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('sqlite-reader-process'))
    .map(Number);

/** False for a process that has ended, including a zombie that its parent has not reaped. */
const isAlive = (pid: number) =>
  existsSync(`/proc/${pid}/stat`) && !/\) Z /.test(readFileSync(`/proc/${pid}/stat`, 'utf8'));

const gauges = async () => (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text();

test('SIGTERM during a search ends the service with 0, and ends the reader process as well', async () => {
  const search = async () => (await sendTo(service, personOf(service, 'agent').token, 'GET', SEARCH)).status;
  expect(await search()).toBe(200);
  // Stopping the reader process makes the search endless.
  const [reader = 0] = readers();
  process.kill(reader, 'SIGSTOP');
  const outcome = search().catch(() => 'closed');
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
