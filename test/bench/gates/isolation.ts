import { setTimeout as delay } from 'node:timers/promises';
import { startService } from '#test/service-process.ts';
import { Connection, latencyOf } from '../service/latency.ts';
import { pathOf, QUEUE } from '../service/requests.ts';
import type { Goal } from '../table.ts';
import { startAttack, type Tally } from './attack.ts';
import { floods, searches } from './hostile-requests.ts';
import { watchMemory } from './memory.ts';
import { startPings } from './ping.ts';
import type { Neighbours } from './tenants.ts';

const MOST_TIMES = 2;
const MOST_P99_MS = 250;
const MOST_HEALTH_MS = 100;
const MOST_MB = 512;
/** The only statuses that an attack may get; 429 and 503 have `Retry-After`. */
const ANSWERS = ['200', '422', '400', '429', '503'];
/** Pause between two requests of a person. */
const PAUSE_MS = 20;
/** All requests come from one address, whose limit must not be reached first: 7,000 of 9,000 in ten seconds. */
const AGENT = { connections: 30, everyMs: 100 };
const GUEST = { connections: 4, everyMs: 10 };
const MOST_SENT = 20_000;
const WARM_UP = 20;

/** Measures how one tenant is affected while an agent and a guest of another tenant attack the service. */
export async function measureIsolation(tenants: Neighbours, requests: number, seconds: number): Promise<Goal[]> {
  const service = await startService(tenants.dataDir, { ...tenants.settings, RATE_LIMIT: 'staff=3000' });
  const endMemory = watchMemory(service.pid);
  const { origin } = service;
  const neighbour = new Connection({ origin, ...tenants.small });
  try {
    const search = await slowestSearch(tenants, origin);
    const alone = await measureQueue(neighbour, (count) => count < WARM_UP + requests, WARM_UP);
    const attacks = [
      startAttack({ origin, shots: [search], most: MOST_SENT, ...AGENT }),
      startAttack({ origin, shots: floods(tenants), most: MOST_SENT, ...GUEST }),
    ];
    // Wait until the attack has opened its connections.
    await delay(500);
    const endPings = await startPings(origin);
    const until = Date.now() + seconds * 1_000;
    const attacked = await measureQueue(neighbour, () => Date.now() < until);
    const health = await endPings();
    const [agent = {}, guest = {}] = await Promise.all(attacks.map((attack) => attack.end()));
    const memory = endMemory();
    const times = attacked.p50 / alone.p50;
    return [
      goal(`Another tenant's queue: median × ${MOST_TIMES} at most`, {
        found: `${ms(alone.p50)} alone, ${ms(attacked.p50)} during the attack, × ${times.toFixed(2)}`,
        isMet: times <= MOST_TIMES,
      }),
      goal(`Another tenant's queue: p99 under ${MOST_P99_MS} ms`, {
        found: `${ms(attacked.p99)}; ${attacked.count} pages, all answered with 200`,
        isMet: attacked.p99 < MOST_P99_MS,
      }),
      goal(`\`/healthz\`: p99 under ${MOST_HEALTH_MS} ms`, {
        found: `${ms(health.p99)}; ${health.count} answers, ${health.failed} failed`,
        isMet: health.p99 < MOST_HEALTH_MS && health.failed === 0,
      }),
      goal(`Memory of the service's processes under ${MOST_MB} MB`, {
        found: memory === undefined ? 'not known on this system' : `${memory.toFixed(0)} MB at most`,
        isMet: memory === undefined || memory < MOST_MB,
      }),
      answersGoal(`The agent (${AGENT.connections} × \`${decodeURIComponent(search.path)}\`)`, agent),
      answersGoal(`The guest (${GUEST.connections} connections)`, guest),
    ];
  } finally {
    neighbour.close();
    await service.end('SIGTERM');
    endMemory();
  }
}

/** Finds the slowest search, with one request at a time. */
async function slowestSearch(tenants: Neighbours, origin: string) {
  const agent = new Connection({ origin, ...tenants.agent });
  const timed = [];
  for (const shot of searches(tenants.agent)) {
    const beganAt = performance.now();
    await agent.get(shot.path);
    timed.push({ shot, ms: performance.now() - beganAt });
  }
  agent.close();
  const [slowest] = timed.sort((one, other) => other.ms - one.ms);
  if (!slowest) throw new Error('There is no search.');
  return slowest.shot;
}

/** Reads the queue's first page at the pace of a person; `goesOn` receives the number of responses so far. */
async function measureQueue(connection: Connection, goesOn: (count: number) => boolean, warmUp = 0) {
  const path = pathOf('support_draft_messages', QUEUE);
  const times: number[] = [];
  while (goesOn(times.length)) {
    const beganAt = performance.now();
    const { status, body } = await connection.get(path);
    if (status !== 200) throw new Error(`Another tenant's queue was answered with ${status}: ${body}`);
    times.push(performance.now() - beganAt);
    await delay(PAUSE_MS);
  }
  return { ...latencyOf(times.slice(warmUp)), count: times.length };
}

const goal = (name: string, { found, isMet }: Omit<Goal, 'goal'>): Goal => ({ goal: name, found, isMet });

/** The goal is not met either if nothing was answered during the attack. */
export function answersGoal(who: string, seen: Tally): Goal {
  return {
    goal: `${who} sees answers and refusals with \`Retry-After\` only`,
    found: describeTally(seen) || 'no answer',
    isMet: Object.keys(seen).length > 0 && Object.keys(seen).every((status) => ANSWERS.includes(status)),
  };
}

export const describeTally = (seen: Tally): string =>
  Object.entries(seen)
    .map(([status, count]) => `${status}: ${count.toLocaleString('en')}`)
    .join(', ');

const ms = (time: number) => `${time.toFixed(1)} ms`;
