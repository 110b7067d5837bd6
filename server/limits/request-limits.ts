import { finished } from 'node:stream';
import fastifyRateLimit, { type FastifyRateLimitStoreCtor, normalizeIP } from '@fastify/rate-limit';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Caller } from '../access/caller.ts';
import type { Counters } from '../db/postgres/postgres-counters.ts';
import { errorObject, Problem } from '../jsonapi/document/problem.ts';
import {
  ADDRESS_FACTOR,
  type RateLimits,
  RUNNING,
  SIGN_IN_WINDOW_MS,
  TENANT_FACTOR,
  WINDOW_MS,
} from './rate-limits.ts';
import { RunningRequests } from './running-requests.ts';
import { SharedCounts } from './shared-counts.ts';

/** Keys remembered per limit. */
const MAX_KEYS = 10_000;
/** An IPv6 network has one owner, who may use any of its addresses. */
const IPV6_PREFIX_BITS = 64;

/** Whom requests are counted for. */
export interface LimitedCaller {
  /** Tells callers apart, within their tenant if there are several. */
  id: string;
  isGuest: boolean;
  /** What all callers of one tenant do together is limited, too. */
  tenant?: string;
}

/** How a tenant's caller is counted. */
export const limitedCaller = (tenant: { name: string }, { userId, role }: Caller): LimitedCaller => ({
  id: String(userId),
  isGuest: role === 'guest',
  tenant: tenant.name,
});

/** The limits of requests. Each check throws 429, for those alone who are over their limit. */
export interface RequestLimits {
  /** Before anything is looked up. */
  checkAddress(request: FastifyRequest): Promise<void>;
  /** After a token was rejected. */
  countFailure(request: FastifyRequest): Promise<void>;
  /** Once the caller is known; counts the request as running until it is answered. */
  checkCaller(request: FastifyRequest, reply: FastifyReply, caller: LimitedCaller): Promise<void>;
}

export const NO_LIMITS: RequestLimits = {
  checkAddress: async () => {},
  countFailure: async () => {},
  checkCaller: async () => {},
};

/** Registers the limits; with `counters`, they are shared with every process that has the same ones. */
export async function limitRequests(
  app: FastifyInstance,
  limits: RateLimits,
  counters: Counters | undefined,
): Promise<RequestLimits> {
  await app.register(fastifyRateLimit, {
    global: false,
    cache: MAX_KEYS,
    ...(counters && { store: storeOf(counters) }),
  });
  // The plugin makes keys of requests only.
  const subjects = new WeakMap<FastifyRequest, string>();
  const limitTo = (max: number, prefix: string, timeWindow = WINDOW_MS) => {
    const count = app.createRateLimit({
      max,
      timeWindow,
      keyGenerator: (request) => `${prefix} ${subjects.get(request)}`,
    });
    return async (request: FastifyRequest, subject: string) => {
      subjects.set(request, subject);
      const result = await count(request);
      if (!result.isAllowed && result.isExceeded) throw tooMany(Math.max(1, result.ttlInSeconds));
    };
  };
  const limitAddress = limitTo(limits.staff * ADDRESS_FACTOR, 'address');
  const limitTenant = limitTo(limits.staff * TENANT_FACTOR, 'tenant');
  const limitStaff = limitTo(limits.staff, 'staff');
  const limitGuest = limitTo(limits.guest, 'guest');
  const limitFailures = limitTo(limits.failed, 'failed', SIGN_IN_WINDOW_MS);
  const running = new RunningRequests();
  return {
    checkAddress: (request) => limitAddress(request, networkOf(request.ip)),
    countFailure: (request) => limitFailures(request, networkOf(request.ip)),
    checkCaller: async (request, reply, { id, isGuest, tenant }) => {
      const subject = tenant === undefined ? id : `${tenant} ${id}`;
      const maxima = new Map([
        [`${isGuest ? 'guest' : 'staff'} ${subject}`, isGuest ? RUNNING.guest : RUNNING.staff],
        [`address ${networkOf(request.ip)}`, RUNNING.address],
      ]);
      if (tenant !== undefined) maxima.set(`tenant ${tenant}`, RUNNING.tenant);
      const leave = running.enter(maxima);
      if (!leave) throw tooMany(1);
      // Unlike a listener, it also notices a client that left while the caller was looked up.
      finished(reply.raw, leave);
      await (isGuest ? limitGuest : limitStaff)(request, subject);
      if (tenant !== undefined) await limitTenant(request, tenant);
    },
  };
}

/** What an address is counted as. */
export const networkOf = (ip: string): string => normalizeIP(ip, IPV6_PREFIX_BITS);

const tooMany = (seconds: number) =>
  new Problem(429, [errorObject(429, '429', `Too many requests. Try again in ${seconds} s.`)], {
    'retry-after': String(seconds),
  });

function storeOf(counters: Counters): FastifyRateLimitStoreCtor {
  return class extends SharedCounts {
    constructor() {
      super(counters);
    }
  };
}
