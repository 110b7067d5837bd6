import { hash } from 'node:crypto';
import { finished } from 'node:stream';
import fastifyRateLimit, { type FastifyRateLimitStoreCtor, normalizeIP } from '@fastify/rate-limit';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';
import type { Caller } from '../access/caller.ts';
import type { Counters } from '../db/postgres/postgres-counters.ts';
import { isRead } from '../http/request-checks.ts';
import { problem } from '../jsonapi/document/problem.ts';
import { ConcurrencyLimiter } from './concurrency-limiter.ts';
import {
  ADDRESS_FACTOR,
  type RateLimits,
  RUNNING,
  SIGN_IN_WINDOW_MS,
  TENANT_FACTOR,
  WINDOW_MS,
  WRITE_WINDOW_MS,
} from './rate-limits.ts';
import { SharedCounts } from './shared-counts.ts';

/** Keys remembered per limit. */
const MAX_KEYS = 10_000;
/** An IPv6 network has one owner, who may use any of its addresses. */
const IPV6_PREFIX_BITS = 64;

/** The caller that a request is counted for. */
export interface RateLimitSubject {
  /** Unique among callers, within the tenant if one is given. */
  id: string;
  isGuest: boolean;
  /** If given, the requests of all its callers together are limited, too. */
  tenant?: string;
}

/** Converts a tenant's caller for the limits. */
export const rateLimitSubject = (tenant: { name: string }, { userId, role }: Caller): RateLimitSubject => ({
  id: String(userId),
  isGuest: role === 'guest',
  tenant: tenant.name,
});

/** Request limits. Each check throws 429 if a caller, address or tenant is over its limit. */
export interface RequestLimits {
  /** Call before any look-up: refuses an address or token already known to be over its limit, without counting. */
  refuseExceeded(request: FastifyRequest, token?: string): void;
  /** Counts a request without a known caller. */
  checkAddress(request: FastifyRequest): Promise<void>;
  /** Call before looking up an unknown host in the registry. */
  checkUnknownHost(request: FastifyRequest): Promise<void>;
  /** Call after a token was rejected. */
  countFailure(request: FastifyRequest): Promise<void>;
  /**
   * Call once the caller is known. Counts the request as running until it is answered. One over its caller's limit
   * counts neither for its address nor its tenant; with a `token`, later ones are refused before their look-up.
   */
  checkCaller(request: FastifyRequest, reply: FastifyReply, caller: RateLimitSubject, token?: string): Promise<void>;
  /** Counts a write outside the API, such as a sign-in. */
  checkWrite(request: FastifyRequest, caller: RateLimitSubject): Promise<void>;
}

export const NO_LIMITS: RequestLimits = {
  refuseExceeded: () => {},
  checkAddress: async () => {},
  checkUnknownHost: async () => {},
  countFailure: async () => {},
  checkCaller: async () => {},
  checkWrite: async () => {},
};

/** Registers the limits. With `counters`, they are shared by all processes on the same database. */
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
  // The plugin derives its keys from requests only, so each request's subject is stored here.
  const subjects = new WeakMap<FastifyRequest, string>();
  /** When an exceeded key may try again, in Unix milliseconds. */
  const exceeded = new LRUCache<string, number>({ max: MAX_KEYS });
  const limitTo = (max: number, prefix: string, timeWindow = WINDOW_MS) => {
    const count = app.createRateLimit({
      max,
      timeWindow,
      keyGenerator: (request) => `${prefix} ${subjects.get(request)}`,
    });
    return async (request: FastifyRequest, subject: string, exceededKey?: string) => {
      subjects.set(request, subject);
      const result = await count(request);
      if (result.isAllowed || !result.isExceeded) return;
      if (exceededKey !== undefined) exceeded.set(exceededKey, Date.now() + result.ttl);
      throw tooMany(Math.max(1, result.ttlInSeconds));
    };
  };
  const limitAddress = limitTo(limits.staff * ADDRESS_FACTOR, 'address');
  const limitTenant = limitTo(limits.staff * TENANT_FACTOR, 'tenant');
  const limitStaff = limitTo(limits.staff, 'staff');
  const limitGuest = limitTo(limits.guest, 'guest');
  const limitWrites = limitTo(limits.writes, 'writes', WRITE_WINDOW_MS);
  const limitUnknownHosts = limitTo(limits.guest, 'unknown host');
  const limitFailures = limitTo(limits.failed, 'failed', SIGN_IN_WINDOW_MS);
  const running = new ConcurrencyLimiter();
  const checkAddress = (request: FastifyRequest) => {
    const network = networkOf(request.ip);
    return limitAddress(request, network, addressKey(network));
  };
  return {
    refuseExceeded: (request, token) => {
      const keys = [addressKey(networkOf(request.ip)), ...(token === undefined ? [] : [tokenKey(request, token)])];
      const leftMs = Math.max(...keys.map((key) => exceeded.get(key) ?? 0)) - Date.now();
      if (leftMs > 0) throw tooMany(Math.ceil(leftMs / 1_000));
    },
    checkAddress,
    checkUnknownHost: (request) => limitUnknownHosts(request, networkOf(request.ip)),
    countFailure: (request) => limitFailures(request, networkOf(request.ip)),
    checkCaller: async (request, reply, caller, token) => {
      const { isGuest, tenant } = caller;
      const subject = subjectOf(caller);
      const exceededKey = token === undefined ? undefined : tokenKey(request, token);
      await (isGuest ? limitGuest : limitStaff)(request, subject, exceededKey);
      if (!isRead(request)) await limitWrites(request, subject);
      const maxima = new Map([
        [`${isGuest ? 'guest' : 'staff'} ${subject}`, isGuest ? RUNNING.guest : RUNNING.staff],
        [`address ${networkOf(request.ip)}`, RUNNING.address],
      ]);
      if (tenant !== undefined) maxima.set(`tenant ${tenant}`, RUNNING.tenant);
      const leave = running.enter(maxima);
      if (!leave) throw tooMany(1);
      // Unlike a `close` listener, `finished` also notices a client that left while the caller was looked up.
      finished(reply.raw, leave);
      await checkAddress(request);
      if (tenant !== undefined) await limitTenant(request, tenant);
    },
    checkWrite: (request, caller) => limitWrites(request, subjectOf(caller)),
  };
}

const subjectOf = ({ id, tenant }: RateLimitSubject) => (tenant === undefined ? id : `${tenant} ${id}`);
const addressKey = (network: string) => `address ${network}`;
/** Includes the host, because a token is valid for one tenant. Hashed, so that the limiter holds no valid tokens. */
const tokenKey = ({ headers }: FastifyRequest, token: string) => `token ${headers.host} ${hash('sha256', token)}`;

/** Returns what an address is counted as: itself, or its /64 network for IPv6. */
export const networkOf = (ip: string): string => normalizeIP(ip, IPV6_PREFIX_BITS);

const tooMany = (seconds: number) =>
  problem(429, '429', `Too many requests. Try again in ${seconds} s.`, { headers: { 'retry-after': String(seconds) } });

function storeOf(counters: Counters): FastifyRateLimitStoreCtor {
  return class extends SharedCounts {
    constructor() {
      super(counters);
    }
  };
}
