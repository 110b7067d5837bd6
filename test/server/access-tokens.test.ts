import { createHash } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { Tenant } from '#server/access/tenant.ts';
import { findIdentity, listTokens, mintToken, revokeToken } from '#server/access/tokens.ts';
import { migrate } from '#server/db/migrations/migrate.ts';
import { openSqlite } from '#server/db/sqlite/open-sqlite.ts';
import type { Tables } from '#server/db/tables.ts';

let tenant: Tenant;
const forStaff = { userId: 1, role: 'reviewer', roomId: null, expiresAtUnix: null } as const;

beforeEach(async () => {
  tenant = { name: 'harbor', db: openSqlite<Tables>(':memory:') };
  await migrate(tenant.db);
  await tenant.db.insertInto('users').values({ name: 'Mina', name_folded: 'mina', kind: 'staff' }).execute();
});

afterEach(async () => {
  vi.useRealTimers();
  await tenant.db.destroy();
});

describe('tokens', () => {
  test('a minted token finds its caller', async () => {
    const token = await mintToken(tenant.db, forStaff);
    expect((await findIdentity(tenant, token))?.caller).toEqual({ userId: 1, role: 'reviewer', roomId: null });
  });

  test('a token is 256 random bits, and the database stores only its hash', async () => {
    const tokens = [await mintToken(tenant.db, forStaff), await mintToken(tenant.db, forStaff)];
    expect(new Set(tokens).size).toBe(2);
    for (const token of tokens) expect(Buffer.from(token.slice('cs_'.length), 'base64url')).toHaveLength(32);
    const rows = await tenant.db.selectFrom('tokens').selectAll().execute();
    expect(rows.map((row) => row.hash)).toEqual(
      tokens.map((token) => createHash('sha256').update(token).digest('hex')),
    );
    for (const token of tokens) expect(JSON.stringify(rows)).not.toContain(token.slice(3));
  });

  test('a token is valid until the second in which it expires', async () => {
    vi.useFakeTimers({ now: 1_000_000_000_000, toFake: ['Date'] });
    const token = await mintToken(tenant.db, { ...forStaff, expiresAtUnix: 1_000_000_060 });
    vi.setSystemTime(1_000_000_059_999);
    expect(await findIdentity(tenant, token)).toBeDefined();
    vi.setSystemTime(1_000_000_060_000);
    expect(await findIdentity(tenant, token)).toBeUndefined();
  });

  test('a revoked token is refused from the next request on', async () => {
    const token = await mintToken(tenant.db, forStaff);
    const other = await mintToken(tenant.db, forStaff);
    expect(await findIdentity(tenant, token)).toBeDefined();
    expect(await revokeToken(tenant.db, 1)).toBe(true);
    expect(await findIdentity(tenant, token)).toBeUndefined();
    expect(await findIdentity(tenant, other)).toBeDefined();
    expect([await revokeToken(tenant.db, 1), await revokeToken(tenant.db, 99)]).toEqual([false, false]);
  });

  test('the list shows the owner of each token', async () => {
    await mintToken(tenant.db, forStaff);
    await mintToken(tenant.db, { ...forStaff, role: 'admin', expiresAtUnix: 2_000_000_000 });
    await revokeToken(tenant.db, 1);
    const [first, second] = await listTokens(tenant.db);
    expect(first).toMatchObject({ id: 1, user_id: 1, user_name: 'Mina', role: 'reviewer', expires_at_unix: null });
    expect(first?.revoked_at_unix).toBeTypeOf('number');
    expect(second).toMatchObject({ id: 2, role: 'admin', expires_at_unix: 2_000_000_000, revoked_at_unix: null });
  });

  test.each([
    ['an empty text', () => ''],
    ['another token', () => `cs_${'A'.repeat(43)}`],
    ['the hash of a token', (token: string) => createHash('sha256').update(token).digest('hex')],
    ['a token in upper case', (token: string) => token.toUpperCase()],
    ['a token with a trailing space', (token: string) => `${token} `],
    ['a truncated token', (token: string) => token.slice(0, -1)],
    ['SQL', () => "' or 1=1 --"],
  ])('%s finds no caller', async (_what, change) => {
    const token = await mintToken(tenant.db, forStaff);
    expect(await findIdentity(tenant, change(token))).toBeUndefined();
  });

  test('a token of one tenant is unknown to another', async () => {
    const token = await mintToken(tenant.db, forStaff);
    const other = { name: 'lumen', db: openSqlite<Tables>(':memory:') };
    await migrate(other.db);
    expect(await findIdentity(other, token)).toBeUndefined();
    await other.db.destroy();
  });
});
