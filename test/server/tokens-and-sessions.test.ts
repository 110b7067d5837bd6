import { expect, test } from 'vitest';
import { removeDeadTokens } from '#server/access/remove-dead-tokens.ts';
import { exchangeCode, listSessions, startSession } from '#server/access/sessions.ts';
import { createCode } from '#server/access/sign-in-codes.ts';
import { findIdentity, hashOf, mintToken, type NewToken, revokeAllOf, revokeToken } from '#server/access/tokens.ts';
import { aRoom, aUser, unixNow } from '#test/builders.ts';
import { serviceForFile } from '#test/service.ts';

const { db } = await serviceForFile();
const START = { seconds: 3_600, requestId: 'the request' };
const DAY_SECONDS = 86_400;

/** A person with a token, and the ids of both. */
async function aPerson(expiresAtUnix: number | null = null) {
  const { id: userId } = await aUser(db);
  const token = await mintToken(db, { userId, role: 'reviewer', roomId: null, expiresAtUnix });
  const { id } = await db.selectFrom('tokens').select('id').where('hash', '=', hashOf(token)).executeTakeFirstOrThrow();
  return { id, userId, token };
}

const isValid = async (token: string | undefined) =>
  (await findIdentity({ name: 'harbor', db }, token ?? '')) !== undefined;

test('a user has at most 50 sessions: new ones end the oldest, which is recorded', async () => {
  const { userId, token } = await aPerson();
  const others = await startSession(db, (await aPerson()).token, START);
  const sessions: (string | undefined)[] = [];
  for (let count = 0; count < 52; count += 1) sessions.push(await startSession(db, token, START));
  sessions.push(await exchangeCode(db, await createCode(db, { userId, role: 'reviewer' }), START));
  expect(await Promise.all(sessions.map(isValid))).toEqual([...Array(3).fill(false), ...Array(50).fill(true)]);
  expect([await isValid(token), await isValid(others)]).toEqual([true, true]);
  const ended = await db
    .selectFrom('events')
    .innerJoin('tokens', 'tokens.id', 'events.record_id')
    .select(['tokens.hash', 'events.user_id', 'events.request_id'])
    .where('action', '=', 'revoke')
    .orderBy('events.id')
    .execute();
  const recorded = { user_id: userId, request_id: 'the request' };
  expect(ended).toEqual(sessions.slice(0, 3).map((session) => ({ hash: hashOf(session ?? ''), ...recorded })));
});

test('concurrent sign-ins leave at most 50 sessions as well', async () => {
  const { userId, token } = await aPerson();
  for (let count = 0; count < 49; count += 1) await startSession(db, token, START);
  await Promise.all(Array.from({ length: 8 }, () => startSession(db, token, START)));
  const listed = await listSessions(db, userId, token);
  expect(listed.filter(({ kind }) => kind === 'session')).toHaveLength(50);
});

test('a list of sessions has at most 200 entries, and includes every session', async () => {
  const { userId, token } = await aPerson();
  const session = await startSession(db, token, START);
  const rows = Array.from({ length: 300 }, (_, index) => ({
    hash: `${userId} ${index}`,
    user_id: userId,
    role: 'reviewer',
    created_at_unix: 1,
    is_session: 0,
  }));
  await db.insertInto('tokens').values(rows).execute();
  const listed = await listSessions(db, userId, session ?? '');
  expect(listed).toHaveLength(200);
  expect(listed.filter(({ is_current }) => is_current)).toHaveLength(1);
  const ids = listed.map(({ id }) => Number(id));
  expect(ids).toEqual(ids.toSorted((a, b) => b - a));
});

test('revoking a token ends its many sessions and records each', async () => {
  const { id, userId, token } = await aPerson();
  // More than the limit, as older versions allowed.
  const rows = Array.from({ length: 1_200 }, (_, index) => ({
    hash: `${userId} old ${index}`,
    user_id: userId,
    role: 'reviewer',
    created_at_unix: 1,
    is_session: 1,
    parent_id: id,
  }));
  await db.insertInto('tokens').values(rows).execute();
  expect(await revokeToken(db, id)).toBe(true);
  expect(await isValid(token)).toBe(false);
  const { count } = await db
    .selectFrom('events')
    .innerJoin('tokens', 'tokens.id', 'events.record_id')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('events.action', '=', 'revoke')
    .where('tokens.user_id', '=', userId)
    .executeTakeFirstOrThrow();
  expect(count).toBe(1_201);
});

