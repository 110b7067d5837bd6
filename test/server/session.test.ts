import { CompactEncrypt, EncryptJWT } from 'jose';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { createCode } from '#server/access/sign-in-codes.ts';
import { revokeToken } from '#server/access/tokens.ts';
import { createSeal, SESSION_SECONDS } from '#server/session/seal.ts';
import { checkDocument } from '#test/json-api-schema.ts';
import { createService, type TestService } from '#test/service.ts';

const SECRET = Buffer.alloc(32, 'secret');
const OWN = { 'sec-fetch-site': 'same-origin' };
const seal = createSeal(SECRET);
const NAME = `countersign-${seal.fingerprint}`;
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
  test('sets a cookie hidden from scripts and other sites', async () => {
    const response = await service.fetch('/session', json({ token: service.tokens.admin }));
    expect([response.status, await response.text()]).toEqual([204, '']);
    const line = response.headers.get('set-cookie') ?? '';
    expect(line).toMatch(
      new RegExp(`^${NAME}=[\\w.-]+; Max-Age=${SESSION_SECONDS}; Path=/; HttpOnly; SameSite=Strict$`),
    );
    expect(line).not.toContain(service.tokens.admin);
    expect(response.headers.get('cache-control')).toBe('no-store');
  });

  test('behind a TLS proxy sets a Secure cookie', async () => {
    const headers = { ...OWN, 'x-forwarded-proto': 'https' };
    const response = await service.fetch('/session', json({ token: service.tokens.admin }, headers));
    const line = response.headers.get('set-cookie') ?? '';
    expect(line).toMatch(new RegExp(`^__Host-${NAME}=.*; Path=/; HttpOnly; Secure; SameSite=Strict$`));
    const [cookie = ''] = line.split(';');
    expect((await read(cookie, { 'x-forwarded-proto': 'https' })).status).toBe(200);
    expect((await read(cookie)).status).toBe(401);
  });

  test('works for a guest, who may not see drafts', async () => {
    expect((await read(await signIn(service.tokens.guest))).status).toBe(200);
  });

  test('is refused like an API request', async () => {
    const unknown = await service.fetch('/session', json({ token: 'cs_unknown' }));
    expect([unknown.status, unknown.headers.get('set-cookie')]).toEqual([401, null]);
    checkDocument(await unknown.json());
    isAllowed = false;
    const elsewhere = await service.fetch('/session', json({ token: service.tokens.admin }));
    expect([elsewhere.status, elsewhere.headers.get('set-cookie')]).toEqual([403, null]);
    expect((await elsewhere.json()).errors[0].title).toContain('Invalid IP Address');
  });

  test.each<[string, RequestInit, number]>([
    ['a string', json('token'), 400],
    ['another document', json({ tokens: 'x' }), 400],
    ['a list', json(['x']), 400],
    ['an empty body', json(''), 400],
    ['a number', json({ token: 1 }), 400],
    ['a token named twice', json('{"token":"a","token":"b"}'), 400],
    ['an empty token', json({ token: '' }), 422],
    ['a space', json({ token: 'a b' }), 422],
    ['a line break', json({ token: 'a\r\nX-Injected: 1' }), 422],
    ['a character outside ASCII', json({ token: 'schlüssel' }), 422],
    ['too long a token', json({ token: 'x'.repeat(2_049) }), 422],
    ['too long a body', json({ token: 'x', more: 'x'.repeat(4_096) }), 413],
    ['a form', { method: 'POST', headers: OWN, body: new URLSearchParams({ token: 'x' }) }, 406],
    ['plain text', json({ token: 'x' }, { ...OWN, 'content-type': 'text/plain' }), 406],
    ['a GET request', { method: 'GET', headers: OWN }, 401],
    ['a code that is a number', json({ code: 1 }), 400],
    ['an unknown code', json({ code: 'x'.repeat(43) }), 401],
  ])('with %s is refused', async (_, init, status) => {
    const response = await service.fetch('/session', init);
    expect([response.status, response.headers.get('set-cookie')]).toEqual([status, null]);
    checkDocument(await response.json());
  });

  test('is kept by the browser if its end was refused, for nothing else can end it then', async () => {
    const cookie = await signIn();
    isAllowed = false;
    const refused = await service.fetch('/session', { method: 'DELETE', headers: { cookie, ...OWN } });
    expect([refused.status, refused.headers.get('set-cookie')]).toEqual([403, null]);
    isAllowed = true;
    expect((await read(cookie)).status).toBe(200);
    const ended = await service.fetch('/session', { method: 'DELETE', headers: { cookie, ...OWN } });
    expect([ended.status, ended.headers.get('set-cookie')]).toEqual([204, expect.stringContaining('Max-Age=0')]);
    expect((await read(cookie)).status).toBe(401);
  });

  test('ends with a DELETE that clears the cookie', async () => {
    const cookie = await signIn();
    const response = await service.fetch('/session', { method: 'DELETE', headers: { cookie, ...OWN } });
    expect(response.status).toBe(204);
    expect(response.headers.get('set-cookie')).toBe(`${NAME}=; Max-Age=0; Path=/; HttpOnly; SameSite=Strict`);
  });

  test('takes what was read out of the browser’s cache when it ends', async () => {
    const cookie = await signIn(service.tokens.reviewer);
    const left = await service.fetch('/session', { method: 'DELETE', headers: { cookie, ...OWN } });
    expect(left.headers.get('clear-site-data')).toBe('"cache"');
    const ended = await read(`${NAME}=invalid`);
    expect([ended.status, ended.headers.get('clear-site-data')]).toEqual([401, '"cache"']);
    const stranger = await service.fetch('/rapi/v1/rooms', { headers: { 'x-access-token': 'cs_unknown' } });
    expect([stranger.status, stranger.headers.get('clear-site-data')]).toEqual([401, null]);
  });

  test('no answer that holds a token is cached', async () => {
    const { record } = await service.create('clients', { title: 'Shop' });
    const login = await service.send('POST', `/clients/${record.id}/login`);
    expect(login.meta.access_token).toMatch(/^cs_/);
    expect(login.headers.get('cache-control')).toBe('no-store');
  });

  test('is announced in config.json', async () => {
    const response = await service.fetch('/config.json');
    expect([response.status, await response.json()]).toEqual([200, { session: true, mode: 'embedded' }]);
  });
});

