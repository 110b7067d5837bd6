import { describe, expect, test } from 'vitest';
import { createCode } from '#server/access/sign-in-codes.ts';
import { SESSION_SECONDS } from '#server/session/seal.ts';
import { checkDocument } from '#test/json-api-schema.ts';
import { cookieOf, json, OWN } from '#test/session-requests.ts';
import { NAME, serviceWithSessions } from './session-fixture.ts';

const { service, allow, signIn, signOut, read, write } = await serviceWithSessions();

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

  test('ends the session whose cookie it replaces, which could not be signed out later', async () => {
    const left = await signIn(service.tokens.reviewer);
    const refused = await service.fetch('/session', json({ token: 'cs_unknown' }, { ...OWN, cookie: left }));
    expect([refused.status, (await read(left)).status]).toEqual([401, 200]);
    const entered = await service.fetch('/session', json({ token: service.tokens.agent }, { ...OWN, cookie: left }));
    expect((await read(cookieOf(entered))).status).toBe(200);
    expect((await read(left)).status).toBe(401);
    const code = await createCode(service.db, { userId: service.userIds.reviewer, role: 'reviewer' });
    const again = await service.fetch('/session', json({ code }, { ...OWN, cookie: cookieOf(entered) }));
    expect((await read(cookieOf(again))).status).toBe(200);
    expect((await read(cookieOf(entered))).status).toBe(401);
    const events = service.db.selectFrom('events').select(['user_id', 'role']).where('action', '=', 'sign_out');
    expect((await events.orderBy('id').execute()).slice(-2)).toEqual([
      { user_id: service.userIds.reviewer, role: 'reviewer' },
      { user_id: service.userIds.agent, role: 'agent' },
    ]);
  });

  test('works for a guest, who may not see drafts', async () => {
    expect((await read(await signIn(service.tokens.guest))).status).toBe(200);
  });

  test('is refused like an API request', async () => {
    const unknown = await service.fetch('/session', json({ token: 'cs_unknown' }));
    expect([unknown.status, unknown.headers.get('set-cookie')]).toEqual([401, null]);
    checkDocument(await unknown.json());
    allow(false);
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

  test('keeps the cookie if the sign-out is refused, because only the cookie can end the session', async () => {
    const cookie = await signIn();
    allow(false);
    const refused = await service.fetch('/session', { method: 'DELETE', headers: { cookie, ...OWN } });
    expect([refused.status, refused.headers.get('set-cookie')]).toEqual([403, null]);
    allow(true);
    expect((await read(cookie)).status).toBe(200);
    const ended = await service.fetch('/session', { method: 'DELETE', headers: { cookie, ...OWN } });
    expect([ended.status, ended.headers.get('set-cookie')]).toEqual([204, expect.stringContaining('Max-Age=0')]);
    expect((await read(cookie)).status).toBe(401);
  });

  test('ends with a DELETE that clears the cookie', async () => {
    const cookie = await signIn();
    const response = await signOut(cookie);
    expect(response.status).toBe(204);
    expect(response.headers.get('set-cookie')).toBe(`${NAME}=; Max-Age=0; Path=/; HttpOnly; SameSite=Strict`);
  });

  test('clears the browser cache when the session ends', async () => {
    const left = await signOut(await signIn(service.tokens.reviewer));
    expect(left.headers.get('clear-site-data')).toBe('"cache"');
    const ended = await read(`${NAME}=invalid`);
    expect([ended.status, ended.headers.get('clear-site-data')]).toEqual([401, '"cache"']);
    const stranger = await service.fetch('/rapi/v1/rooms', { headers: { 'x-access-token': 'cs_unknown' } });
    expect([stranger.status, stranger.headers.get('clear-site-data')]).toEqual([401, null]);
  });

  test('no response that contains a token is cached', async () => {
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
    const left = await signOut(cookie, headers);
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