test('ended tokens, sessions and codes are removed after a while, and valid ones stay', async () => {
  const now = unixNow();
  const { id: userId } = await aUser(db);
  const visitor = await aUser(db, { kind: 'visitor' });
  const room = await aRoom(db, {}, [visitor.id]);
  const agent: NewToken = { userId, role: 'agent', roomId: null, expiresAtUnix: null };
  const guest: NewToken = { userId: visitor.id, role: 'guest', roomId: room.id, expiresAtUnix: null };
  const days = (count: number) => now + count * DAY_SECONDS;
  const session = { session: { parentId: null } };
  const kept = {
    valid: await mintToken(db, { ...agent, expiresAtUnix: days(1) }),
    endless: await mintToken(db, agent),
    'expired a while ago': await mintToken(db, { ...agent, expiresAtUnix: days(-29) }),
    session: await mintToken(db, { ...agent, ...session, expiresAtUnix: days(1) }),
    'session that has just expired': await mintToken(db, { ...agent, ...session, expiresAtUnix: now - 60 }),
    visitor: await mintToken(db, { ...guest, expiresAtUnix: days(1) }),
  };
  const removed = {
    'expired long ago': await mintToken(db, { ...agent, expiresAtUnix: days(-31) }),
    'old session': await mintToken(db, { ...agent, ...session, expiresAtUnix: days(-2) }),
    'session that was ended': await mintToken(db, { ...agent, ...session, expiresAtUnix: days(5) }),
    'old visitor': await mintToken(db, { ...guest, expiresAtUnix: days(-2) }),
  };
  const ended = hashOf(removed['session that was ended']);
  await db
    .updateTable('tokens')
    .set({ revoked_at_unix: days(-2) })
    .where('hash', '=', ended)
    .execute();
  await createCode(db, { userId, role: 'agent' });
  const code = { hash: 'expired', user_id: userId, role: 'agent', expires_at_unix: now - 1 };
  await db.insertInto('sign_in_codes').values(code).execute();

  expect(await removeDeadTokens(db)).toBe(4);
  const stored = await db.selectFrom('tokens').select('hash').where('user_id', 'in', [userId, visitor.id]).execute();
  const names = Object.entries({ ...kept, ...removed }).map(([name, token]) => [hashOf(token), name] as const);
  expect(stored.map(({ hash }) => new Map(names).get(hash)).sort()).toEqual(Object.keys(kept).sort());
  const codes = await db.selectFrom('sign_in_codes').select('hash').where('user_id', '=', userId).execute();
  expect(codes).toEqual([{ hash: expect.not.stringContaining('expired') }]);
});

test('ended tokens are removed in batches until none is left', async () => {
  const { id: userId } = await aUser(db, { kind: 'visitor' });
  const rows = Array.from({ length: 1_200 }, (_, index) => ({
    hash: `spent ${index}`,
    user_id: userId,
    role: 'guest',
    created_at_unix: 1,
    expires_at_unix: 2,
    is_session: 0,
  }));
  await db.insertInto('tokens').values(rows).execute();
  expect(await removeDeadTokens(db)).toBe(1_200);
  expect(await db.selectFrom('tokens').select('id').where('user_id', '=', userId).execute()).toEqual([]);
});

test('a token that was revoked or has expired starts no session, even if it was valid before', async () => {
  const revoked = await aPerson();
  await revokeToken(db, revoked.id);
  const expired = await aPerson(unixNow());
  for (const { token } of [revoked, expired]) expect(await startSession(db, token, START)).toBeUndefined();
});

test('a session started by another session ends with the original token', async () => {
  const { id, token } = await aPerson();
  const first = await startSession(db, token, START);
  const second = await startSession(db, first ?? '', START);
  expect(await isValid(second)).toBe(true);
  await revokeToken(db, id);
  expect(await isValid(second)).toBe(false);
});

test.each<[string, (known: { id: number; userId: number }) => Promise<unknown>]>([
  ['its token is revoked', ({ id }) => revokeToken(db, id)],
  ['every token of its user is revoked', ({ userId }) => revokeAllOf(db, userId)],
])('no session survives if %s while it starts', async (_, revoke) => {
  for (let round = 0; round < 40; round += 1) {
    const known = await aPerson();
    const { token } = known;
    // A session started by a session also depends on the original token.
    const first = (await startSession(db, token, START)) ?? '';
    const starts = [token, first, token, first].map((from) => startSession(db, from, START));
    const [, ...started] = await Promise.all([revoke(known), ...starts]);
    for (const session of [token, first, ...started]) {
      if (session !== undefined) expect(await isValid(session)).toBe(false);
    }
  }
});