describe('a cross-site request', () => {
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
  test.each(proofs)('with %j may write: %s', async (headers, isOwn) => {
    const cookie = await signIn();
    for (const method of ['POST', 'PUT', 'PATCH', 'DELETE']) {
      const { status } = await write(cookie, headers, method);
      expect(status === 403).toBe(!isOwn);
    }
    const entered = await service.fetch('/session', json({ token: service.tokens.agent }, headers));
    expect(entered.status).toBe(isOwn ? 204 : 403);
    const left = await service.fetch('/session', { method: 'DELETE', headers: { cookie, ...headers } });
    expect([left.status, left.headers.has('set-cookie')]).toEqual([isOwn ? 204 : 403, isOwn]);
    expect((await read(cookie, headers)).status).toBe(isOwn ? 401 : 200);
  });

  test('is refused as JSON:API, without CORS credentials', async () => {
    const response = await write(await signIn(), { origin: 'https://desk.example' });
    expect([response.status, response.headers.get('access-control-allow-credentials')]).toEqual([403, null]);
    checkDocument(await response.json());
  });

  test('with its own token needs no proof of origin', async () => {
    const headers = { 'x-access-token': service.tokens.admin, 'sec-fetch-site': 'cross-site' };
    expect((await write('', headers)).status).toBe(201);
    expect((await write(await signIn(), headers)).status).toBe(201);
  });
});

