import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { copyFileSync, existsSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { type Kysely, sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { Tenants } from '#server/access/tenant.ts';
import { openTenants } from '#server/access/tenants.ts';
import { findIdentity, mintToken, revokeToken } from '#server/access/tokens.ts';
import { openSqlite } from '#server/db/sqlite/open-sqlite.ts';
import type { Tables } from '#server/db/tables.ts';
import { BrokenDatabaseError } from '#server/db/unavailable.ts';
import { loadDemo } from '#server/demo/load-demo.ts';
import { aDraft, aKeyword, aMessage, aRoom, aUser } from '#test/builders.ts';
import { engine, newSharedPlace, type SharedPlace } from '#test/database-place.ts';
import { PATIENT_MS } from '#test/patience.ts';
import { makeDataDir } from '../service-process.ts';
import { readRows } from './demo-rows.ts';

let shared: SharedPlace;
let file: string;
/** The running service's view of the tenants, beside the operator's commands. */
let tenants: Tenants;
const opened: Tenants[] = [];

beforeEach(async () => {
  shared = newSharedPlace();
  file = join(shared.dataDir, '..', 'harbor.backup');
  tenants = await open(shared.place);
});

afterEach(async () => {
  for (const each of opened.splice(0)) await each.close();
  shared.remove();
});

async function open(place: string) {
  const each = await openTenants(place, PATIENT_MS);
  opened.push(each);
  return each;
}

/** Runs an operator's command on the test's database, or on a folder. */
async function run(command: string, args: readonly string[], dataDir?: string) {
  const settings = dataDir === undefined ? { DATA_DIR: shared.dataDir, ...shared.settings } : { DATA_DIR: dataDir };
  const child = spawn(process.execPath, [`scripts/${command}.ts`, ...args], {
    env: { PATH: process.env.PATH, NODE_COMPILE_CACHE: 'node_modules/.cache/compiled', ...settings },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const [out, err] = await Promise.all([child.stdout.toArray(), child.stderr.toArray(), once(child, 'close')]);
  return {
    status: child.exitCode,
    out: Buffer.concat(out).toString().trim(),
    err: Buffer.concat(err).toString().trim(),
  };
}

const backUp = (to = file) => run('backup', ['--tenant', 'harbor', '--to', to]);
const restore = (...args: string[]) => run('restore', ['--tenant', 'harbor', '--from', file, ...args]);

/** Every row of a tenant, tokens included, and the next ids of keywords and users. */
async function everything(of: Tenants, name = 'harbor') {
  const tenant = await of.byName(name);
  if (!tenant) throw new Error(`There is no tenant ${name}.`);
  const tokens = (await tenant.db.selectFrom('tokens').selectAll().orderBy('id').execute()).map(
    // Changes whenever the test itself uses a token.
    ({ last_used_at_unix: _, ...token }) => token,
  );
  const events = await tenant.db.selectFrom('events').selectAll().orderBy('id').execute();
  const profile = await tenant.db.selectFrom('tenant_profile').selectAll().execute();
  const waits = await tenant.db.selectFrom('waits').selectAll().orderBy('id').execute();
  const recording = await tenant.db.selectFrom('wait_recording').selectAll().execute();
  const nextIds = await tenant.db
    .transaction()
    .execute(async (db) => {
      const keyword = await aKeyword(db);
      const user = await aUser(db);
      throw Object.assign(new Error('rolled back'), { ids: [keyword.id, user.id] });
    })
    .catch((error) => error.ids);
  return { ...(await readRows({ tenants: of, people: [] }, name)), tokens, events, profile, waits, recording, nextIds };
}

const actionsOf = ({ events }: Awaited<ReturnType<typeof everything>>) => events.map(({ action }) => action);

test('a tenant moves from SQLite to the database under test and back without losing a row', async () => {
  const home = makeDataDir();
  const embedded = await open(home);
  await loadDemo(embedded);
  const harbor = await embedded.byName('harbor');
  if (!harbor) throw new Error('There is no tenant harbor.');
  const user = await aUser(harbor.db, { name: 'Zoë 日本 ﬁ \\ % _ 🚢' });
  const token = await mintToken(harbor.db, { userId: user.id, role: 'admin', roomId: null, expiresAtUnix: null });
  // The newest record is deleted, and its id must not be reused.
  const gone = await aKeyword(harbor.db);
  await harbor.db.deleteFrom('master_keywords').where('id', '=', gone.id).execute();

  expect(await run('backup', ['--tenant', 'harbor', '--to', file], home)).toMatchObject({ status: 0, err: '' });
  const before = await everything(embedded);
  expect(actionsOf(before).slice(-2)).toEqual(['mint', 'backup']);
  expect(before.profile).toEqual([{ id: 1, title: 'The Harbour Desk', color: '#0f766e' }]);
  expect(before.nextIds[0]).toBe(gone.id + 1);
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(await restore('--keep-tokens')).toEqual({ status: 0, out: `Restored harbor from ${file}.`, err: '' });
  const there = await tenants.byHost('harbor.localhost');
  expect(there?.name).toBe('harbor');
  const moved = await everything(tenants);
  expect(moved).toEqual({ ...before, events: [...before.events, expect.objectContaining({ action: 'restore' })] });
  if (there)
    expect((await findIdentity(there, token))?.caller).toEqual({ userId: user.id, role: 'admin', roomId: null });

  const back = `${file}.back`;
  expect((await backUp(back)).status).toBe(0);
  const returned = makeDataDir();
  expect((await run('restore', ['--tenant', 'harbor', '--from', back, '--keep-tokens'], returned)).status).toBe(0);
  const embeddedAgain = await open(returned);
  expect((await everything(embeddedAgain)).rooms).toEqual(before.rooms);
  const { nextIds: _, events: __, ...rows } = before;
  const again = await everything(embeddedAgain);
  expect(again).toMatchObject(rows);
  expect(again.events.slice(0, -2)).toEqual(moved.events);
  expect(actionsOf(again).slice(-2)).toEqual(['backup', 'restore']);
  expect(readdirSync(join(file, '..')).filter((name) => name.includes('part'))).toEqual([]);
});

test('a backup taken during writes is a consistent snapshot', async () => {
  const { db } = await tenants.add('harbor', ['harbor.example']);
  let isGoing = true;
  let written = 0;
  const writing = (async () => {
    for (; isGoing; written += 1) {
      await db.transaction().execute(async (transaction) => {
        const room = await aRoom(transaction, { room_code: `code ${written}` });
        await aDraft(transaction, { room_id: room.id });
        await aMessage(transaction, { room_id: room.id });
      });
      await delay(5);
    }
  })();
  for (let round = 0; round < 4; round += 1) {
    expect(await backUp()).toMatchObject({ status: 0, err: '' });
    const name = `copy${round}`;
    const before = written;
    expect((await run('restore', ['--tenant', name, '--from', file, '--host', `${name}.example`])).status).toBe(0);
    const { rooms, drafts, messages } = await everything(tenants, name);
    expect(rooms.length).toBeGreaterThan(0);
    expect(rooms.length).toBeLessThanOrEqual(before + 1);
    expect(rooms.map(({ room_code }) => room_code)).toEqual(rooms.map((_, index) => `code ${index}`));
    expect(drafts.map(({ room_id }) => room_id)).toEqual(rooms.map(({ id }) => id));
    expect(messages.map(({ id }) => id)).toEqual(rooms.map(({ last_message_id }) => last_message_id));
  }
  isGoing = false;
  await writing;
  expect(written).toBeGreaterThan(20);
});

test('a restore replaces existing data only with --replace, completely, and never reuses ids', async () => {
  const { db } = await tenants.add('harbor', ['harbor.example']);
  const kept = await aKeyword(db, { key_name: 'kept' });
  expect((await backUp()).status).toBe(0);
  const later = await aKeyword(db, { key_name: 'later' });
  await db.updateTable('master_keywords').set({ key_title: 'changed' }).where('id', '=', kept.id).execute();

  const refused = await restore();
  expect([refused.status, refused.err]).toEqual([1, expect.stringContaining('specify --replace to replace its data')]);
  expect((await everything(tenants)).keywords.length).toBe(2);
  expect((await restore('--replace')).status).toBe(0);
  expect((await everything(tenants)).keywords).toEqual([kept]);
  expect((await aKeyword(db)).id).toBeGreaterThan(later.id);
  expect((await tenants.byHost('harbor.example'))?.name).toBe('harbor');
});

test('a restore keeps the audit events since the backup, and adds its own', async () => {
  const harbor = await tenants.add('harbor', ['harbor.example']);
  const { id: userId } = await aUser(harbor.db);
  const claims = { userId, role: 'agent', roomId: null, expiresAtUnix: null } as const;
  const early = await mintToken(harbor.db, claims);
  await backUp();
  await revokeToken(harbor.db, 1);
  await mintToken(harbor.db, claims);
  const before = await everything(tenants);
  expect(actionsOf(before)).toEqual(['mint', 'backup', 'revoke', 'mint']);
  expect((await restore('--replace')).status).toBe(0);
  const after = await everything(tenants);
  expect(after.events.slice(0, 4)).toEqual(before.events);
  expect(after.events.slice(4)).toEqual([
    expect.objectContaining({ action: 'restore', role: 'operator', record_type: 'tenants' }),
    expect.objectContaining({ action: 'revoke', role: 'operator', record_type: 'tokens', record_id: 1 }),
  ]);
  expect(await findIdentity(harbor, early)).toBeUndefined();
  await expect(harbor.db.deleteFrom('events').execute()).rejects.toThrow('events can only be added');
});

test('a restore of another tenant’s file appends its events to the existing ones', async () => {
  const harbor = await tenants.add('harbor', ['harbor.example']);
  await mintToken(harbor.db, {
    userId: (await aUser(harbor.db)).id,
    role: 'agent',
    roomId: null,
    expiresAtUnix: null,
  });
  await backUp();
  const lumen = await tenants.add('lumen', ['lumen.example']);
  const event = { user_id: null, role: 'operator', request_id: null, record_type: 'tests', record_id: null };
  for (const action of ['first', 'second', 'third']) {
    const values = { ...event, action, created_at_ms: 1, fields_before: null, fields_after: null };
    await lumen.db.insertInto('events').values(values).execute();
  }
  expect((await run('restore', ['--tenant', 'lumen', '--from', file, '--replace', '--keep-tokens'])).status).toBe(0);
  const after = await everything(tenants, 'lumen');
  expect(actionsOf(after)).toEqual(['first', 'second', 'third', 'mint', 'backup', 'restore']);
});

test('a restore never makes a revoked token valid again', async () => {
  const harbor = await tenants.add('harbor', ['harbor.example']);
  const { id: userId } = await aUser(harbor.db);
  const mint = () => mintToken(harbor.db, { userId, role: 'agent', roomId: null, expiresAtUnix: null });
  const [kept, revoked] = [await mint(), await mint()];
  expect((await backUp()).status).toBe(0);
  await revokeToken(harbor.db, 2);
  const restored = await restore('--replace');
  expect(restored.out).toContain('Revoked 1 token(s) that were not valid before the restore');
  expect((await findIdentity(harbor, kept))?.caller.userId).toBe(userId);
  expect(await findIdentity(harbor, revoked)).toBeUndefined();
});

// SQLite has one writer at a time: the restore cannot begin before the revocation is over.
const onPostgres = engine === 'PostgreSQL' ? test : () => {};
onPostgres('a revocation in progress when a restore begins is kept', async () => {
  const harbor = await tenants.add('harbor', ['harbor.example']);
  const { id: userId } = await aUser(harbor.db);
  const token = await mintToken(harbor.db, { userId, role: 'agent', roomId: null, expiresAtUnix: null });
  expect((await backUp()).status).toBe(0);
  const tokens = `${harbor.schema}.tokens`;
  const waiting = sql<{ count: number }>`
    select count(*)::int as count from pg_locks where not granted and relation = ${tokens}::regclass`;
  const restoring = await harbor.db.transaction().execute(async (db) => {
    await db.updateTable('tokens').set({ revoked_at_unix: 1 }).execute();
    const restoring = restore('--replace');
    await expect.poll(async () => (await waiting.execute(harbor.db)).rows).toEqual([{ count: 1 }]);
    // Wrapped in an object, because the transaction would wait for a returned promise.
    return { result: restoring };
  });
  expect((await restoring.result).out).toContain('Revoked 1 token(s)');
  expect(await findIdentity(harbor, token)).toBeUndefined();
});

/** Adds a duplicate keyword to the backup file, which a restore cannot store. */
async function spoilBackup() {
  const copy = openSqlite<Tables>(file);
  // Drops the constraints, as in a damaged or edited file.
  await sql`create table plain as select * from master_keywords`.execute(copy);
  await sql`drop table master_keywords`.execute(copy);
  await sql`alter table plain rename to master_keywords`.execute(copy);
  for (const id of [2, 3]) await aKeyword(copy, { id, version: 1, key_name: 'taken' });
  await copy.destroy();
}

describe('a tenant whose database is missing', () => {
  let minutes = 0;
  /** Looks up the tenant's host a minute later, when the service tries to open the database again. */
  const tryAgain = async (service: Tenants) => {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 60_000 * ++minutes });
    return service.byHost('harbor.example').finally(() => vi.useRealTimers());
  };
  const filesOfTenants = () => (engine === 'SQLite' ? readdirSync(join(shared.dataDir, 'tenants')) : []);

  beforeEach(async () => {
    const harbor = await tenants.add('harbor', ['harbor.example']);
    await aKeyword(harbor.db, { key_name: 'kept' });
    expect((await backUp()).status).toBe(0);
    if (harbor.schema) await sql`drop schema ${sql.id(harbor.schema)} cascade`.execute(harbor.db);
    for (const name of filesOfTenants()) rmSync(join(shared.dataDir, 'tenants', name));
  });

  test('stays set aside during a restore, and after the restore has failed', async () => {
    const service = await open(shared.place);
    await expect(tryAgain(service)).rejects.toThrow(BrokenDatabaseError);
    const command = await open(shared.place);
    const restoring = command.create('harbor', async ({ db }) => {
      await aKeyword(db, { key_name: 'first' });
      await expect(tryAgain(service)).rejects.toThrow('The database of harbor is missing.');
      throw new Error('The disk is full.');
    });
    await expect(restoring).rejects.toThrow('The disk is full.');
    await expect(tryAgain(service)).rejects.toThrow('The database of harbor is missing.');
    expect(filesOfTenants()).toEqual([]);
  });

  test('is restored completely or not at all', async () => {
    const service = await open(shared.place);
    const whole = `${file}.whole`;
    copyFileSync(file, whole);
    await spoilBackup();
    const refused = await restore();
    expect([refused.status, refused.err]).toEqual([1, expect.stringContaining('master_keywords 3 cannot be stored: ')]);
    await expect(tryAgain(service)).rejects.toThrow('The database of harbor is missing.');
    expect(filesOfTenants()).toEqual([]);

    expect(await run('restore', ['--tenant', 'harbor', '--from', whole])).toMatchObject({ status: 0, err: '' });
    expect((await tryAgain(service))?.name).toBe('harbor');
    expect((await everything(service)).keywords).toMatchObject([{ key_name: 'kept' }]);
  });
});

describe('a restore names the record that cannot be stored, and replaces nothing', () => {
  test('because a unique value is taken', async () => {
    const { db } = await tenants.add('harbor', ['harbor.example']);
    await aKeyword(db, { key_name: 'kept' });
    expect((await backUp()).status).toBe(0);
    await spoilBackup();
    const refused = await restore('--replace');
    expect([refused.status, refused.out]).toEqual([1, '']);
    expect(refused.err).toContain('master_keywords 3 cannot be stored: ');
    expect((await everything(tenants)).keywords).toMatchObject([{ key_name: 'kept' }]);
  });

  const cases: [string, (db: Kysely<Tables>) => Promise<{ id: number }>, RegExp][] = [
    ['it is too long', (db) => aRoom(db, { name: randomBytes(30_000).toString('base64') }), /index row/],
    ['it is of another type', (db) => aRoom(db, { enabled: 'perhaps' as unknown as number }), /invalid input syntax/],
  ];
  // Only PostgreSQL limits the size of index entries and enforces column types.
  const eachOnPostgres = engine === 'PostgreSQL' ? test.each(cases) : () => {};
  eachOnPostgres('because %s', async (_, make, reason) => {
    const { db } = await tenants.add('harbor', ['harbor.example']);
    await aKeyword(db, { key_name: 'kept' });
    const elsewhere = makeDataDir();
    const embedded = await (await open(elsewhere)).add('harbor', ['harbor.example']);
    await aRoom(embedded.db);
    const { id } = await make(embedded.db);
    expect((await run('backup', ['--tenant', 'harbor', '--to', file], elsewhere)).status).toBe(0);
    const refused = await restore('--replace');
    expect([refused.status, refused.out]).toEqual([1, '']);
    expect(refused.err).toContain(`rooms ${id} cannot be stored: `);
    expect(refused.err).toMatch(reason);
    expect((await everything(tenants)).keywords).toMatchObject([{ key_name: 'kept' }]);
  });
});

test('a failed restore changes nothing', async () => {
  await tenants.add('lumen', ['harbor.example']);
  const elsewhere = makeDataDir();
  const { db } = await (await open(elsewhere)).add('harbor', ['harbor.example']);
  await aKeyword(db);
  expect((await run('backup', ['--tenant', 'harbor', '--to', file], elsewhere)).status).toBe(0);
  expect((await restore()).err).toBe('The host harbor.example belongs to the tenant lumen.');
  expect(await tenants.byName('harbor')).toBeUndefined();
  expect((await restore('--host', 'other.example')).status).toBe(0);
  expect((await everything(tenants)).keywords.length).toBe(1);

  writeFileSync(file, 'not a database at all, but long enough to look like one '.repeat(100));
  expect((await restore('--replace')).err).toMatch(/is not a backup of a tenant: /);
  await sql`select 1`.execute(db);
  expect((await everything(tenants)).keywords.length).toBe(1);
});

test.each([
  ['backup', ['--tenant', 'harbor'], 'npm run backup -- --tenant <name> --to <file>'],
  ['backup', ['--tenant', 'unknown', '--to', 'x'], 'There is no tenant named unknown.'],
  ['backup', ['--tenant', 'harbor', '--to', '/nowhere/x'], '/nowhere: no such folder.'],
  ['restore', ['--tenant', 'harbor'], 'npm run restore -- --tenant <name> --from <file>'],
  ['restore', ['--tenant', 'new', '--from', '/nowhere/x'], '/nowhere/x: no such file.'],
])('%s %j fails with a one-line message', async (command, args, reason) => {
  await tenants.add('harbor', ['harbor.example']);
  const refused = await run(command, args);
  expect([refused.status, refused.out]).toEqual([1, '']);
  expect(refused.err).toContain(reason);
  expect(existsSync('x')).toBe(false);
});
