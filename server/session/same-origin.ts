import type { FastifyRequest } from 'fastify';
import { originOf } from '../http/request-checks.ts';
import { problem } from '../jsonapi/document/problem.ts';

/**
 * Responds 403 unless the request is same-origin, by `Sec-Fetch-Site`. Browsers omit that header for hosts without TLS,
 * where `Origin` is compared instead.
 */
export function requireSameOrigin(request: FastifyRequest): void {
  const { 'sec-fetch-site': site, origin } = request.headers;
  const isOwn = site === undefined ? origin === originOf(request) : site === 'same-origin';
  if (isOwn) return;
  throw problem(403, '403', 'Writes with the session cookie must come from the same origin.');
}
