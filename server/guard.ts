import type { FastifyRequest } from 'fastify';
import { problem } from './jsonapi/problem.ts';

const MOST_URL_CHARACTERS = 8_192;
const HOST = /^(?<name>\[[\da-f:.]+\]|[^\s:/?#@[\]]+)(:\d{1,5})?$/i;

/** The `Host` of a request: whole, and without its port. */
export interface Host {
  full: string;
  name: string;
}

/** Refuses addresses that could be read in two ways, and what has no single Host line. */
export function checkAddress(request: FastifyRequest): Host {
  if (request.url.length > MOST_URL_CHARACTERS) {
    throw problem(414, '414', `An address may have ${MOST_URL_CHARACTERS} characters at most.`);
  }
  // A target that names a host of its own says something else than the Host line to some readers on the way.
  if (!request.url.startsWith('/')) throw problem(400, '400', 'The address must begin with a slash.');
  return readHost(request.raw.rawHeaders);
}

/** Refuses with 403 who calls from elsewhere than allowed, by the title that the dashboard knows. */
export function checkCaller(request: FastifyRequest, isAllowedAddress: (ip: string) => boolean): void {
  if (isAllowedAddress(request.ip)) return;
  throw problem(403, '403', 'This address may not use the service.', {
    title: 'Invalid IP Address. Did you set the VALID_IPS environment variable?',
  });
}

/** The one `Host` line as it came: a forwarded one is anybody's claim, and of two lines each reader believes another. */
export function readHost(rawHeaders: readonly string[]): Host {
  const given = rawHeaders.filter((_, index) => index % 2 === 1 && rawHeaders[index - 1]?.toLowerCase() === 'host');
  const [full = ''] = given;
  const name = HOST.exec(full)?.groups?.name;
  if (given.length !== 1 || name === undefined) throw problem(400, '400', 'A request needs one Host header.');
  return { full, name };
}
