import type { Kysely, KyselyPlugin } from 'kysely';
import { beforeEach, describe, expect, test } from 'vitest';
import { endSession, endSessionById, exchangeCode, startSession } from '#server/access/sessions.ts';
import { createCode } from '#server/access/sign-in-codes.ts';
import { hashOf, mintToken, revokeAllOf, revokeToken } from '#server/access/tokens.ts';
import type { Tables } from '#server/db/tables.ts';
import { aUser } from '#test/builders.ts';
import { serviceForFile } from '#test/service.ts';

const service = await serviceForFile();
let last = 0;

const allEvents = () => service.db.selectFrom('events').selectAll().orderBy('id').execute();

beforeEach(async () => {
  last = (await allEvents()).at(-1)?.id ?? 0;
});

/** The events since the test began. */
const news = async () => (await allEvents()).filter(({ id }) => id > last);

describe('sign-ins and sign-outs are recorded with their actor', () => {
  const requestId = 'the request';
  const start = { seconds: 60, requestId };
  const summary = async () =>
    (await news()).map(({ action, record_type, record_id, role, user_id, request_id }) => ({
      what: `${action} ${record_type} ${record_id}`,
      by: [user_id, role, request_id],
    }));
  const tokenOf = async (token = '') =>
    service.db.selectFrom('tokens').select('id').where('hash', '=', hashOf(token)).executeTakeFirstOrThrow();
  const { agent } = service.userIds;
  const byAgent = [agent, 'agent', requestId];
  const byOperator = [null, 'operator', null];

  test('a session that starts with a token and ends with a sign-out', async () => {
    const token = await startSession(service.db, service.tokens.agent, start);
    const { id } = await tokenOf(token);
    const parent = await tokenOf(service.tokens.agent);
    for (let times = 0; times < 2; times += 1) await endSession(service.db, token ?? '', requestId);
    expect(JSON.parse((await news())[0]?.fields_after ?? 'null')).toMatchObject({
      user_id: agent,
      role: 'agent',
      parent_id: parent.id,
    });
    expect(await summary()).toEqual([
      { what: `sign_in tokens ${id}`, by: byAgent },
      { what: `sign_out tokens ${id}`, by: byAgent },
    ]);
    expect(JSON.stringify(await allEvents())).not.toContain(token);
  });

  test('a sign-in link, its use, and the end of its session from elsewhere', async () => {
    const code = await createCode(service.db, { userId: agent, role: 'agent' });
    const { id } = await tokenOf(await exchangeCode(service.db, code, start));
    expect(await exchangeCode(service.db, code, start)).toBeUndefined();
    const ending = () => endSessionById(service.db, id, { userId: agent, role: 'agent', requestId });
    expect([await ending(), await ending()]).toEqual([true, false]);
    expect(await summary()).toEqual([
      { what: 'create sign_in_codes null', by: byOperator },
      { what: `sign_in tokens ${id}`, by: byAgent },
      { what: `revoke tokens ${id}`, by: byAgent },
    ]);
    expect(JSON.stringify(await allEvents())).not.toContain(code);
  });

  test('every token and sign-in code that the operator revokes for a user', async () => {
    const user = await aUser(service.db);
    const claims = { userId: user.id, role: 'agent', roomId: null, expiresAtUnix: null } as const;
    const token = await mintToken(service.db, claims);
    const session = await startSession(service.db, token, start);
    await createCode(service.db, { userId: user.id, role: 'agent' });
    expect(await revokeAllOf(service.db, user.id)).toBe(2);
    const ids = [(await tokenOf(token)).id, (await tokenOf(session)).id];
    expect((await summary()).slice(3)).toEqual([
      { what: 'revoke sign_in_codes null', by: byOperator },
      ...ids.map((id) => ({ what: `revoke tokens ${id}`, by: byOperator })),
    ]);
  });

  test.each<[string, (db: Kysely<Tables>) => Promise<unknown>]>([
    ['a sign-out', async (db) => endSession(db, await kept(), requestId)],
    ['a revocation', async (db) => revokeToken(db, (await tokenOf(await kept())).id)],
    ['the revocation of everything', (db) => revokeAllOf(db, service.userIds.reviewer)],
    ['a sign-in link', (db) => createCode(db, { userId: agent, role: 'agent' })],
  ])('%s is rolled back if it cannot be recorded', async (_, work) => {
    await kept();
    const state = async () => [
      await service.db.selectFrom('tokens').select(['id', 'revoked_at_unix']).orderBy('id').execute(),
      await service.db.selectFrom('sign_in_codes').select('hash').orderBy('hash').execute(),
    ];
    const before = await state();
    await expect(work(service.db.withPlugin(withoutEvents))).rejects.toThrow('no events');
    expect(await state()).toEqual(before);
  });

  let session: string | undefined;
  /** The token of a reviewer’s session that outlasts the tests. */
  async function kept() {
    session ??= await startSession(service.db, service.tokens.reviewer, { seconds: 3_600, requestId });
    if (session === undefined) throw new Error('The reviewer has no valid token.');
    return session;
  }
});

/** Fails every statement that would add an event. */
const withoutEvents: KyselyPlugin = {
  transformQuery: ({ node }) => {
    if (node.kind === 'InsertQueryNode' && node.into?.table.identifier.name === 'events') throw new Error('no events');
    return node;
  },
  transformResult: async ({ result }) => result,
};
