import type { FastifyRequest } from 'fastify';
import { SESSION_SECONDS, type Seal } from './seal.ts';

/** Makes the browser delete its cached responses, which contain what the session could read. */
export const CLEAR_CACHE_HEADERS = { 'clear-site-data': '"cache"' };

/** True if the request has a session cookie of this service, whether it is valid or not. */
export function hasSessionCookie(request: FastifyRequest, seal: Seal): boolean {
  return seal.fingerprints.some((fingerprint) => request.headers.cookie?.includes(cookieName(request, fingerprint)));
}

/** Returns the token in the request's session cookie, if this service sealed it. */
export async function readSessionCookie(request: FastifyRequest, seal: Seal): Promise<string | undefined> {
  const { cookie } = request.headers;
  if (cookie === undefined || !hasSessionCookie(request, seal)) return undefined;
  const cookies = request.server.parseCookie(cookie);
  for (const fingerprint of seal.fingerprints) {
    const sealed = cookies[cookieName(request, fingerprint)];
    const token = sealed === undefined ? undefined : await seal.unseal(sealed);
    if (token !== undefined) return token;
  }
  return undefined;
}

/** The `Set-Cookie` value that stores a token, out of reach of page scripts. */
export async function sessionCookie(request: FastifyRequest, seal: Seal, token: string): Promise<string> {
  return cookieLine(request, seal.fingerprint, await seal.seal(token), SESSION_SECONDS);
}

/** The `Set-Cookie` values that delete the session cookie, and those of older keys if there are any. */
export function clearedCookies(request: FastifyRequest, seal: Seal): string[] {
  return seal.fingerprints.map((fingerprint) => cookieLine(request, fingerprint, '', 0));
}

function cookieLine(request: FastifyRequest, fingerprint: string, value: string, maxAge: number) {
  const secure = isSecure(request);
  const name = cookieName(request, fingerprint);
  return request.server.serializeCookie(name, value, { httpOnly: true, sameSite: 'strict', path: '/', secure, maxAge });
}

/**
 * Cookies ignore ports, so the key's fingerprint separates two services on one host. `__Host-` excludes other hosts.
 */
function cookieName(request: FastifyRequest, fingerprint: string) {
  return `${isSecure(request) ? '__Host-' : ''}countersign-${fingerprint}`;
}

const isSecure = ({ protocol }: FastifyRequest) => protocol === 'https';
