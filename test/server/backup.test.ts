import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { findIdentity, revokeToken } from '#server/access/tokens.ts';
import { loadDemo } from '#server/demo/load-demo.ts';
import { aDraft, aKeyword, aMessage, aRoom, aToken, aUser } from '#test/builders.ts';
import { engine } from '#test/database-place.ts';
import { runAlone } from '#test/operator-commands.ts';
import { databaseForEachTest, everything } from './backup-fixture.ts';

const { open, run, settings, file, folder, tenants, backUp, restore } = databaseForEachTest();

const actionsOf = ({ events }: Awaited<ReturnType<typeof everything>>) => events.map(({ action }) => action);

test('a tenant moves from SQLite to the database under test and back without losing a row', async () => {
  const home = folder('home');
  const embedded = await open(home);
  await loadDemo(embedded);
  const harbor = await embedded.byName('harbor');
  if (!harbor) throw new Error('There is no tenant harbor.');
  const user = await aUser(harbor.db, { name: 'Zoë 日本 ﬁ \\ % _ 🚢' });
  const token = await aToken(harbor.db, user.id);
  // The newest record is deleted, and its id must not be reused.
  const gone = await aKeyword(harbor.db);
  await harbor.db.deleteFrom('master_keywords').where('id', '=', gone.id).execute();

  const backedUp = await runAlone({ DATA_DIR: home }, 'backup', '--tenant', 'harbor', '--to', file());
  expect(backedUp).toMatchObject({ status: 0, err: '' });
  const before = await everything(embedded);
  expect(actionsOf(before).slice(-2)).toEqual(['mint', 'backup']);
  expect(before.profile).toEqual([{ id: 1, title: 'The Harbour Desk', color: '#0f766e' }]);
  expect(before.nextIds[0]).toBe(gone.id + 1);
  expect(statSync(file()).mode & 0o777).toBe(0o600);
  const restored = await runAlone(settings(), 'restore', '--tenant', 'harbor', '--from', file(), '--keep-tokens');
  expect(restored).toEqual({ status: 0, out: `Restored harbor from ${file()}.`, err: '' });
  const there = await tenants().byHost('harbor.localhost');
  expect(there?.name).toBe('harbor');
  const moved = await everything(tenants());
  expect(moved).toEqual({ ...before, events: [...before.events, expect.objectContaining({ action: 'restore' })] });
  if (there)
    expect((await findIdentity(there, token))?.caller).toEqual({ userId: user.id, role: 'admin', roomId: null });

  const back = `${file()}.back`;
  expect((await run('backup', ['--tenant', 'harbor', '--to', back])).status).toBe(0);
  const returned = folder('returned');
  expect((await run('restore', ['--tenant', 'harbor', '--from', back, '--keep-tokens'], returned)).status).toBe(0);
  const embeddedAgain = await open(returned);
  expect((await everything(embeddedAgain)).rooms).toEqual(before.rooms);
  const { nextIds: _, events: __, ...rows } = before;
  const again = await everything(embeddedAgain);
  expect(again).toMatchObject(rows);
  expect(again.events.slice(0, -2)).toEqual(moved.events);
  expect(actionsOf(again).slice(-2)).toEqual(['backup', 'restore']);
  expect(readdirSync(join(file(), '..')).filter((name) => name.includes('part'))).toEqual([]);
});

test('a backup taken during writes is a consistent snapshot', async () => {
  const { db } = await tenants().add('harbor', ['harbor.example']);
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
    await expect.poll(() => written, { interval: 5 }).toBeGreaterThan(round * 7);
    expect(await backUp()).toMatchObject({ status: 0, err: '' });
    const name = `copy${round}`;
    const before = written;
    expect((await run('restore', ['--tenant', name, '--from', file(), '--host', `${name}.example`])).status).toBe(0);
    const { rooms, drafts, messages } = await everything(tenants(), name);
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
  const { db } = await tenants().add('harbor', ['harbor.example']);
  const kept = await aKeyword(db, { key_name: 'kept' });
  expect((await backUp()).status).toBe(0);
  const later = await aKeyword(db, { key_name: 'later' });
  await db.updateTable('master_keywords').set({ key_title: 'changed' }).where('id', '=', kept.id).execute();

  const refused = await restore();
  expect([refused.status, refused.err]).toEqual([1, expect.stringContaining('specify --replace to replace its data')]);
  expect((await everything(tenants())).keywords.length).toBe(2);
  expect((await restore('--replace')).status).toBe(0);
  expect((await everything(tenants())).keywords).toEqual([kept]);
  expect((await aKeyword(db)).id).toBeGreaterThan(later.id);
  expect((await tenants().byHost('harbor.example'))?.name).toBe('harbor');
});

test('a restore keeps the audit events since the backup, and adds its own', async () => {
  const harbor = await tenants().add('harbor', ['harbor.example']);
  const { id } = await aUser(harbor.db);
  const early = await aToken(harbor.db, id);
  await backUp();
  await revokeToken(harbor.db, 1);
  await aToken(harbor.db, id);
  const before = await everything(tenants());
  expect(actionsOf(before)).toEqual(['mint', 'backup', 'revoke', 'mint']);
  expect((await restore('--replace')).status).toBe(0);
  const after = await everything(tenants());
  expect(after.events.slice(0, 4)).toEqual(before.events);
  expect(after.events.slice(4)).toEqual([
    expect.objectContaining({ action: 'restore', role: 'operator', record_type: 'tenants' }),
    expect.objectContaining({ action: 'revoke', role: 'operator', record_type: 'tokens', record_id: 1 }),
  ]);
  expect(await findIdentity(harbor, early)).toBeUndefined();
  await expect(harbor.db.deleteFrom('events').execute()).rejects.toThrow('events can only be added');
});

test('a restore of another tenant’s file() appends its events to the existing ones', async () => {
  const harbor = await tenants().add('harbor', ['harbor.example']);
  await aToken(harbor.db, (await aUser(harbor.db)).id);
  await backUp();
  const lumen = await tenants().add('lumen', ['lumen.example']);
  const event = { user_id: null, role: 'operator', request_id: null, record_type: 'tests', record_id: null };
  for (const action of ['first', 'second', 'third']) {
    const values = { ...event, action, created_at_ms: 1, fields_before: null, fields_after: null };
    await lumen.db.insertInto('events').values(values).execute();
  }
  expect((await run('restore', ['--tenant', 'lumen', '--from', file(), '--replace', '--keep-tokens'])).status).toBe(0);
  const after = await everything(tenants(), 'lumen');
  expect(actionsOf(after)).toEqual(['first', 'second', 'third', 'mint', 'backup', 'restore']);
});

test('a restore never makes a revoked token valid again', async () => {
  const harbor = await tenants().add('harbor', ['harbor.example']);
  const { id: userId } = await aUser(harbor.db);
  const [kept, revoked] = [await aToken(harbor.db, userId), await aToken(harbor.db, userId)];
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
  const harbor = await tenants().add('harbor', ['harbor.example']);
  const token = await aToken(harbor.db, (await aUser(harbor.db)).id);
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
