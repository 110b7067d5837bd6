import { existsSync } from 'node:fs';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { consumeCode } from '#server/access/sign-in-codes.ts';
import type { Tenants } from '#server/access/tenant.ts';
import { openTenants } from '#server/access/tenants.ts';
import { findIdentity } from '#server/access/tokens.ts';
import { normalizeForSearch } from '#server/db/search/normalize-for-search.ts';
import { aToken, aUser } from '#test/builders.ts';
import { engine, newSharedPlace, type SharedPlace } from '#test/database-place.ts';
import { LONG_TIMEOUT_MS } from '#test/long-timeout.ts';
import { commandsForFile, runAlone } from '#test/operator-commands.ts';

/** A place for tenants, and the running service's view of them, beside the operator's commands. */
let shared: SharedPlace;
let tenants: Tenants;

async function openPlace() {
  shared = newSharedPlace();
  tenants = await openTenants(shared.place, LONG_TIMEOUT_MS);
}
async function closePlace() {
  await tenants.close();
  shared.remove();
}

const settings = () => ({ DATA_DIR: shared.dataDir, ...shared.settings });
const runTogether = commandsForFile();
const run = (command: string, ...args: string[]) => runTogether(settings(), command, ...args);
/** Runs a command in a process of its own. */
const runOwn = (command: string, ...args: string[]) => runAlone(settings(), command, ...args);

async function addHarbor() {
  const harbor = await tenants.add('harbor', ['harbor.example.com']);
  await aUser(harbor.db, { name: 'Mina' });
  return harbor;
}

