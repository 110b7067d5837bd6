import { hkdfSync } from 'node:crypto';
import { CompactEncrypt, EncryptJWT } from 'jose';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createCode } from '#server/access/sign-in-codes.ts';
import { revokeToken } from '#server/access/tokens.ts';
import { onQuery } from '#server/db/query-events.ts';
import { createSeal, SESSION_SECONDS } from '#server/session/seal.ts';
import { cookieOf, json, OWN } from '#test/session-requests.ts';
import { NAME, SECRET, seal, serviceWithSessions } from './session-fixture.ts';

const { service, allow, signIn, signOut, read, write } = await serviceWithSessions();

describe('a cookie', () => {
  beforeEach(() => vi.useFakeTimers({ toFake: ['Date'] }));
  afterEach(() => vi.useRealTimers());

  test('is found among cookies of other services and pages', async () => {
    const cookie = await signIn();
    expect((await read(`a=1; countersign-00000000=x; ${cookie}; b=%`)).status).toBe(200);
    expect((await read(`countersign-00000000=x; x${cookie}`)).status).toBe(401);
  });

  test('is ignored when the request has a token header, even an invalid one', async () => {
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

  test('is invalid if tampered with', async () => {
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

  test('is invalid if sealed with another key', async () => {
    const other = createSeal(Buffer.alloc(32, 'other'));
    expect(other.fingerprint).not.toBe(seal.fingerprint);
    const sealed = await other.seal(service.tokens.admin);
    expect((await read(`${NAME}=${sealed}`)).status).toBe(401);
    expect((await read(`countersign-${other.fingerprint}=${sealed}`)).status).toBe(401);
  });

  test('is invalid with another algorithm or without an expiry', async () => {
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

  test('is invalid at another tenant', async () => {
    const lumen = await service.addTenant('lumen');
    const response = await service.fetch(`${lumen.origin}/rapi/v1/rooms`, { headers: { cookie: await signIn() } });
    expect(response.status).toBe(401);
  });
});

describe('a one-time code', () => {
  const enter = (code: string) => service.fetch('/session', json({ code }));
  const codeOf = () => createCode(service.db, { userId: service.userIds.reviewer, role: 'reviewer' });

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
    allow(false);
    expect((await enter(remote)).status).toBe(403);
    allow(true);
    expect((await enter(remote)).status).toBe(204);
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 601_000 });
    expect((await enter(old)).status).toBe(401);
    vi.useRealTimers();
  });
});

describe('a session', () => {
  test('ends on the server at sign-out, including copies of its cookie, but without other sessions', async () => {
    const [first, second] = [await signIn(), await signIn()];
    await signOut(first);
    expect([(await read(first)).status, (await read(second)).status]).toEqual([401, 200]);
    expect((await service.send('GET', '/rooms')).status).toBe(200);
  });

  test('is listed only to its own user, who can end it', async () => {
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

  test('can still be opened with an older key until that key is removed', async () => {
    const cookie = await signIn();
    const [, sealed = ''] = cookie.split('=');
    const rotated = createSeal(Buffer.alloc(32, 'new'), SECRET);
    expect(rotated.fingerprint).not.toBe(seal.fingerprint);
    expect(rotated.fingerprints).toContain(seal.fingerprint);
    expect(await rotated.unseal(sealed)).toMatch(/^cs_/);
    expect(await createSeal(Buffer.alloc(32, 'new')).unseal(sealed)).toBeUndefined();
  });

  test('refuses a write that expects another user', async () => {
    const cookie = await signIn(service.tokens.admin);
    const asked = (userId: number) => write(cookie, { ...OWN, 'x-expected-user': String(userId) });
    const refused = await asked(service.userIds.agent);
    expect([refused.status, (await refused.json()).errors[0].code]).toEqual([422, 'other_user']);
    expect((await asked(service.userIds.admin)).status).toBe(201);
    expect((await read(cookie, { 'x-expected-user': '0' })).status).toBe(200);
  });

  test('records when its token was last used, once in five minutes of many requests', async () => {
    const person = await service.addTenant('busy');
    const updates: string[] = [];
    const stop = onQuery(({ sql }) => {
      if (sql.includes('set "last_used_at_unix"')) updates.push(sql);
    });
    const askAt = async (unix: number) => {
      vi.setSystemTime(unix * 1_000);
      const ask = () => service.send('GET', '/rooms', { tenant: person });
      await Promise.all([ask(), ask(), ask()]);
    };
    const used = () =>
      person.db.selectFrom('tokens').select('last_used_at_unix').where('user_id', '=', person.userIds.admin).execute();
    const first = Math.floor(Date.now() / 1_000);
    await askAt(first);
    await expect.poll(used).toEqual([{ last_used_at_unix: first }]);
    await askAt(first + 299);
    await askAt(first + 300);
    await expect.poll(used).toEqual([{ last_used_at_unix: first + 300 }]);
    expect(updates).toHaveLength(2);
    stop();
  });
});
