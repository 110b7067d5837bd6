import { Agent, request } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { Worker, workerData } from 'node:worker_threads';
import { quantile } from '../quantile.ts';

const EVERY_MS = 10;

/** Latency of `/healthz` in milliseconds. */
export interface Pings {
  count: number;
  /** Responses other than 200, and failed requests. */
  failed: number;
  p99: number;
}

/** Polls `/healthz` on one keep-alive connection in a worker thread, until the returned function is called. */
export async function startPings(origin: string): Promise<() => Promise<Pings>> {
  const worker = new Worker(new URL(import.meta.url), { workerData: origin });
  const next = () =>
    new Promise<unknown>((resolve, reject) => {
      worker.once('message', resolve);
      worker.once('error', reject);
    });
  await next();
  return async () => {
    const taken = next();
    worker.postMessage('end');
    // The worker posts nothing else.
    return (await taken) as Pings;
  };
}

if (typeof workerData === 'string') await ping(workerData);

async function ping(origin: string) {
  const { parentPort } = await import('node:worker_threads');
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  let isGoing = true;
  parentPort?.once('message', () => {
    isGoing = false;
  });
  await ask(origin, agent);
  parentPort?.postMessage('ready');
  const times: number[] = [];
  let failed = 0;
  while (isGoing) {
    const askedAt = performance.now();
    const status = await ask(origin, agent).catch(() => 0);
    times.push(performance.now() - askedAt);
    if (status !== 200) failed += 1;
    await delay(EVERY_MS);
  }
  agent.destroy();
  parentPort?.postMessage({ count: times.length, failed, p99: quantile(times, 0.99) } satisfies Pings);
}

function ask(origin: string, agent: Agent): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    request(`${origin}/healthz`, { agent }, (response) => {
      response.resume().on('end', () => resolve(response.statusCode));
    })
      .on('error', reject)
      .end();
  });
}
