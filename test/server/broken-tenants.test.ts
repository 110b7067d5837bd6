import { closeSync, existsSync, openSync, renameSync, statSync, writeFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, test, vi } from 'vitest';
import type { Tenant, Tenants } from '#server/access/tenant.ts';
import { inReaderProcesses } from '#server/db/sqlite/open-sqlite.ts';
import { transact } from '#server/db/transact.ts';
import { BrokenDatabaseError } from '#server/db/unavailable.ts';
import { aRoom, aUser } from '#test/builders.ts';
import { addUser, folderForEachTest, userNames } from './tenants-folder.ts';

type Db = Tenant['db'];

const { folder, open } = folderForEachTest();

const lumenFile = () => join(folder(), 'tenants', 'lumen.sqlite');

async function addTwo() {
  const before = await open();
  await before.add('harbor', ['harbor.example.com']);
  await before.add('lumen', ['lumen.example.com']);
  await before.close();
}

/** Overwrites all rows of the file, but not its schema. */
function damage() {
  const afterSchema = 8_192;
  const rest = Buffer.alloc(statSync(lumenFile()).size - afterSchema, 0xff);
  const file = openSync(lumenFile(), 'r+');
  writeSync(file, rest, 0, rest.length, afterSchema);
  closeSync(file);
}

/** Moves the database file, with its WAL and shared-memory files. */
function move(from: string, to: string) {
  for (const end of ['', '-wal', '-shm']) {
    if (existsSync(lumenFile() + from + end)) renameSync(lumenFile() + from + end, lumenFile() + to + end);
  }
}
const moveAway = () => move('', '.away');
const moveBack = () => move('.away', '');

/** Recreates the tenant like a restore in another process. */
async function createAgain() {
  const command = await open();
  await command.create('lumen', [], ({ db }) => aUser(db, { name: 'Ada' }));
  await command.close();
}

/** Runs the work with the clock another minute ahead, when the next retry is due. */
let aheadMs = 0;
async function later(work: () => Promise<void>) {
  aheadMs += 60_000;
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + aheadMs });
  await work();
  vi.useRealTimers();
}

const isSetAside = async (tenants: Tenants) => {
  await expect(tenants.byHost('lumen.example.com')).rejects.toThrow(BrokenDatabaseError);
  expect(await tenants.byName('lumen')).toBeUndefined();
  expect(await tenants.findFaults()).toMatchObject([{ part: 'tenant', name: 'lumen' }]);
  expect((await tenants.byHost('harbor.example.com'))?.name).toBe('harbor');
};

test('a damaged tenant is set aside and reported as a fault, while the other tenants are served', async () => {
  await addTwo();
  writeFileSync(lumenFile(), 'not a database '.repeat(1_000));
  const tenants = await open();
  expect((await tenants.byHost('harbor.example.com'))?.name).toBe('harbor');
  await expect(tenants.byHost('lumen.example.com')).rejects.toThrow(BrokenDatabaseError);
  expect(await tenants.byName('lumen')).toBeUndefined();
  expect(await tenants.findFaults()).toEqual([
    {
      part: 'tenant',
      name: 'lumen',
      error: expect.objectContaining({ message: expect.stringContaining(lumenFile()) }),
    },
  ]);
});

test('a missing tenant is never recreated empty, and returns once its file is back', async () => {
  await addTwo();
  moveAway();
  const tenants = await open();
  await expect(tenants.byHost('lumen.example.com')).rejects.toThrow('The database of lumen is missing.');
  await expect(tenants.add('lumen', ['other.example.com'])).rejects.toThrow('The database of lumen is missing.');
  expect(existsSync(lumenFile())).toBe(false);
  expect((await tenants.all()).map(({ name }) => name)).toEqual(['harbor']);

  moveBack();
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 60_000 });
  expect((await tenants.byHost('lumen.example.com'))?.name).toBe('lumen');
  vi.useRealTimers();
  expect(await tenants.findFaults()).toEqual([]);
});

test('a missing tenant is unavailable, not unknown, during and after a failed attempt to reopen it', async () => {
  await addTwo();
  const before = await open();
  const lumen = await before.byName('lumen');
  await lumen?.db
    .withTables<{ kysely_migration: { name: string; timestamp: string } }>()
    .insertInto('kysely_migration')
    .values({ name: '999-newer', timestamp: '' })
    .execute();
  await before.close();
  moveAway();
  const tenants = await open();
  moveBack();
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 60_000 });
  const [tried, concurrent] = await Promise.allSettled([
    tenants.byHost('lumen.example.com'),
    tenants.byHost('lumen.example.com'),
  ]);
  expect(tried).toMatchObject({ reason: { message: expect.stringContaining('newer version') } });
  expect(concurrent).toMatchObject({ reason: expect.any(BrokenDatabaseError) });
  await expect(tenants.byHost('lumen.example.com')).rejects.toThrow(BrokenDatabaseError);
  vi.setSystemTime(Date.now() + 60_000);
  expect(await tenants.findFaults()).toMatchObject([
    { part: 'tenant', name: 'lumen', error: { message: expect.stringContaining('newer version') } },
  ]);
  vi.useRealTimers();
});

