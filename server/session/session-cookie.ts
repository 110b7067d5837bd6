import type { FastifyRequest } from 'fastify';
import { SESSION_SECONDS, type Seal } from './seal.ts';

/** Returns the token in the request's session cookie, if this service sealed it. */
export async function openCookie(request: FastifyRequest, seal: Seal): Promise<string | undefined> {
  const { cookie } = request.headers;
  const name = cookieName(request, seal);
  if (!cookie?.includes(name)) return undefined;
  const sealed = request.server.parseCookie(cookie)[name];
  return sealed === undefined ? undefined : seal.open(sealed);
}

/** The `Set-Cookie` value that stores a token, out of reach of page scripts. */
export async function writeCookie(request: FastifyRequest, seal: Seal, token: string): Promise<string> {
  return cookieLine(request, seal, await seal.close(token), SESSION_SECONDS);
}

/** The `Set-Cookie` value that deletes the session cookie. */
export function clearCookie(request: FastifyRequest, seal: Seal): string {
  return cookieLine(request, seal, '', 0);
}

function cookieLine(request: FastifyRequest, seal: Seal, value: string, maxAge: number) {
  const secure = isSecure(request);
  const name = cookieName(request, seal);
  return request.server.serializeCookie(name, value, { httpOnly: true, sameSite: 'strict', path: '/', secure, maxAge });
}

/**
 * Cookies ignore ports, so the key's fingerprint separates two services on one host. `__Host-` excludes other hosts.
 */
function cookieName(request: FastifyRequest, seal: Seal) {
  return `${isSecure(request) ? '__Host-' : ''}countersign-${seal.mark}`;
}

const isSecure = ({ protocol }: FastifyRequest) => protocol === 'https';