describe('the command', () => {
  beforeEach(openPlace);
  afterEach(closePlace);

  describe('npm run tenants', () => {
    test('adds a tenant and hosts beside the running service', async () => {
      const added = await runOwn(
        'tenants',
        'add',
        'harbor',
        ...'--host Support.example.com --host desk.example.com'.split(' '),
      );
      expect(added).toEqual({
        status: 0,
        out: 'harbor is now reachable at Support.example.com, desk.example.com.',
        err: '',
      });
      expect((await tenants.byHost('support.example.com'))?.name).toBe('harbor');
      if (engine === 'SQLite') expect(existsSync(`${shared.dataDir}/tenants/harbor.sqlite`)).toBe(true);
      expect((await run('tenants', 'list')).out).toMatch(/'harbor'.*'desk\.example\.com'/);
      expect((await runOwn('tenants')).status).toBe(1);
    });

    test('describes a tenant', async () => {
      await addHarbor();
      expect((await run('tenants', 'describe', 'harbor')).out).toBe('harbor: title "Harbor", color not set.');
      const described = await run('tenants', 'describe', 'harbor', '--title', 'The Harbour Desk', '--color', '#0f766e');
      expect(described).toEqual({ status: 0, out: 'harbor: title "The Harbour Desk", color #0f766e.', err: '' });
      expect((await run('tenants', 'describe', 'harbor', '--color', '')).out).toBe(
        'harbor: title "The Harbour Desk", color not set.',
      );
      const harbor = await tenants.byName('harbor');
      const stored = await harbor?.db.selectFrom('tenant_profile').select('color').executeTakeFirst();
      expect(stored).toEqual({ color: null });
      expect((await run('tenants', 'describe', 'lumen')).err).toBe('There is no tenant named lumen.');
      expect((await run('tenants', 'describe', 'harbor', '--color', 'red')).err).toContain('"red" is not a color');
    });
  });

  describe('npm run tokens', () => {
    test('mints a token, lists it without showing it, and revokes it', async () => {
      const harbor = await addHarbor();
      const minted = await runOwn('tokens', ...'mint --tenant harbor --user 1 --role reviewer --days 30'.split(' '));
      expect([minted.status, minted.err]).toEqual([0, 'Token for Mina (user 1, reviewer) of harbor, shown only once:']);
      expect((await findIdentity(harbor, minted.out))?.caller).toEqual({ userId: 1, role: 'reviewer', roomId: null });
      const row = await harbor.db.selectFrom('tokens').selectAll().executeTakeFirstOrThrow();
      // The expiry is counted from when the command read the clock, shortly before the token was created.
      expect(((row.expires_at_unix ?? 0) - row.created_at_unix) / 86_400).toBeCloseTo(30, 3);

      const listed = await run('tokens', 'list');
      expect(listed.out).toContain('1 Mina');
      expect(listed.out + listed.err).not.toContain(minted.out.slice(3));

      expect(await run('tokens', 'revoke', '1', '--tenant', 'harbor')).toMatchObject({ status: 0 });
      expect(await findIdentity(harbor, minted.out)).toBeUndefined();
    });

    test('mints for ninety days by default, and revokes all tokens of a user', async () => {
      const harbor = await addHarbor();
      const mint = async () =>
        (await run('tokens', 'mint', '--tenant', 'harbor', '--user', '1', '--role', 'agent')).out;
      const [first, second] = [await mint(), await mint()];
      const row = await harbor.db.selectFrom('tokens').selectAll().executeTakeFirstOrThrow();
      expect(((row.expires_at_unix ?? 0) - row.created_at_unix) / 86_400).toBeCloseTo(90, 3);
      const revoked = await run('tokens', 'revoke', '--user', '1', '--tenant', 'harbor');
      expect(revoked).toEqual({ status: 0, out: 'harbor: revoked 2 tokens and sessions of user 1.', err: '' });
      for (const token of [first, second]) expect(await findIdentity(harbor, token)).toBeUndefined();
    });

    test('prints a link that signs in once', async () => {
      const harbor = await addHarbor();
      const made = await run('tokens', 'link', '--tenant', 'harbor', '--user', '1', '--role', 'reviewer');
      expect(made.err).toBe('One-time sign-in link for Mina (user 1, reviewer) of harbor, valid for ten minutes:');
      const [, code = ''] = /^http:\/\/harbor\.example\.com:4300\/connect#code=(\S+)$/.exec(made.out) ?? [];
      expect(await consumeCode(harbor.db, code)).toEqual({ userId: 1, role: 'reviewer' });
      expect(await consumeCode(harbor.db, code)).toBeUndefined();
    });

    test.each([
      ['https://x.example/', 'https://x.example'],
      ['https://X.example:443/desk?a#b', 'https://x.example'],
      ['http://localhost:5173', 'http://localhost:5173'],
    ])('prints a link for the origin %s', async (given, origin) => {
      const harbor = await addHarbor();
      const args = ['link', '--tenant', 'harbor', '--user', '1', '--role', 'reviewer', '--origin', given];
      const [before, code = ''] = (await run('tokens', ...args)).out.split('#code=');
      expect(before).toBe(`${origin}/connect`);
      expect(await consumeCode(harbor.db, code)).toEqual({ userId: 1, role: 'reviewer' });
    });

    test('lists a token whose expiry is beyond all dates', async () => {
      const harbor = await addHarbor();
      await aToken(harbor.db, 1);
      await harbor.db
        .updateTable('tokens')
        .set({ expires_at_unix: 86_400 * 999_999_999 })
        .execute();
      const listed = await run('tokens', 'list');
      expect([listed.status, listed.err]).toEqual([0, '']);
      expect(listed.out).toContain("'never'");
    });

    test('creates the first user of a new tenant', async () => {
      await run('tenants', 'add', 'lumen', '--host', 'lumen.example.com');
      const minted = await run('tokens', 'mint', '--tenant', 'lumen', '--new-user', 'Zoë Ünal', '--role', 'admin');
      expect([minted.status, minted.err]).toEqual([0, 'Token for Zoë Ünal (user 1, admin) of lumen, shown only once:']);
      const lumen = await tenants.byHost('lumen.example.com');
      if (!lumen) throw new Error('There is no tenant lumen.');
      expect((await findIdentity(lumen, minted.out))?.caller).toEqual({ userId: 1, role: 'admin', roomId: null });
      const person = await lumen.db.selectFrom('users').selectAll().executeTakeFirstOrThrow();
      expect(person).toMatchObject({ name: 'Zoë Ünal', name_folded: normalizeForSearch('Zoë Ünal'), kind: 'staff' });
      const events = await lumen.db
        .selectFrom('events')
        .select(['action', 'record_type', 'role', 'record_id'])
        .execute();
      expect(events).toEqual([
        { action: 'create', record_type: 'users', role: 'operator', record_id: 1 },
        { action: 'mint', record_type: 'tokens', role: 'operator', record_id: 1 },
      ]);
    });
  });

  describe('npm run seed', () => {
    test('creates the requested rooms and drafts', async () => {
      const harbor = await addHarbor();
      const seeded = await runOwn('seed', '--tenant', 'harbor', '--rooms', '30', '--drafts', '2001');
      expect([seeded.status, seeded.err]).toEqual([0, '']);
      expect(seeded.out).toMatch(/^harbor: added 30 rooms in [\d.]+ s\nharbor: added 2001 drafts in [\d.]+ s$/);
      const rooms = await harbor.db.selectFrom('rooms').select('room_code').execute();
      const drafts = await harbor.db.selectFrom('support_draft_messages').select('status').execute();
      expect([new Set(rooms.map(({ room_code }) => room_code)).size, drafts.length]).toEqual([30, 2001]);
      expect(new Set(drafts.map(({ status }) => status))).toEqual(new Set(['in_review', 'approved', 'rejected']));
    });
  });
});

