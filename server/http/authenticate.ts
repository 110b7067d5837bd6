import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Caller } from '../access/caller.ts';
import type { Tenant, Tenants } from '../access/tenant.ts';
import type { Identity } from '../access/tokens.ts';
import { problem, unknownUrl } from '../jsonapi/document/problem.ts';
import type { Context } from '../jsonapi/request/context.ts';
import { addLogBindings } from '../lib/log-options.ts';
import { type RequestLimits, rateLimitSubject } from '../limits/request-limits.ts';
import { readToken } from '../session/read-token.ts';
import type { Seal } from '../session/seal.ts';
import { CLEAR_CACHE_HEADERS, hasSessionCookie } from '../session/session-cookie.ts';
import { isRead, requireAllowedIp, validateTarget } from './request-checks.ts';

export interface AuthenticationOptions {
  tenants: Tenants;
  findIdentity(tenant: Tenant, token: string): Promise<Identity | undefined>;
  isAllowedAddress(ip: string): boolean;
  /** Seals the session cookies; without it, only the token header authenticates. */
  seal?: Seal;
  /** IANA time zone whose calendar days the date filters use. */
  timeZone: string;
  /** How long a request may use the database, in milliseconds; must equal the deadline of `openTenants`. */
  deadlineMs: number;
}

/**
 * Authenticates each request before its body is read. Checks the host, the IP address and the token, in this order, and
 * the rate limits. `contextOf` returns the resulting context.
 */
export function authentication(options: AuthenticationOptions, limits: RequestLimits) {
  const contexts = new WeakMap<FastifyRequest, Context>();
  return {
    authenticate: async (request: FastifyRequest, reply: FastifyReply) => {
      contexts.set(request, await createContext(request, reply, options, limits));
      if (request.is404) throw unknownUrl();
    },
    contextOf: (request: FastifyRequest): Context => {
      const context = contexts.get(request);
      if (!context) throw new Error('A route was reached without authentication.');
      return context;
    },
  };
}

async function createContext(
  request: FastifyRequest,
  reply: FastifyReply,
  options: AuthenticationOptions,
  limits: RequestLimits,
): Promise<Context> {
  const host = validateTarget(request);
  const tenant = await options.tenants.byHost(host.name, () => limits.checkUnknownHost(request));
  if (!tenant) throw unknownUrl();
  addLogBindings(request, reply, { tenant: tenant.name });
  requireAllowedIp(request, options.isAllowedAddress);
  const token = await readToken(request, options.seal);
  const identity = await requireIdentity(request, tenant, token, options, limits);
  addLogBindings(request, reply, { user: identity.caller.userId });
  await limits.checkCaller(request, reply, rateLimitSubject(tenant, identity.caller), token);
  requireExpectedUser(request, identity.caller);
  return {
    db: tenant.db,
    tenant: tenant.name,
    ...identity,
    origin: `${request.protocol}://${host.full}`,
    requestId: request.id,
    nowMs: Date.now(),
    deadlineMs: options.deadlineMs,
    timeZone: options.timeZone,
  };
}

/** Rejects a write that was made in another user's session, if the browser's cookie has changed since. */
function requireExpectedUser(request: FastifyRequest, { userId }: Caller) {
  const expected = request.headers['x-expected-user'];
  if (expected === undefined || expected === String(userId) || isRead(request)) return;
  const detail = 'Someone else is signed in now. Nothing was saved.';
  throw problem(422, 'other_user', detail, { meta: { user_id: String(userId) } });
}

/** Returns whom a token authenticates. Throws 401 for an invalid one, and counts it as a guess unless from a cookie. */
export async function requireIdentity(
  request: FastifyRequest,
  tenant: Tenant,
  token: string | undefined,
  { findIdentity, seal }: Pick<AuthenticationOptions, 'findIdentity' | 'seal'>,
  limits: RequestLimits,
): Promise<Identity> {
  limits.refuseExceeded(request, token);
  const identity = token === undefined ? undefined : await findIdentity(tenant, token);
  if (identity) return identity;
  await limits.checkAddress(request);
  // An ended session is not a guess: this service sealed its cookie.
  if (request.headers['x-access-token'] !== undefined) await limits.countFailure(request);
  const isSessionOver = seal !== undefined && hasSessionCookie(request, seal);
  throw problem(401, '401', 'The header X-Access-Token must contain a valid access token.', {
    headers: isSessionOver ? CLEAR_CACHE_HEADERS : {},
  });
}
