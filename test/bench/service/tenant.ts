import { fileURLToPath } from 'node:url';
import { openTenants } from '#server/access/tenants.ts';
import { mintToken } from '#server/access/tokens.ts';
import { NO_DEADLINE } from '#server/db/deadlines.ts';
import { startService } from '#test/service-process.ts';
import { processStatus } from '../process-status.ts';
import { startServer } from '../start-server.ts';
import type { Engine } from './engine.ts';
import type { Target } from './latency.ts';
import { makeData } from './make-data.ts';
import type { People } from './requests.ts';
import { type Size, staffOf, TENANT } from './size.ts';

const BARE_ROUTE = fileURLToPath(new URL('./bare-route.ts', import.meta.url));

/** A running service with one tenant of a given size. */
export interface BenchTenant extends Target {
  size: Size;
  people: People;
  /** The argument of `openTenants`. */
  place: string;
  /** Memory of the service's process, in bytes; undefined where the system does not report it. */
  memory(): { now: number; most: number } | undefined;
  end(): Promise<void>;
}

/** Creates a tenant and starts the service on it; `onMade` receives the seconds that generating the data took. */
export async function startTenant(
  engine: Engine,
  size: Size,
  nowUnix: number,
  onMade: (seconds: number) => void,
): Promise<BenchTenant> {
  const { place, dataDir, settings } = engine.place(`r${size.rooms}`);
  const beganAt = performance.now();
  const tenants = await openTenants(place, NO_DEADLINE);
  const people = { caller: Math.min(3, staffOf(size.rooms)), busy: 2 };
  const tenant = await tenants.add(TENANT, ['127.0.0.1']);
  await makeData(tenant, size, nowUnix);
  const token = await mintToken(tenant.db, {
    userId: people.caller,
    role: 'reviewer',
    roomId: null,
    expiresAtUnix: null,
  });
  await tenants.close();
  onMade((performance.now() - beganAt) / 1000);
  const service = await startService(dataDir, { DEMO: '0', ...settings });
  return {
    size,
    people,
    place,
    token,
    origin: service.origin,
    memory: () => processStatus(service.pid),
    end: async () => {
      await service.end('SIGTERM');
    },
  };
}

/** Starts the bare route for one request to a tenant. */
export const startBareRoute = ({ place, token }: BenchTenant, request: string) =>
  startServer('Bare', BARE_ROUTE, { PLACE: place, TOKEN: token, REQUEST: request });
