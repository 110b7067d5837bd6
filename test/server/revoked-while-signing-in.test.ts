import { expect, test } from 'vitest';
import { startSession } from '#server/access/sessions.ts';
import { findIdentity, hashOf, mintToken, revokeAllOf, revokeToken } from '#server/access/tokens.ts';
import { aUser } from '#test/builders.ts';
import { serviceForFile } from '#test/service.ts';

const ROUNDS = 40;
const { db } = await serviceForFile();
const start = { seconds: 60, requestId: 'the request' };

async function newToken(expiresAtUnix: number | null = null) {
  const { id: userId } = await aUser(db);
  const token = await mintToken(db, { userId, role: 'agent', roomId: null, expiresAtUnix });
  const { id } = await db.selectFrom('tokens').select('id').where('hash', '=', hashOf(token)).executeTakeFirstOrThrow();
  return { id, userId, token };
}

test('a token that was revoked or has expired starts no session, even if it was valid before', async () => {
  const revoked = await newToken();
  await revokeToken(db, revoked.id);
  const expired = await newToken(Math.floor(Date.now() / 1000));
  for (const { token } of [revoked, expired]) expect(await startSession(db, token, start)).toBeUndefined();
});

test('a session started by another session ends with the original token', async () => {
  const { id, token } = await newToken();
  const first = await startSession(db, token, start);
  const second = await startSession(db, first ?? '', start);
  expect(await findIdentity({ name: 'harbor', db }, second ?? '')).toBeDefined();
  await revokeToken(db, id);
  expect(await findIdentity({ name: 'harbor', db }, second ?? '')).toBeUndefined();
});

test.each<[string, (known: { id: number; userId: number }) => Promise<unknown>]>([
  ['its token is revoked', ({ id }) => revokeToken(db, id)],
  ['every token of its user is revoked', ({ userId }) => revokeAllOf(db, userId)],
])('no session survives if %s while it starts', async (_, revoke) => {
  for (let round = 0; round < ROUNDS; round += 1) {
    const known = await newToken();
    const { token } = known;
    // A session started by a session also depends on the original token.
    const first = (await startSession(db, token, start)) ?? '';
    const starts = [token, first, token, first].map((from) => startSession(db, from, start));
    const [, ...started] = await Promise.all([revoke(known), ...starts]);
    for (const session of [token, first, ...started]) {
      if (session !== undefined) expect(await findIdentity({ name: 'harbor', db }, session)).toBeUndefined();
    }
  }
});