test('a tenant is reported as a fault if it is damaged while the service runs', async () => {
  await addTwo();
  const tenants = await open();
  damage();
  expect(await tenants.findFaults()).toMatchObject([{ part: 'tenant', name: 'lumen' }]);
});

test.each([
  ['a write', (db: Db) => aRoom(db)],
  ['a read', (db: Db) => db.selectFrom('users').selectAll().execute()],
  [
    'a slow read',
    (db: Db) =>
      inReaderProcesses(db, { caller: '1', signal: new AbortController().signal })
        .selectFrom('users')
        .selectAll()
        .execute(),
  ],
])('a tenant is set aside once %s finds the damage, until the file is replaced', async (_, use) => {
  await addTwo();
  const tenants = await open();
  const lumen = await tenants.byHost('lumen.example.com');
  damage();
  if (lumen) await expect(use(lumen.db)).rejects.toThrow(BrokenDatabaseError);
  await isSetAside(tenants);
  // A retry must not accept the file just because its migration history is still readable.
  await later(() => isSetAside(tenants));

  moveAway();
  await later(() => isSetAside(tenants));
  await createAgain();
  await later(async () => expect((await tenants.byHost('lumen.example.com'))?.name).toBe('lumen'));
  expect(await userNames(tenants, 'lumen')).toEqual(['Ada']);
  expect(await tenants.findFaults()).toEqual([]);
});

test('a tenant is set aside when its file disappears at run time, and the removed file takes no more writes', async () => {
  await addTwo();
  const tenants = await open();
  const lumen = await tenants.byHost('lumen.example.com');
  await addUser(tenants, 'lumen', 'Mina');
  moveAway();
  if (!lumen) throw new Error('There is no tenant lumen.');
  await expect(transact(lumen.db, (db) => aUser(db, { name: 'Late' }))).rejects.toThrow(BrokenDatabaseError);
  await isSetAside(tenants);
  await later(() => isSetAside(tenants));
  expect(existsSync(lumenFile())).toBe(false);
  await expect(aUser(lumen.db)).rejects.toThrow(BrokenDatabaseError);

  moveBack();
  await later(async () => expect((await tenants.byHost('lumen.example.com'))?.name).toBe('lumen'));
  expect(await userNames(tenants, 'lumen')).toEqual(['Mina']);
});

test('a tenant is found missing, and then reopened, by the readiness check, without any request', async () => {
  await addTwo();
  const tenants = await open();
  moveAway();
  await expect.poll(() => tenants.findFaults()).toMatchObject([{ part: 'tenant', name: 'lumen' }]);
  await isSetAside(tenants);
  moveBack();
  await later(async () => expect(await tenants.findFaults()).toEqual([]));
  expect((await tenants.byName('lumen'))?.name).toBe('lumen');
});

test('the readiness check does not wait long for a tenant that another process is migrating', async () => {
  await addTwo();
  const migrating = new DatabaseSync(lumenFile());
  const newest = 'from kysely_migration where name = (select max(name) from kysely_migration)';
  migrating.exec(`create table newest as select * ${newest}; delete ${newest}`);
  migrating.close();
  moveAway();
  const tenants = await open();
  moveBack();
  const other = new DatabaseSync(lumenFile());
  other.exec('begin immediate; insert into kysely_migration select * from newest; drop table newest');
  const startedAt = performance.now();
  await later(async () => expect(await tenants.findFaults()).toMatchObject([{ part: 'tenant', name: 'lumen' }]));
  expect(performance.now() - startedAt).toBeLessThan(5_000);
  other.exec('commit');
  other.close();
  await expect.poll(() => tenants.findFaults()).toEqual([]);
});

test('a tenant is reopened after its file was replaced while the service runs', async () => {
  await addTwo();
  const tenants = await open();
  await addUser(tenants, 'lumen', 'Mina');
  moveAway();
  await createAgain();
  await expect
    .poll(() => tenants.byName('lumen').then((lumen) => lumen && userNames(tenants, 'lumen')))
    .toBeUndefined();
  await later(async () => expect((await tenants.byHost('lumen.example.com'))?.name).toBe('lumen'));
  expect(await userNames(tenants, 'lumen')).toEqual(['Ada']);
});
