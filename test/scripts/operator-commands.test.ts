import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { Tenants } from '#server/access/tenant.ts';
import { openTenants } from '#server/access/tenants.ts';
import { findCaller } from '#server/access/tokens.ts';
import { foldText } from '#server/db/fold.ts';
import { makeDataDir, removeDataDir } from '#test/service-process.ts';

// Starts and stops processes, which takes time on a busy machine.
vi.setConfig({ testTimeout: 30_000 });

let dataDir: string;
/** The running service's view of the tenants, beside the operator's commands. */
let tenants: Tenants;

beforeEach(async () => {
  dataDir = makeDataDir();
  tenants = await openTenants(dataDir);
});

afterEach(async () => {
  await tenants.close();
  removeDataDir(dataDir);
});

function run(command: string, ...args: string[]) {
  const env = { PATH: process.env.PATH, DATA_DIR: dataDir, NODE_COMPILE_CACHE: 'node_modules/.cache/compiled' };
  const { status, stdout, stderr } = spawnSync(process.execPath, [`scripts/${command}.ts`, ...args], {
    env,
    encoding: 'utf8',
  });
  return { status, out: stdout.trim(), err: stderr.trim() };
}

async function addHarbor() {
  const harbor = await tenants.add('harbor', ['harbor.example.com']);
  await harbor.db.insertInto('users').values({ name: 'Mina', name_folded: 'mina', kind: 'staff' }).execute();
  return harbor;
}

describe('npm run tenants', () => {
  test('adds a tenant and hosts beside the running service', async () => {
    const added = run('tenants', 'add', 'harbor', '--host', 'Support.example.com', '--host', 'desk.example.com');
    expect(added).toEqual({ status: 0, out: 'harbor answers to Support.example.com, desk.example.com.', err: '' });
    expect((await tenants.byHost('support.example.com'))?.name).toBe('harbor');
    expect(existsSync(`${dataDir}/tenants/harbor.sqlite`)).toBe(true);
    expect(run('tenants', 'list').out).toMatch(/'harbor'.*'desk\.example\.com'/);
  });

  test.each([
    [['add', 'Harbor', '--host', 'a.example'], '"Harbor" is not a tenant name'],
    [['add', 'harbor', '--host', '*'], '"*" is not a host name'],
    [['add', 'harbor'], 'npm run tenants -- add <name> --host <host>'],
    [[], 'npm run tenants -- add <name> --host <host>'],
    [['add', 'harbor', '--hots', 'a.example'], "Unknown option '--hots'"],
  ])('%j is refused', async (args, reason) => {
    const refused = run('tenants', ...args);
    expect([refused.status, refused.out]).toEqual([1, '']);
    expect(refused.err).toContain(reason);
    expect(await tenants.all()).toEqual([]);
  });
});

