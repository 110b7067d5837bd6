import { hash } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import { type LimitedCaller, networkOf } from '../limits/request-limits.ts';

/**
 * Whom a forwarded request is counted for: the holder of its token, whose role only the tenant knows, else its address.
 */
export function forwardedCaller({ ip }: FastifyRequest, token: string | undefined): LimitedCaller {
  return token === undefined
    ? { id: `address ${networkOf(ip)}`, isGuest: true }
    : { id: `token ${hash('sha256', token, 'base64url')}`, isGuest: false };
}

/** True if the tenant rejected a token of the client's own. One from a session cookie is no attempt to guess. */
export const isRejectedToken = ({ raw }: FastifyRequest, status: number): boolean =>
  status === 401 && raw.rawHeaders.some((name, index) => index % 2 === 0 && name.toLowerCase() === 'x-access-token');
