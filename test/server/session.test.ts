import { CompactEncrypt, EncryptJWT } from 'jose';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { revokeToken } from '#server/access/tokens.ts';
import { makeSeal, SESSION_SECONDS } from '#server/session/seal.ts';
import { checkDocument } from '#test/json-api-schema.ts';
import { createService, type TestService } from '#test/service.ts';

const SECRET = Buffer.alloc(32, 'secret');
const OWN = { 'sec-fetch-site': 'same-origin' };
const seal = makeSeal(SECRET);
const NAME = `countersign-${seal.mark}`;
const lines: string[] = [];

let service: TestService;
let isAllowed = true;
beforeAll(async () => {
  service = await createService({
    seal,
    isAllowedAddress: () => isAllowed,
    trustProxy: ['127.0.0.1'],
    corsOrigins: ['https://desk.example'],
    log: { level: 'trace', stream: { write: (line: string) => lines.push(line) } } as { level: string },
  });
});
afterEach(() => {
  isAllowed = true;
});
afterAll(() => service.close());

const json = (body: unknown, headers: Record<string, string> = OWN) => ({
  method: 'POST',
  headers: { 'content-type': 'application/json', ...headers },
  body: typeof body === 'string' ? body : JSON.stringify(body),
});

/** Signs in; resolves with the cookie in the form a browser sends. */
async function signIn(token = service.tokens.admin) {
  const response = await service.fetch('/session', json({ token }));
  expect(response.status).toBe(204);
  return response.headers.get('set-cookie')?.split(';')[0] ?? '';
}

const read = (cookie: string, headers: Record<string, string> = {}) =>
  service.fetch('/rapi/v1/rooms', { headers: { cookie, ...headers } });
const write = (cookie: string, headers: Record<string, string>, method = 'POST') =>
  service.fetch('/rapi/v1/master_keywords', {
    method,
    headers: { cookie, 'content-type': 'application/vnd.api+json', ...headers },
    body: JSON.stringify({ data: { type: 'master_keywords', attributes: { key_name: crypto.randomUUID() } } }),
  });

describe('signing in', () => {
  test('makes a cookie that scripts and other sites never get', async () => {
    const response = await service.fetch('/session', json({ token: service.tokens.admin }));
    expect([response.status, await response.text()]).toEqual([204, '']);
    const line = response.headers.get('set-cookie') ?? '';
    expect(line).toMatch(
      new RegExp(`^${NAME}=[\\w.-]+; Max-Age=${SESSION_SECONDS}; Path=/; HttpOnly; SameSite=Strict$`),
    );
    expect(line).not.toContain(service.tokens.admin);
    expect(response.headers.get('cache-control')).toBe('no-store');
  });

  test('behind a proxy with TLS, one for TLS alone', async () => {
    const headers = { ...OWN, 'x-forwarded-proto': 'https' };
    const response = await service.fetch('/session', json({ token: service.tokens.admin }, headers));
    const line = response.headers.get('set-cookie') ?? '';
    expect(line).toMatch(new RegExp(`^__Host-${NAME}=.*; Path=/; HttpOnly; Secure; SameSite=Strict$`));
    const [cookie = ''] = line.split(';');
    expect((await read(cookie, { 'x-forwarded-proto': 'https' })).status).toBe(200);
    expect((await read(cookie)).status).toBe(401);
  });

  test('counts for a guest too, who may not see drafts', async () => {
    expect((await read(await signIn(service.tokens.guest))).status).toBe(200);
  });

  test('is refused as the interface refuses', async () => {
    const unknown = await service.fetch('/session', json({ token: 'cs_nobody' }));
    expect([unknown.status, unknown.headers.get('set-cookie')]).toEqual([401, null]);
    checkDocument(await unknown.json());
    isAllowed = false;
    const elsewhere = await service.fetch('/session', json({ token: service.tokens.admin }));
    expect([elsewhere.status, elsewhere.headers.get('set-cookie')]).toEqual([403, null]);
    expect((await elsewhere.json()).errors[0].title).toContain('Invalid IP Address');
  });

  test.each<[string, RequestInit, number]>([
    ['no JSON', json('token'), 400],
    ['another document', json({ tokens: 'x' }), 400],
    ['a list', json(['x']), 400],
    ['nothing', json(''), 400],
    ['a number', json({ token: 1 }), 400],
    ['a token named twice', json('{"token":"a","token":"b"}'), 400],
    ['an empty token', json({ token: '' }), 422],
    ['a blank', json({ token: 'a b' }), 422],
    ['a line end', json({ token: 'a\r\nX-Injected: 1' }), 422],
    ['a letter beyond ASCII', json({ token: 'schlüssel' }), 422],
    ['too long a token', json({ token: 'x'.repeat(2_049) }), 422],
    ['too long a body', json({ token: 'x', more: 'x'.repeat(4_096) }), 413],
    ['a form', { method: 'POST', headers: OWN, body: new URLSearchParams({ token: 'x' }) }, 406],
    ['plain text', json({ token: 'x' }, { ...OWN, 'content-type': 'text/plain' }), 406],
    ['a look', { method: 'GET', headers: OWN }, 405],
  ])('with %s is refused', async (_, init, status) => {
    const response = await service.fetch('/session', init);
    expect([response.status, response.headers.get('set-cookie')]).toEqual([status, null]);
    checkDocument(await response.json());
  });

  test('and out again', async () => {
    const cookie = await signIn();
    const response = await service.fetch('/session', { method: 'DELETE', headers: { cookie, ...OWN } });
    expect(response.status).toBe(204);
    expect(response.headers.get('set-cookie')).toBe(`${NAME}=; Max-Age=0; Path=/; HttpOnly; SameSite=Strict`);
  });

  test('is told of by config.json', async () => {
    const response = await service.fetch('/config.json');
    expect([response.status, await response.json()]).toEqual([200, { session: true, mode: 'embedded' }]);
  });
});