describe('npm run tokens', () => {
  test('mints a token, lists it without showing it, and revokes it', async () => {
    const harbor = await addHarbor();
    const minted = run('tokens', 'mint', '--tenant', 'harbor', '--user', '1', '--role', 'reviewer', '--days', '30');
    expect([minted.status, minted.err]).toEqual([0, 'For Mina, user 1 and reviewer of harbor. It is shown this once:']);
    expect((await findCaller(harbor, minted.out))?.caller).toEqual({ userId: 1, role: 'reviewer', roomId: null });
    const row = await harbor.db.selectFrom('tokens').selectAll().executeTakeFirstOrThrow();
    expect((row.expires_at_unix ?? 0) - row.created_at_unix).toBe(30 * 86_400);

    const listed = run('tokens', 'list');
    expect(listed.out).toContain('1 Mina');
    expect(listed.out + listed.err).not.toContain(minted.out.slice(3));

    expect(run('tokens', 'revoke', '1', '--tenant', 'harbor')).toMatchObject({ status: 0 });
    expect(await findCaller(harbor, minted.out)).toBeUndefined();
  });

  test('makes the first people of a new tenant, who find each other', async () => {
    run('tenants', 'add', 'lumen', '--host', 'lumen.example.com');
    const minted = run('tokens', 'mint', '--tenant', 'lumen', '--new-user', 'Zoë Ünal', '--role', 'admin');
    expect([minted.status, minted.err]).toEqual([0, 'For Zoë Ünal, user 1 and admin of lumen. It is shown this once:']);
    const lumen = await tenants.byHost('lumen.example.com');
    if (!lumen) throw new Error('There is no tenant lumen.');
    expect((await findCaller(lumen, minted.out))?.caller).toEqual({ userId: 1, role: 'admin', roomId: null });
    const person = await lumen.db.selectFrom('users').selectAll().executeTakeFirstOrThrow();
    expect(person).toMatchObject({ name: 'Zoë Ünal', name_folded: foldText('Zoë Ünal'), kind: 'staff' });
  });

  test.each([
    [['mint', '--user', '1', '--new-user', 'Zoë', '--role', 'admin'], 'npm run tokens -- mint'],
    [['mint', '--new-user', ' ', '--role', 'admin'], 'npm run tokens -- mint'],
    [['mint', '--new-user', 'Zoë', '--role', 'guest', '--room', '1'], 'Visitors come by the login of a client'],
    [['mint', '--user', '9', '--role', 'admin'], 'harbor has no user 9.'],
    [['mint', '--user', '1', '--role', 'owner'], 'npm run tokens -- mint'],
    [['mint', '--user', '-1', '--role', 'admin'], "'--user' argument is ambiguous"],
    [['mint', '--user', '1', '--role', 'guest'], 'A guest needs a --room'],
    [['mint', '--user', '1', '--role', 'admin', '--days', '1.5'], '--days 1.5: must be a whole number from 1 up.'],
    [
      ['mint', '--tenant', 'lumen', '--user', '1', '--role', 'admin'],
      'There is no tenant lumen. The tenants are harbor.',
    ],
    [['revoke', '7'], 'harbor has no token 7 that is good.'],
    [['revoke'], 'npm run tokens -- mint'],
    [['toast'], 'npm run tokens -- mint'],
  ])('%j is refused', async (args, reason) => {
    const harbor = await addHarbor();
    const refused = run('tokens', ...args);
    expect([refused.status, refused.out]).toEqual([1, '']);
    expect(refused.err).toContain(reason);
    expect(await harbor.db.selectFrom('tokens').selectAll().execute()).toEqual([]);
  });
});

describe('npm run seed', () => {
  test('makes the rooms and drafts that are asked for', async () => {
    const harbor = await addHarbor();
    const seeded = run('seed', '--tenant', 'harbor', '--rooms', '30', '--drafts', '2001');
    expect([seeded.status, seeded.err]).toEqual([0, '']);
    expect(seeded.out).toMatch(/^30 rooms of harbor in [\d.]+ s\n2001 drafts of harbor in [\d.]+ s$/);
    const rooms = await harbor.db.selectFrom('rooms').select('room_code').execute();
    const drafts = await harbor.db.selectFrom('support_draft_messages').select('status').execute();
    expect([new Set(rooms.map(({ room_code }) => room_code)).size, drafts.length]).toEqual([30, 2001]);
    expect(new Set(drafts.map(({ status }) => status))).toEqual(new Set(['in_review', 'approved', 'rejected']));
  });

  test.each([
    [['--tenant', 'harbor'], 'npm run seed -- --tenant <name>'],
    [['--rooms', '10000001'], 'npm run seed -- --tenant <name>'],
    [['--rooms', 'many'], '--rooms many: must be a whole number from 1 up.'],
    [['--drafts', '5'], 'has no room for drafts: give --rooms as well.'],
  ])('%j is refused', async (args, reason) => {
    await addHarbor();
    const refused = run('seed', ...args);
    expect([refused.status, refused.err]).toEqual([1, expect.stringContaining(reason)]);
  });
});