describe('a refused command says why and changes nothing', () => {
  beforeAll(async () => {
    await openPlace();
    await addHarbor();
  });
  afterAll(closePlace);

  test.each<[string[], string]>([
    [['tenants', 'add', 'Harbor', '--host', 'a.example'], '"Harbor" is not a valid tenant name'],
    [['tenants', 'add', 'harbor', '--host', '*'], '"*" is not a valid host name'],
    [['tenants', 'add', 'harbor'], 'npm run tenants -- add <name> --host <host>'],
    [['tenants'], 'npm run tenants -- add <name> --host <host>'],
    [['tenants', 'add', 'harbor', '--hots', 'a.example'], "Unknown option '--hots'"],
    [['tenants', 'add', 'harbor', 'extra', '--host', 'a.example'], 'npm run tenants -- add <name> --host <host>'],
    [['tenants', 'describe', 'harbor', 'extra'], 'npm run tenants -- add <name> --host <host>'],
    [['tenants', 'list', 'extra'], 'npm run tenants -- add <name> --host <host>'],
    [['tokens', 'mint', '--user', '1', '--new-user', 'Zoë', '--role', 'admin'], 'npm run tokens -- mint'],
    [['tokens', 'mint', '--new-user', ' ', '--role', 'admin'], 'npm run tokens -- mint'],
    [['tokens', 'mint', '--new-user', 'Zoë', '--role', 'guest', '--room', '1'], '--new-user creates staff.'],
    [['tokens', 'mint', '--user', '9', '--role', 'admin'], 'harbor has no user with the id 9.'],
    [['tokens', 'mint', '--user', '1', '--role', 'owner'], 'npm run tokens -- mint'],
    [['tokens', 'mint', '--user', '-1', '--role', 'admin'], "'--user' argument is ambiguous"],
    [['tokens', 'mint', '--user', '1', '--role', 'guest'], 'The role guest requires --room'],
    [['tokens', 'mint', '--user', '1', '--role', 'admin', '--days', '1.5'], '--days 1.5: must be a positive integer.'],
    [['tokens', 'mint', '--user', '1', '--role', 'admin', '--days', '10000'], '--days 10000: must be at most 9999.'],
    [
      ['tokens', 'link', '--user', '1', '--role', 'admin', '--origin', 'x.example'],
      '--origin x.example: must be an address',
    ],
    [
      ['tokens', 'link', '--user', '1', '--role', 'admin', '--origin', 'ftp://x.example'],
      '--origin ftp://x.example: must be',
    ],
    [
      ['tokens', 'mint', '--tenant', 'lumen', '--user', '1', '--role', 'admin'],
      'There is no tenant named lumen. The tenants are harbor.',
    ],
    [['tokens', 'revoke', '7'], 'harbor has no valid token with the id 7.'],
    [['tokens', 'revoke'], 'npm run tokens -- mint'],
    [['tokens', 'revoke', '7', '8'], 'npm run tokens -- mint'],
    [['tokens', 'revoke', '7', '--user', '1'], 'npm run tokens -- mint'],
    [['tokens', 'mint', 'extra', '--user', '1', '--role', 'admin'], 'npm run tokens -- mint'],
    [['tokens', 'link', 'extra', '--user', '1', '--role', 'admin'], 'npm run tokens -- mint'],
    [['tokens', 'list', 'extra'], 'npm run tokens -- mint'],
    [['tokens', 'toast'], 'npm run tokens -- mint'],
    [['seed', '--tenant', 'harbor'], 'npm run seed -- --tenant <name>'],
    [['seed', '--rooms', '10000001'], 'npm run seed -- --tenant <name>'],
    [['seed', '--rooms', 'many'], '--rooms many: must be a positive integer.'],
    [['seed', '--drafts', '5'], 'has no rooms for drafts: specify --rooms as well.'],
  ])('%j', async ([command = '', ...args], reason) => {
    const refused = await run(command, ...args);
    expect([refused.status, refused.out]).toEqual([1, '']);
    expect(refused.err).toContain(reason);
    const [harbor, ...others] = await tenants.all();
    expect(others).toEqual([]);
    for (const table of ['tokens', 'rooms', 'support_draft_messages'] as const) {
      expect(await harbor?.db.selectFrom(table).selectAll().execute()).toEqual([]);
    }
  });
});