describe('a request of another site', () => {
  const proofs: [Record<string, string>, boolean][] = [
    [{ 'sec-fetch-site': 'same-origin' }, true],
    [{ 'sec-fetch-site': 'same-origin', origin: 'http://harbor.test' }, true],
    [{ origin: 'http://harbor.test' }, true],
    [{}, false],
    [{ 'sec-fetch-site': 'cross-site' }, false],
    [{ 'sec-fetch-site': 'same-site' }, false],
    [{ 'sec-fetch-site': 'none' }, false],
    [{ 'sec-fetch-site': '' }, false],
    [{ 'sec-fetch-site': 'Same-Origin' }, false],
    [{ 'sec-fetch-site': 'same-origin, cross-site' }, false],
    [{ 'sec-fetch-site': 'cross-site', origin: 'http://harbor.test' }, false],
    [{ origin: 'null' }, false],
    [{ origin: 'https://harbor.test' }, false],
    [{ origin: 'http://harbor.test:81' }, false],
    [{ origin: 'http://harbor.test.evil.example' }, false],
    [{ origin: 'http://evil.harbor.test' }, false],
    [{ origin: 'http://evil.example' }, false],
    [{ origin: 'https://desk.example' }, false],
    [{ origin: 'http://evil.example', 'x-forwarded-host': 'evil.example' }, false],
    [{ referer: 'http://harbor.test/' }, false],
  ];
  test.each(proofs)('by %j changes something: %s', async (headers, isOwn) => {
    const cookie = await signIn();
    for (const method of ['POST', 'PUT', 'PATCH', 'DELETE']) {
      const { status } = await write(cookie, headers, method);
      expect(status === 403).toBe(!isOwn);
    }
    const entered = await service.fetch('/session', json({ token: service.tokens.agent }, headers));
    expect(entered.status).toBe(isOwn ? 204 : 403);
    const left = await service.fetch('/session', { method: 'DELETE', headers: { cookie, ...headers } });
    expect([left.status, left.headers.has('set-cookie')]).toEqual([isOwn ? 204 : 403, isOwn]);
    expect((await read(cookie, headers)).status).toBe(200);
  });

  test('is told as JSON:API, and never invited with credentials', async () => {
    const response = await write(await signIn(), { origin: 'https://desk.example' });
    expect([response.status, response.headers.get('access-control-allow-credentials')]).toEqual([403, null]);
    checkDocument(await response.json());
  });

  test('with a token of its own needs no proof', async () => {
    const headers = { 'x-access-token': service.tokens.admin, 'sec-fetch-site': 'cross-site' };
    expect((await write('', headers)).status).toBe(201);
    expect((await write(await signIn(), headers)).status).toBe(201);
  });
});

