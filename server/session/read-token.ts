import type { FastifyRequest } from 'fastify';
import { requireSameOrigin } from './same-origin.ts';
import type { Seal } from './seal.ts';
import { openCookie } from './session-cookie.ts';

/**
 * Whose request it is: the token of its header, else that of the session cookie, which browsers send by themselves.
 * Throws 403 where a cookie would change something on behalf of another site.
 */
export async function readToken(request: FastifyRequest, seal: Seal | undefined): Promise<string | undefined> {
  const given = request.headers['x-access-token'];
  if (given !== undefined) return typeof given === 'string' ? given : undefined;
  const token = seal && (await openCookie(request, seal));
  const isReading = request.method === 'GET' || request.method === 'HEAD';
  if (token !== undefined && !isReading) requireSameOrigin(request);
  return token;
}
