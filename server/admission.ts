import type { FastifyRequest } from 'fastify';
import type { Tenant, Tenants } from './access/tenant.ts';
import type { Known } from './access/tokens.ts';
import type { Context } from './jsonapi/context.ts';
import { problem } from './jsonapi/problem.ts';

const MOST_URL_CHARACTERS = 8_192;
const HOST = /^(?<name>\[[\da-f:.]+\]|[^\s:/?#@[\]]+)(:\d{1,5})?$/i;

export interface AdmissionOptions {
  tenants: Tenants;
  findCaller(tenant: Tenant, token: string): Promise<Known | undefined>;
  isAllowedAddress(ip: string): boolean;
  /** Where clients reach the service, as `https://host:port`, if not at the host they name. */
  baseUrl?: string;
  /** IANA name of the zone whose calendar days the date filters mean. */
  timeZone: string;
}

/**
 * Decides who comes in: a known host, an allowed address, a known token, in this order and before the body is read.
 * `contextOf` then says what was found out.
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
  if (request.url.length > MOST_URL_CHARACTERS) {
    throw problem(414, '414', `An address may have ${MOST_URL_CHARACTERS} characters at most.`);
  }
  // A target that names a host of its own says something else than the Host line to some readers on the way.
  if (!request.url.startsWith('/')) throw problem(400, '400', 'The address must begin with a slash.');
  const host = readHost(request.raw.rawHeaders);
  const tenant = await options.tenants.byHost(host.name);
  if (!tenant) throw problem(404, '404', 'There is nothing at this address.');
  if (!options.isAllowedAddress(request.ip)) {
    throw problem(403, '403', 'This address may not use the service.', {
      title: 'Invalid IP Address. Did you set the VALID_IPS environment variable?',
    });
  }
  const token = request.headers['x-access-token'];
  const known = typeof token === 'string' ? await options.findCaller(tenant, token) : undefined;
  if (!known) throw problem(401, '401', 'The header X-Access-Token must hold a valid access token.');
  return {
    db: tenant.db,
    ...known,
    origin: options.baseUrl ?? `${request.protocol}://${host.full}`,
    nowMs: Date.now(),
    timeZone: options.timeZone,
  };
}

/** The one `Host` line as it came: a forwarded one is anybody's claim, and of two lines each reader believes another. */
function readHost(rawHeaders: readonly string[]) {
  const given = rawHeaders.filter((_, index) => index % 2 === 1 && rawHeaders[index - 1]?.toLowerCase() === 'host');
  const [full = ''] = given;
  const name = HOST.exec(full)?.groups?.name;
  if (given.length !== 1 || name === undefined) throw problem(400, '400', 'A request needs one Host header.');
  return { full, name };
}