describe('a cookie', () => {
  beforeEach(() => vi.useFakeTimers({ toFake: ['Date'] }));
  afterEach(() => vi.useRealTimers());

  test('of other services and pages may stand beside it', async () => {
    const cookie = await signIn();
    expect((await read(`a=1; countersign-00000000=x; ${cookie}; b=%`)).status).toBe(200);
    expect((await read(`countersign-00000000=x; x${cookie}`)).status).toBe(401);
  });

  test('gives way to the header, also to a wrong one', async () => {
    const cookie = await signIn(service.tokens.admin);
    expect((await read(cookie, { 'x-access-token': 'cs_nobody' })).status).toBe(401);
    expect((await read(cookie, { 'x-access-token': '' })).status).toBe(401);
    const asAgent = { 'x-access-token': service.tokens.agent };
    const body = JSON.stringify({ data: { type: 'clients', attributes: { title: 'x' } } });
    const init = { method: 'POST', body, headers: { cookie, ...OWN, 'content-type': 'application/vnd.api+json' } };
    expect(
      (await service.fetch('/rapi/v1/clients', { ...init, headers: { ...init.headers, ...asAgent } })).status,
    ).toBe(403);
    expect((await service.fetch('/rapi/v1/clients', init)).status).toBe(201);
  });

  test('that was changed anywhere is none', async () => {
    const cookie = await signIn();
    const [, sealed = ''] = cookie.split('=');
    for (let at = 0; at < sealed.length; at += 7) {
      const changed = `${sealed.slice(0, at)}${sealed[at] === 'A' ? 'B' : 'A'}${sealed.slice(at + 1)}`;
      expect((await read(`${NAME}=${changed}`)).status).toBe(401);
    }
    for (const text of ['', '.', '....', sealed.slice(0, -4), `${sealed}.x`, `"${sealed}"x`, 'x'.repeat(8_000)]) {
      expect((await read(`${NAME}=${text}`)).status).toBe(401);
    }
    expect((await read(cookie)).status).toBe(200);
  });

  test('sealed by another key is none', async () => {
    const other = makeSeal(Buffer.alloc(32, 'other'));
    expect(other.mark).not.toBe(seal.mark);
    const sealed = await other.close(service.tokens.admin);
    expect((await read(`${NAME}=${sealed}`)).status).toBe(401);
    expect((await read(`countersign-${other.mark}=${sealed}`)).status).toBe(401);
  });

  test('sealed in another way, or for ever, is none', async () => {
    const { hkdfSync } = await import('node:crypto');
    const key = new Uint8Array(hkdfSync('sha256', SECRET, '', 'countersign session', 32));
    const claims = { token: service.tokens.admin };
    const forEver = await new EncryptJWT(claims).setProtectedHeader({ alg: 'dir', enc: 'A256GCM' }).encrypt(key);
    const wrapped = await new EncryptJWT(claims)
      .setProtectedHeader({ alg: 'A256KW', enc: 'A256GCM' })
      .setExpirationTime('7d')
      .encrypt(key);
    const plain = await new CompactEncrypt(new TextEncoder().encode(service.tokens.admin))
      .setProtectedHeader({ alg: 'dir', enc: 'A256GCM' })
      .encrypt(key);
    for (const sealed of [forEver, wrapped, plain]) expect((await read(`${NAME}=${sealed}`)).status).toBe(401);
  });

  test('ends after seven days, also where it was just used', async () => {
    const cookie = await signIn();
    vi.setSystemTime(Date.now() + (SESSION_SECONDS - 2) * 1_000);
    expect((await read(cookie)).status).toBe(200);
    vi.setSystemTime(Date.now() + 3_000);
    expect((await read(cookie)).status).toBe(401);
  });

  test('is worth nothing from the moment its token is revoked', async () => {
    const cookie = await signIn(service.tokens.supervisor);
    expect((await read(cookie)).status).toBe(200);
    const { id } = await service.db
      .selectFrom('tokens')
      .select('id')
      .where('user_id', '=', service.userIds.supervisor)
      .executeTakeFirstOrThrow();
    await revokeToken(service.db, id);
    expect((await read(cookie)).status).toBe(401);
  });

  test('of one tenant is nobody’s at another', async () => {
    const lumen = await service.addTenant('lumen');
    const response = await service.fetch(`${lumen.origin}/rapi/v1/rooms`, { headers: { cookie: await signIn() } });
    expect(response.status).toBe(401);
  });
});

test('the log has neither tokens nor cookies', async () => {
  const cookie = await signIn();
  await read(cookie);
  await write(cookie, {});
  const [, sealed = 'none'] = cookie.split('=');
  const log = lines.join('');
  expect(log).toContain('/session');
  for (const secret of [service.tokens.admin, service.tokens.agent, sealed, 'cs_nobody'])
    expect(log).not.toContain(secret);
});
