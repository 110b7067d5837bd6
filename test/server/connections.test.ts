import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { Agent, request } from 'node:http';
import { connect, type Socket } from 'node:net';
import { expect, test } from 'vitest';
import { maxConnections } from '#server/lib/max-connections.ts';
import { readEnv } from '#server/settings/env.ts';
import { startService } from '#server/start-service.ts';
import { makeDataDir, removeDataDir } from '../service-process.ts';

const DESCRIPTORS = 300;
const SOCKETS = 500;

test('connections beyond the system limit are rejected without harming open ones', async () => {
  const dataDir = makeDataDir();
  const child = spawn('sh', ['-c', `ulimit -n ${DESCRIPTORS} && exec "${process.execPath}" server/main.ts`], {
    env: { PATH: process.env.PATH, PORT: '0', DATA_DIR: dataDir, DEMO: '0', LOG_LEVEL: 'warn' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [line] = await once(child.stdout.setEncoding('utf8'), 'data');
  const port = Number(/:(\d+)$/m.exec(line)?.[1]);
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const health = () => ask(port, agent);
  expect(await health()).toBe(200);

  const sockets = Array.from({ length: SOCKETS }, () => connect(port, '127.0.0.1').on('error', () => {}));
  const turnedAway = new Set<Socket>();
  for (const socket of sockets) socket.on('close', () => turnedAway.add(socket));
  // Less than the five-second idle timeout, which would also close sockets.
  await expect.poll(() => turnedAway.size, { timeout: 4_000 }).toBeGreaterThanOrEqual(SOCKETS - DESCRIPTORS);
  expect(turnedAway.size).toBeLessThan(SOCKETS);
  // The existing keep-alive connection still works.
  expect(await health()).toBe(200);
  expect(child.exitCode).toBeNull();

  for (const socket of sockets) socket.destroy();
  agent.destroy();
  const newcomer = new Agent();
  await expect.poll(() => ask(port, newcomer).catch(() => 0)).toBe(200);
  child.kill('SIGKILL');
  await once(child, 'exit');
  removeDataDir(dataDir);
});

test('the connection timeout exceeds the query deadline, so that the error response arrives', async () => {
  const dataDir = makeDataDir();
  const timeoutWith = async (deadline: string) => {
    const env = readEnv({ DATA_DIR: dataDir, DEMO: '0', LOG_LEVEL: 'silent', QUERY_DEADLINE_MS: deadline });
    const { app, close } = await startService(env);
    await app.close();
    await close();
    return app.server.timeout;
  };
  expect([await timeoutWith('5000'), await timeoutWith('90000')]).toEqual([30_000, 95_000]);
  removeDataDir(dataDir);
});

test('maxConnections also reserves descriptors for the files of the tenants', () => {
  expect(maxConnections(0, 1_024)).toBe(824);
  expect(maxConnections(250, 1_024)).toBe(74);
  expect(maxConnections(1_000, 1_024)).toBe(1);
});

function ask(port: number, agent: Agent): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    request({ port, host: '127.0.0.1', path: '/healthz', agent }, (response) => {
      response.resume().on('end', () => resolve(response.statusCode));
    })
      .on('error', reject)
      .end();
  });
}
