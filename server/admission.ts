import type { FastifyRequest } from 'fastify';
import type { Tenant, Tenants } from './access/tenant.ts';
import type { Known } from './access/tokens.ts';
import { checkAddress, checkCaller } from './guard.ts';
import type { Context } from './jsonapi/context.ts';
import { problem } from './jsonapi/problem.ts';
import { readToken } from './session/read-token.ts';
import type { Seal } from './session/seal.ts';

export interface AdmissionOptions {
  tenants: Tenants;
  findCaller(tenant: Tenant, token: string): Promise<Known | undefined>;
  isAllowedAddress(ip: string): boolean;
  /** Seals the session cookies; without it, only the token header authenticates. */
  seal?: Seal;
  /** Public origin of the service, such as `https://host:port`, if it differs from the request's host. */
  baseUrl?: string;
  /** IANA time zone whose calendar days the date filters use. */
  timeZone: string;
}

/**
 * Authenticates each request before its body is read: known host, allowed address, valid token, in this order.
 * `contextOf` returns the resulting context.
 */
export function admission(options: AdmissionOptions) {
  const contexts = new WeakMap<FastifyRequest, Context>();
  return {
    admit: async (request: FastifyRequest) => {
      contexts.set(request, await openContext(request, options));
      if (request.is404) throw problem(404, '404', 'There is nothing at this address.');
    },
    contextOf: (request: FastifyRequest): Context => {
      const context = contexts.get(request);
      if (!context) throw new Error('A route was reached without admission.');
      return context;
    },
  };
}

async function openContext(request: FastifyRequest, options: AdmissionOptions): Promise<Context> {
  const host = checkAddress(request);
  const tenant = await options.tenants.byHost(host.name);
  if (!tenant) throw problem(404, '404', 'There is nothing at this address.');
  checkCaller(request, options.isAllowedAddress);
  const token = await readToken(request, options.seal);
  const known = token === undefined ? undefined : await options.findCaller(tenant, token);
  if (!known) throw problem(401, '401', 'The header X-Access-Token must hold a valid access token.');
  return {
    db: tenant.db,
    ...known,
    origin: options.baseUrl ?? `${request.protocol}://${host.full}`,
    nowMs: Date.now(),
    timeZone: options.timeZone,
  };
}
