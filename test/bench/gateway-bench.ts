import { setTimeout } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { makeDataDir, removeDataDir, startService } from '../service-process.ts';
import { processStatus } from './process-status.ts';
import { Connection, interleave, type Latency } from './service/latency.ts';
import { throughput } from './service/throughput.ts';
import { AS_SERVICE, startServer } from './start-server.ts';
import { type Goal, goalTable, table } from './table.ts';

export interface GatewayEffort {
  /** Requests on one connection. */
  requests: number;
  turns: number;
  seconds: number;
  /** Requests left pending while memory is measured. */
  hanging: number;
}

const PEER = fileURLToPath(new URL('gateway-peer.ts', import.meta.url));
const LIST = '/rapi/v1/rooms';
const TOKEN = 'token';
const LEAST_OF_PIPE = 0.7;
const MOST_OF_PIPE_TIME = 2;
const MOST_MEMORY_MB = 60;

/** Compares the gateway with a bare pipe to the same tenant; resolves with its section of the document. */
export async function measureGateway(effort: GatewayEffort): Promise<string> {
  const dataDir = makeDataDir();
  const tenant = await startPeer();
  const pipe = await startPeer(tenant.origin);
  const gateway = await startService(dataDir, { UPSTREAM_URL: tenant.origin });
  try {
    const single = await oneByOne({ gateway: gateway.origin, pipe: pipe.origin }, effort.requests);
    const load = (origin: string) => ({ url: `${origin}${LIST}`, headers: { 'x-access-token': TOKEN } });
    const loads = { gateway: load(gateway.origin), pipe: load(pipe.origin) };
    const loaded = await throughput(loads, effort.turns, effort.seconds);
    const memory = await hang(gateway, tenant.origin, effort.hanging);
    return section(effort, single, loaded, memory);
  } finally {
    await gateway.end('SIGTERM');
    await pipe.end();
    await tenant.end();
    removeDataDir(dataDir);
  }
}

type Pair<Value> = Record<'gateway' | 'pipe', Value>;

async function oneByOne(origins: Pair<string>, rounds: number): Promise<Pair<Latency>> {
  const connections = {
    gateway: new Connection({ origin: origins.gateway, token: TOKEN }),
    pipe: new Connection({ origin: origins.pipe, token: TOKEN }),
  };
  try {
    return await interleave(
      { gateway: () => connections.gateway.get(LIST), pipe: () => connections.pipe.get(LIST) },
      rounds,
    );
  } finally {
    connections.gateway.close();
    connections.pipe.close();
  }
}

/**
 * Resident megabytes before, during and after `count` pending requests, and the health latency while they are pending.
 */
async function hang({ origin, pid }: { origin: string; pid: number }, tenant: string, count: number) {
  const [before, leaving] = [residentMb(pid), new AbortController()];
  const requests = Array.from({ length: count }, () =>
    fetch(`${origin}/rapi/v1/hang`, { signal: leaving.signal }).catch(() => 'left'),
  );
  await untilHanging(tenant, count);
  const during = residentMb(pid);
  const health = new Connection({ origin, token: '' });
  const { health: latency } = await interleave({ health: () => health.get('/healthz') }, 50);
  health.close();
  leaving.abort();
  await Promise.all(requests);
  await untilHanging(tenant, 0);
  return { before, during, after: residentMb(pid), health: latency };
}

async function untilHanging(tenant: string, count: number) {
  for (let tries = 0; tries < 200; tries += 1) {
    const hanging = Number(await (await fetch(`${tenant}/rapi/v1/hanging`)).text());
    if (hanging === count) return;
    await setTimeout(20);
  }
  throw new Error(`There are not ${count} requests that wait.`);
}

type Memory = Awaited<ReturnType<typeof hang>>;

function section({ requests, hanging }: GatewayEffort, single: Pair<Latency>, loaded: Pair<number>, memory: Memory) {
  const share = loaded.gateway / loaded.pipe;
  const times = single.gateway.p99 / single.pipe.p99;
  const more = memory.during - memory.before;
  const goal = (text: string, found: string, isMet: boolean): Goal => ({ goal: text, found, isMet });
  const ms = ({ p50, p99 }: Latency) => `${p50.toFixed(2)} / ${p99.toFixed(2)}`;
  return [
    '## The gateway',
    `The gateway is compared with a bare pipe of \`node:http\`. Both forward requests to a tenant that responds at once, and each of the three is a process of its own. The gateway and the pipe get ${requests} requests each, in turns, on one connection each; times are p50 / p99 in milliseconds. Then ${hanging} requests wait for a response that never comes.`,
    goalTable([
      goal(
        `With 16 connections, at least ${LEAST_OF_PIPE * 100} % of the pipe's requests a second`,
        `${(share * 100).toFixed(0)} %`,
        share >= LEAST_OF_PIPE,
      ),
      goal(
        `p99 of one connection is at most ${MOST_OF_PIPE_TIME} × the pipe's`,
        `× ${times.toFixed(2)}`,
        times <= MOST_OF_PIPE_TIME,
      ),
      goal(
        `${hanging} waiting requests take at most ${MOST_MEMORY_MB} MB`,
        `${more.toFixed(0)} MB`,
        more <= MOST_MEMORY_MB,
      ),
    ]),
    table(
      ['', 'One connection', 'Requests a second, 16 connections'],
      [
        ['The gateway', ms(single.gateway), loaded.gateway.toFixed(0)],
        ['A bare pipe', ms(single.pipe), loaded.pipe.toFixed(0)],
      ],
    ),
    `The gateway used ${memory.before.toFixed(0)} MB before, ${memory.during.toFixed(0)} MB with ${hanging} requests waiting, and ${memory.after.toFixed(0)} MB after they had disconnected. While they waited, \`/healthz\` took ${ms(memory.health)} ms.`,
  ].join('\n\n');
}

const startPeer = (tenant?: string) =>
  startServer('Peer', PEER, tenant === undefined ? {} : { TENANT: tenant }, AS_SERVICE);

const residentMb = (pid: number) => (processStatus(pid)?.now ?? Number.NaN) / 2 ** 20;