describe('a cookie', () => {
  beforeEach(() => vi.useFakeTimers({ toFake: ['Date'] }));
  afterEach(() => vi.useRealTimers());

  test('is found among cookies of other services and pages', async () => {
    const cookie = await signIn();
    expect((await read(`a=1; countersign-00000000=x; ${cookie}; b=%`)).status).toBe(200);
    expect((await read(`countersign-00000000=x; x${cookie}`)).status).toBe(401);
  });

  test('is overridden by the header, even by an invalid one', async () => {
    const cookie = await signIn(service.tokens.admin);
    expect((await read(cookie, { 'x-access-token': 'cs_unknown' })).status).toBe(401);
    expect((await read(cookie, { 'x-access-token': '' })).status).toBe(401);
    const asAgent = { 'x-access-token': service.tokens.agent };
    const body = JSON.stringify({ data: { type: 'clients', attributes: { title: 'x' } } });
    const init = { method: 'POST', body, headers: { cookie, ...OWN, 'content-type': 'application/vnd.api+json' } };
    expect(
      (await service.fetch('/rapi/v1/clients', { ...init, headers: { ...init.headers, ...asAgent } })).status,
    ).toBe(403);
    expect((await service.fetch('/rapi/v1/clients', init)).status).toBe(201);
  });

  test('that was tampered with is invalid', async () => {
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

  test('sealed with another key is invalid', async () => {
    const other = createSeal(Buffer.alloc(32, 'other'));
    expect(other.fingerprint).not.toBe(seal.fingerprint);
    const sealed = await other.seal(service.tokens.admin);
    expect((await read(`${NAME}=${sealed}`)).status).toBe(401);
    expect((await read(`countersign-${other.fingerprint}=${sealed}`)).status).toBe(401);
  });

  test('with another algorithm or without expiry is invalid', async () => {
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

  test('expires after seven days, even if just used', async () => {
    const cookie = await signIn();
    vi.setSystemTime(Date.now() + (SESSION_SECONDS - 2) * 1_000);
    expect((await read(cookie)).status).toBe(200);
    vi.setSystemTime(Date.now() + 3_000);
    expect((await read(cookie)).status).toBe(401);
  });

  test('is invalid once its token is revoked', async () => {
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

  test('of one tenant is invalid at another', async () => {
    const lumen = await service.addTenant('lumen');
    const response = await service.fetch(`${lumen.origin}/rapi/v1/rooms`, { headers: { cookie: await signIn() } });
    expect(response.status).toBe(401);
  });
});

test('the log contains neither tokens nor cookies', async () => {
  const cookie = await signIn();
  await read(cookie);
  await write(cookie, {});
  const [, sealed = 'none'] = cookie.split('=');
  const log = lines.join('');
  expect(log).toContain('/session');
  for (const secret of [service.tokens.admin, service.tokens.agent, sealed, 'cs_unknown'])
    expect(log).not.toContain(secret);
});

describe('a one-time code', () => {
  const enter = (code: string) => service.fetch('/session', json({ code }));
  const codeOf = () => createCode(service.db, { userId: service.userIds.reviewer, role: 'reviewer' });
  const cookieOf = (response: Response) => response.headers.get('set-cookie')?.split(';')[0] ?? '';

  test('signs in once, also when sent twice at the same time', async () => {
    const code = await codeOf();
    const answers = await Promise.all([enter(code), enter(code)]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([204, 401]);
    const entered = answers.find(({ status }) => status === 204);
    expect(entered && (await read(cookieOf(entered))).status).toBe(200);
    expect((await enter(code)).status).toBe(401);
    const stored = await service.db.selectFrom('sign_in_codes').selectAll().execute();
    expect(JSON.stringify(stored)).not.toContain(code);
  });

  test('is refused after ten minutes, at another tenant, and from another address', async () => {
    const [old, foreign, remote] = [await codeOf(), await codeOf(), await codeOf()];
    const other = await service.addTenant('elsewhere');
    expect((await service.fetch(`${other.origin}/session`, json({ code: foreign }))).status).toBe(401);
    isAllowed = false;
    expect((await enter(remote)).status).toBe(403);
    isAllowed = true;
    expect((await enter(remote)).status).toBe(204);
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 601_000 });
    expect((await enter(old)).status).toBe(401);
    vi.useRealTimers();
  });
});

describe('a session', () => {
  test('ends on the server at sign-out, for copies of its cookie as well, and no other session with it', async () => {
    const [first, second] = [await signIn(), await signIn()];
    await service.fetch('/session', { method: 'DELETE', headers: { cookie: first, ...OWN } });
    expect([(await read(first)).status, (await read(second)).status]).toEqual([401, 200]);
    expect((await service.send('GET', '/rooms')).status).toBe(200);
  });

  test('is listed to its person alone, who can end it', async () => {
    const [cookie, elsewhere] = [await signIn(service.tokens.agent), await signIn(service.tokens.agent)];
    const list = async () => (await (await service.fetch('/session', { headers: { cookie } })).json()).sessions;
    const [newest, current] = await list();
    expect([newest.kind, newest.is_current, current.is_current]).toEqual(['session', false, true]);
    const end = (sent: string) =>
      service.fetch(`/session/${newest.id}`, { method: 'DELETE', headers: { cookie: sent, ...OWN } });
    expect((await end(await signIn(service.tokens.reviewer))).status).toBe(404);
    expect((await end(cookie)).status).toBe(204);
    expect((await read(elsewhere)).status).toBe(401);
    expect((await list()).map(({ id }: { id: string }) => id)).not.toContain(newest.id);
  });

  test('is opened by an older key as well, until that is taken away', async () => {
    const cookie = await signIn();
    const [, sealed = ''] = cookie.split('=');
    const rotated = createSeal(Buffer.alloc(32, 'new'), SECRET);
    expect(rotated.fingerprint).not.toBe(seal.fingerprint);
    expect(rotated.fingerprints).toContain(seal.fingerprint);
    expect(await rotated.unseal(sealed)).toMatch(/^cs_/);
    expect(await createSeal(Buffer.alloc(32, 'new')).unseal(sealed)).toBeUndefined();
  });

  test('of another person does not write what this one decided', async () => {
    const cookie = await signIn(service.tokens.admin);
    const asked = (userId: number) => write(cookie, { ...OWN, 'x-expected-user': String(userId) });
    const refused = await asked(service.userIds.agent);
    expect([refused.status, (await refused.json()).errors[0].code]).toEqual([422, 'other_user']);
    expect((await asked(service.userIds.admin)).status).toBe(201);
    expect((await read(cookie, { 'x-expected-user': '0' })).status).toBe(200);
  });

  test('records when its token was last used, once for many requests', async () => {
    const person = await service.addTenant('busy');
    const ask = () => service.send('GET', '/rooms', { tenant: person });
    const used = () =>
      person.db.selectFrom('tokens').select('last_used_at_unix').where('user_id', '=', person.userIds.admin).execute();
    await Promise.all([ask(), ask(), ask()]);
    await expect.poll(used).toEqual([{ last_used_at_unix: expect.any(Number) }]);
  });
});
