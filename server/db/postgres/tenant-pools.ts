import type { Kysely } from 'kysely';
import { FairQueue, OverloadedError } from '../../lib/fair-queue.ts';
import { NO_DEADLINE } from '../deadlines.ts';
import type { PoolUse } from '../pool-use.ts';
import type { Tables } from '../tables.ts';
import { BulkheadPool, type Gate } from './gated-pool.ts';
import { openPool, POOL_SIZE, withPool } from './open-postgres.ts';

const LOOK_UP_POOL_SIZE = 4;
/** A request that holds a connection for longer counts as slow: it keeps a processor of the database busy. */
const SLOW_MS = 250;
/** Maximum number of one caller's requests that wait for a connection. */
const MAX_WAITING = 100;
/** Per tenant, because the caller is not known yet during a look-up. */
const MAX_WAITING_LOOK_UPS = 500;
/** Fraction of the deadline for which a look-up may wait, so that its request has time left. */
const LOOK_UP_SHARE = 0.4;
const PROBE_MS = 1_000;

/** The connections that all tenants share. */
export interface TenantPools {
  open(tenant: string): Kysely<Tables>;
  use(): PoolUse;
  hasFreeConnection(): Promise<boolean>;
  end(): Promise<void>;
}

/**
 * Opens the pools of a process. For requests, no tenant gets more than half of the connections, and no caller more than
 * three, or one after a slow request; look-ups of tokens have a pool of their own, so that slow requests do not delay them.
 */
export function openTenantPools(url: string, deadlineMs: number): TenantPools {
  if (deadlineMs === NO_DEADLINE) return openUnlimited(url);
  const requests: Gate = {
    pool: openPool(url, deadlineMs),
    queue: new FairQueue({
      slots: POOL_SIZE,
      perTenant: POOL_SIZE / 2,
      perCaller: 3,
      maxWaiting: MAX_WAITING,
      maxWaitMs: deadlineMs,
      slowMs: SLOW_MS,
    }),
  };
  const half = LOOK_UP_POOL_SIZE / 2;
  const lookUps: Gate = {
    pool: openPool(url, deadlineMs, LOOK_UP_POOL_SIZE),
    queue: new FairQueue({
      slots: LOOK_UP_POOL_SIZE,
      perTenant: half,
      perCaller: half,
      maxWaiting: MAX_WAITING_LOOK_UPS,
      maxWaitMs: deadlineMs * LOOK_UP_SHARE,
    }),
  };
  return {
    open: (tenant) => withPool<Tables>(new BulkheadPool(tenant, requests, lookUps), deadlineMs),
    use: () => ({ running: requests.queue.running, waiting: requests.queue.waiting }),
    hasFreeConnection: () => canEnter(requests.queue),
    end: async () => {
      await Promise.all([requests.pool.end(), lookUps.pool.end()]);
    },
  };
}

/** For operator commands, which run alone and have no deadline. */
function openUnlimited(url: string): TenantPools {
  const pool = openPool(url, NO_DEADLINE);
  return {
    open: () => withPool<Tables>(pool, NO_DEADLINE),
    use: () => ({ running: 0, waiting: 0 }),
    hasFreeConnection: async () => true,
    end: () => pool.end(),
  };
}

async function canEnter(queue: FairQueue) {
  const late = AbortSignal.timeout(PROBE_MS);
  try {
    // No tenant has this name.
    const free = await queue.enter({ tenant: '', caller: '' }, late);
    free();
    return true;
  } catch (error) {
    if (error instanceof OverloadedError || late.aborted) return false;
    throw error;
  }
}
