import { type ServiceProcess, startService } from '#test/service-process.ts';
import type { Goal } from '../table.ts';
import { LOST, startAttack } from './attack.ts';
import { exhausting } from './hostile-requests.ts';
import { describeTally } from './isolation.ts';
import { watchMemory } from './memory.ts';
import type { Neighbours } from './tenants.ts';

const HEAP_MB = 512;
const CONNECTIONS = 24;
const LONGEST_MS = 300_000;
const FAULTS = [LOST, '500'];

/**
 * Sends each exhausting request `times` times, without rate limits, to a process with a small heap. Gives up if they
 * take too long.
 */
export async function measureSurvival(tenants: Neighbours, times: number): Promise<Goal> {
  const settings = { ...tenants.settings, RATE_LIMIT: 'off', NODE_OPTIONS: `--max-old-space-size=${HEAP_MB}` };
  const service = await startService(tenants.dataDir, settings);
  const endMemory = watchMemory(service.pid);
  const shots = exhausting(tenants);
  try {
    const attack = startAttack({
      origin: service.origin,
      shots,
      connections: CONNECTIONS,
      everyMs: 0,
      most: times * shots.length,
    });
    const timer = setTimeout(() => void attack.end(), LONGEST_MS);
    const seen = await attack.done;
    clearTimeout(timer);
    const memory = endMemory();
    const sent = Object.values(seen).reduce((sum, count) => sum + count, 0);
    const resident = memory === undefined ? '' : `; ${memory.toFixed(0)} MB at most`;
    return {
      goal: `A process with a heap of ${HEAP_MB} MB survives ${sent.toLocaleString('en')} requests: in turns, ${shots.length} that once ended it`,
      found: `${sent.toLocaleString('en')} of ${(times * shots.length).toLocaleString('en')} sent (${describeTally(seen)})${resident}`,
      isMet:
        sent === times * shots.length &&
        FAULTS.every((status) => seen[status] === undefined) &&
        (await isAlive(service)),
    };
  } finally {
    endMemory();
    await service.end('SIGTERM');
  }
}

async function isAlive({ origin }: ServiceProcess) {
  const answer = await fetch(`${origin}/healthz`).catch(() => undefined);
  return answer?.status === 200;
}
