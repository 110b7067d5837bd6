import { afterAll, afterEach, expect } from 'vitest';
import { createSeal } from '#server/session/seal.ts';
import { createService } from '#test/service.ts';
import { cookieOf, json, OWN } from '#test/session-requests.ts';

export const SECRET = Buffer.alloc(32, 'secret');
export const seal = createSeal(SECRET);
export const NAME = `countersign-${seal.fingerprint}`;

/** A service with sessions for a whole test file. */
export async function serviceWithSessions() {
  let isAllowed = true;
  const service = await createService({
    seal,
    isAllowedAddress: () => isAllowed,
    trustProxy: ['127.0.0.1'],
    corsOrigins: ['https://desk.example'],
  });
  const allow = (next: boolean) => {
    isAllowed = next;
  };
  afterEach(() => allow(true));
  afterAll(() => service.close());

  /** Signs in; resolves with the cookie. */
  const signIn = async (token = service.tokens.admin) => {
    const response = await service.fetch('/session', json({ token }));
    expect(response.status).toBe(204);
    return cookieOf(response);
  };
  const signOut = (cookie: string, headers: Record<string, string> = OWN) =>
    service.fetch('/session', { method: 'DELETE', headers: { cookie, ...headers } });
  const read = (cookie: string, headers: Record<string, string> = {}) =>
    service.fetch('/rapi/v1/rooms', { headers: { cookie, ...headers } });
  const write = (cookie: string, headers: Record<string, string>, method = 'POST') =>
    service.fetch('/rapi/v1/master_keywords', {
      method,
      headers: { cookie, 'content-type': 'application/vnd.api+json', ...headers },
      body: JSON.stringify({ data: { type: 'master_keywords', attributes: { key_name: crypto.randomUUID() } } }),
    });
  return { service, allow, signIn, signOut, read, write };
}
