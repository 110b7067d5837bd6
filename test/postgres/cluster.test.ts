import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { Client } from 'pg';
import { expect, test } from 'vitest';
import { startCluster } from './cluster.ts';

const START = `
  const { startCluster } = await import('./test/postgres/cluster.ts');
  console.log((await startCluster()).url);
`;

test('a server started by the tests stops with them, even if they are killed', async () => {
  const tests = spawn(process.execPath, ['--input-type=module', '-e', START], { stdio: ['ignore', 'pipe', 'inherit'] });
  const [line] = await once(tests.stdout.setEncoding('utf8'), 'data');
  const url = String(line).trim();
  const client = new Client(url);
  client.on('error', () => {});
  await client.connect();
  const { rows } = await client.query('show data_directory');

  tests.kill('SIGKILL');
  await expect.poll(() => existsSync(rows[0].data_directory), { timeout: 30_000, interval: 100 }).toBe(false);
  await expect(new Client(url).connect()).rejects.toThrow('ECONNREFUSED');
});

test('a killed server starts again once its last backend process has exited', async () => {
  const cluster = await startCluster();
  const client = new Client(cluster.url);
  client.on('error', () => {});
  await client.connect();
  const { rows } = await client.query('select pg_backend_pid() as pid');
  process.kill(rows[0].pid, 'SIGSTOP');
  await cluster.stop('SIGKILL');
  setTimeout(() => process.kill(rows[0].pid, 'SIGCONT'), 1_000);
  await expect(cluster.start()).resolves.toBeUndefined();
  await cluster.remove();
});
