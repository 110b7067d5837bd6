import type { FastifyRequest } from 'fastify';
import { normalizeAddress } from '../access/addresses.ts';
import { problem } from '../jsonapi/document/problem.ts';

const MAX_URL_LENGTH = 8_192;
const HOST = /^(?<name>\[[\da-f:.]+\]|[^\s:/?#@[\]]+)(:\d{1,5})?$/i;

/** A request's `Host` header: complete, and without its port. */
export interface Host {
  full: string;
  name: string;
}

/** Rejects ambiguous request targets and requests without exactly one Host header. */
export function validateTarget(request: FastifyRequest): Host {
  if (request.url.length > MAX_URL_LENGTH) {
    throw problem(414, '414', `The URL must not exceed ${MAX_URL_LENGTH} characters.`);
  }
  // An absolute-form target names a host of its own, which intermediaries may prefer over the Host header.
  if (!request.url.startsWith('/')) throw problem(400, '400', 'The request target must begin with a slash.');
  return readHost(request.raw.rawHeaders);
}

/** True for a request that changes nothing. */
export const isRead = ({ method }: Pick<FastifyRequest, 'method'>): boolean => method === 'GET' || method === 'HEAD';

/** Responds 403 to an address outside the allow list, with the documented title, and the address in `meta`. */
export function requireAllowedIp({ ip }: Pick<FastifyRequest, 'ip'>, isAllowedAddress: (ip: string) => boolean): void {
  if (isAllowedAddress(ip)) return;
  throw problem(403, '403', 'Requests from this IP address are not allowed.', {
    title: 'Invalid IP Address. Did you set the VALID_IPS environment variable?',
    meta: { refused_address: normalizeAddress(ip)?.ip },
  });
}

/**
 * The only `Host` header, unmodified. Anyone can send `X-Forwarded-Host`, and intermediaries disagree on which of two
 * Host headers counts.
 */
function readHost(rawHeaders: readonly string[]): Host {
  const given = rawHeaders.filter((_, index) => index % 2 === 1 && rawHeaders[index - 1]?.toLowerCase() === 'host');
  const [full = ''] = given;
  const name = HOST.exec(full)?.groups?.name;
  if (given.length !== 1 || name === undefined)
    throw problem(400, '400', 'A request must have exactly one Host header.');
  return { full, name };
}

/** The request's own origin, such as `https://host:port`, according to its `Host` and trusted proxies. */
export const originOf = ({ protocol, raw }: FastifyRequest): string => `${protocol}://${readHost(raw.rawHeaders).full}`;
