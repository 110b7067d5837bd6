import type { FastifyRequest } from 'fastify';
import { isRead } from '../http/request-checks.ts';
import { requireSameOrigin } from './same-origin.ts';
import type { Seal } from './seal.ts';
import { readSessionCookie } from './session-cookie.ts';

/**
 * Reads the access token from the request's header, else from its session cookie. Throws 403 for a cross-site write
 * with the cookie (CSRF).
 */
export async function readToken(request: FastifyRequest, seal: Seal | undefined): Promise<string | undefined> {
  const given = request.headers['x-access-token'];
  if (given !== undefined) return typeof given === 'string' ? given : undefined;
  const token = seal && (await readSessionCookie(request, seal));
  if (token !== undefined && !isRead(request)) requireSameOrigin(request);
  return token;
}
