import { hash } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import { type LimitedCaller, networkOf } from '../limits/request-limits.ts';

/**
 * The caller of a request: its token, else its address. Tokens count as staff, as only the tenant knows their role.
 */
export function forwardedCaller({ ip }: FastifyRequest, token: string | undefined): LimitedCaller {
  return token === undefined
    ? { id: `address ${networkOf(ip)}`, isGuest: true }
    : { id: `token ${hash('sha256', token, 'base64url')}`, isGuest: false };
}

/** True if the tenant rejected a token from the request's header. One from a session cookie was not guessed. */
export const isRejectedToken = ({ raw }: FastifyRequest, status: number): boolean =>
  status === 401 && raw.rawHeaders.some((name, index) => index % 2 === 0 && name.toLowerCase() === 'x-access-token');
