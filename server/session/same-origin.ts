import type { FastifyRequest } from 'fastify';
import { readHost } from '../guard.ts';
import { problem } from '../jsonapi/problem.ts';

/**
 * Refuses with 403 what may come from another site's page. Browsers say so in `Sec-Fetch-Site`; to hosts without TLS
 * they say it in `Origin` alone.
 */
export function requireSameOrigin(request: FastifyRequest): void {
  const { 'sec-fetch-site': site, origin } = request.headers;
  const own = `${request.protocol}://${readHost(request.raw.rawHeaders).full}`;
  const isOwn = site === undefined ? origin === own : site === 'same-origin';
  if (isOwn) return;
  throw problem(403, '403', 'With the session cookie, only pages of this address may change anything.');
}
