import {
  closeSync,
  existsSync,
  mkdtempSync,
  openSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { Tenant, Tenants } from '#server/access/tenant.ts';
import { openTenants } from '#server/access/tenants.ts';
import { forSlowQueries } from '#server/db/sqlite/open-sqlite.ts';
import { transact } from '#server/db/transact.ts';
import { BrokenDatabaseError } from '#server/db/unavailable.ts';
import { aRoom, aUser } from '#test/builders.ts';

type Db = Tenant['db'];

let folder: string;
const opened: Tenants[] = [];

beforeEach(() => {
  folder = join(mkdtempSync(join(tmpdir(), 'countersign-tenants-')), 'data');
});

afterEach(async () => {
  for (const tenants of opened.splice(0)) await tenants.close();
  rmSync(join(folder, '..'), { recursive: true });
});

/** Opens the folder like a separate process. */
async function open(dataDir = folder) {
  const tenants = await openTenants(dataDir);
  opened.push(tenants);
  return tenants;
}

const addUser = async (tenants: Tenants, tenant: string, name: string) =>
  (await tenants.byName(tenant))?.db.insertInto('users').values({ name, name_folded: name, kind: 'staff' }).execute();
async function userNames(tenants: Tenants, tenant: string) {
  const users = await (await tenants.byName(tenant))?.db.selectFrom('users').select('name').execute();
  return users?.map((user) => user.name);
}

describe('tenants', () => {
  test.each([
    'support.example.com',
    'SUPPORT.Example.COM',
    'support.example.com.',
    'support.example.com:443',
    'support.example.com.:443',
    '127.0.0.1',
    '127.0.0.1:4300',
    '[::1]',
    '[::1]:4300',
    '::1',
  ])('the host %s resolves to its tenant', async (host) => {
    const tenants = await open(':memory:');
    const harbor = await tenants.add('harbor', ['Support.Example.com', '127.0.0.1', '[::1]']);
    expect(await tenants.byHost(host)).toBe(harbor);
  });

  test.each(['', '.', ':443', 'example.com', 'x.support.example.com', 'support.example.com.evil', 'harbor', '127.1'])(
    'the host "%s" resolves to no tenant',
    async (host) => {
      const tenants = await open(':memory:');
      await tenants.add('harbor', ['support.example.com', '127.0.0.1']);
      expect(await tenants.byHost(host)).toBeUndefined();
    },
  );

  test('each tenant has its own database, in a folder that only its owner can read', async () => {
    const tenants = await open();
    await tenants.add('harbor', ['harbor.example.com']);
    await tenants.add('lumen', ['lumen.example.com']);
    await addUser(tenants, 'harbor', 'Mina');
    expect(await userNames(tenants, 'harbor')).toEqual(['Mina']);
    expect(await userNames(tenants, 'lumen')).toEqual([]);
    expect(existsSync(join(folder, 'tenants', 'lumen.sqlite'))).toBe(true);
    expect(statSync(folder).mode & 0o077).toBe(0);
  });

  test('tenants and their data persist across a restart', async () => {
    const before = await open();
    await before.add('harbor', ['harbor.example.com']);
    await addUser(before, 'harbor', 'Mina');
    const after = await open();
    expect((await after.byHost('harbor.example.com'))?.name).toBe('harbor');
    expect(await userNames(after, 'harbor')).toEqual(['Mina']);
  });

  test('tenants and hosts that another process adds are found without a restart', async () => {
    const running = await open();
    await running.add('harbor', ['harbor.example.com']);
    expect(await running.byHost('lumen.example.com')).toBeUndefined();

    const command = await open();
    await command.add('lumen', ['lumen.example.com']);
    await command.add('harbor', ['desk.example.com']);
    expect((await running.byHost('lumen.example.com'))?.name).toBe('lumen');
    expect((await running.byHost('desk.example.com'))?.name).toBe('harbor');
    expect((await running.all()).map((tenant) => tenant.name)).toEqual(['harbor', 'lumen']);
    await addUser(running, 'lumen', 'Ada');
    expect(await userNames(command, 'lumen')).toEqual(['Ada']);
  });

  test('adding a tenant again changes nothing', async () => {
    const tenants = await open();
    const first = await tenants.add('harbor', ['harbor.example.com']);
    expect(await tenants.add('harbor', ['HARBOR.example.com'])).toBe(first);
    expect(await tenants.all()).toEqual([first]);
  });

  test('a host cannot move to another tenant', async () => {
    const tenants = await open();
    const harbor = await tenants.add('harbor', ['support.example.com']);
    await expect(tenants.add('lumen', ['lumen.example.com', 'support.example.com.'])).rejects.toThrow(
      'The host support.example.com belongs to the tenant harbor.',
    );
    expect(await tenants.byHost('support.example.com')).toBe(harbor);
    expect(await tenants.byHost('lumen.example.com')).toBeUndefined();
    expect(await tenants.all()).toEqual([harbor]);
  });

  test.each(['', 'Harbor', '1st', '_x', 'a-b', '../x', 'a/b', 'a.b', 'a\0', `a${'b'.repeat(41)}`])(
    '"%s" is not a valid tenant name',
    async (name) => {
      const tenants = await open();
      await expect(tenants.add(name, [])).rejects.toThrow('is not a valid tenant name');
      expect(await tenants.all()).toEqual([]);
    },
  );

  test.each(['', '*', '*.example.com', 'a b', 'exa_mple.com', 'https://example.com', '-a.com', '[::1', 'a..b'])(
    '"%s" is not a valid host name',
    async (host) => {
      const tenants = await open();
      await expect(tenants.add('harbor', [host])).rejects.toThrow('is not a valid host name');
      expect(await tenants.all()).toEqual([]);
    },
  );
});

describe('a tenant whose file is damaged or missing', () => {
  const lumenFile = () => join(folder, 'tenants', 'lumen.sqlite');

  async function addTwo() {
    const before = await open();
    await before.add('harbor', ['harbor.example.com']);
    await before.add('lumen', ['lumen.example.com']);
    await before.close();
  }

  test('is set aside and reported as a fault, while the other tenants are served', async () => {
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

  test('is never recreated empty, and returns once its file is back', async () => {
    await addTwo();
    renameSync(lumenFile(), `${lumenFile()}.away`);
    const tenants = await open();
    await expect(tenants.byHost('lumen.example.com')).rejects.toThrow('The database of lumen is missing.');
    await expect(tenants.add('lumen', ['other.example.com'])).rejects.toThrow('The database of lumen is missing.');
    expect(existsSync(lumenFile())).toBe(false);
    expect((await tenants.all()).map(({ name }) => name)).toEqual(['harbor']);

    renameSync(`${lumenFile()}.away`, lumenFile());
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 60_000 });
    expect((await tenants.byHost('lumen.example.com'))?.name).toBe('lumen');
    vi.useRealTimers();
    expect(await tenants.findFaults()).toEqual([]);
  });

  test('is unavailable, not unknown, during and after a failed attempt to reopen it', async () => {
    await addTwo();
    const before = await open();
    const lumen = await before.byName('lumen');
    await lumen?.db
      .withTables<{ kysely_migration: { name: string; timestamp: string } }>()
      .insertInto('kysely_migration')
      .values({ name: '999-newer', timestamp: '' })
      .execute();
    await before.close();
    renameSync(lumenFile(), `${lumenFile()}.away`);
    const tenants = await open();
    renameSync(`${lumenFile()}.away`, lumenFile());
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

  /** Overwrites all rows of the file, but not its schema. */
  function damage() {
    const afterSchema = 8_192;
    const rest = Buffer.alloc(statSync(lumenFile()).size - afterSchema, 0xff);
    const file = openSync(lumenFile(), 'r+');
    writeSync(file, rest, 0, rest.length, afterSchema);
    closeSync(file);
  }

  /** Moves the database file away, with its WAL and shared-memory files. */
  function moveAway() {
    for (const end of ['', '-wal', '-shm']) {
      if (existsSync(lumenFile() + end)) renameSync(lumenFile() + end, `${lumenFile()}.away${end}`);
    }
  }

  function moveBack() {
    for (const end of ['', '-wal', '-shm']) {
      if (existsSync(`${lumenFile()}.away${end}`)) renameSync(`${lumenFile()}.away${end}`, lumenFile() + end);
    }
  }

  /** Recreates the tenant like a restore in another process. */
  async function createAnew() {
    const command = await open();
    await command.create('lumen', ({ db }) => aUser(db, { name: 'Ada' }));
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

  test('is reported as a fault if it is damaged while the service runs', async () => {
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
        forSlowQueries(db, { caller: '1', signal: new AbortController().signal })
          .selectFrom('users')
          .selectAll()
          .execute(),
    ],
  ])('is set aside once %s finds the damage, until the file is replaced', async (_, use) => {
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
    await createAnew();
    await later(async () => expect((await tenants.byHost('lumen.example.com'))?.name).toBe('lumen'));
    expect(await userNames(tenants, 'lumen')).toEqual(['Ada']);
    expect(await tenants.findFaults()).toEqual([]);
  });

  test('is set aside when its file disappears at run time, and the removed file takes no more writes', async () => {
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

  test('is found missing, and then reopened, by the readiness check, without any request', async () => {
    await addTwo();
    const tenants = await open();
    moveAway();
    await expect.poll(() => tenants.findFaults()).toMatchObject([{ part: 'tenant', name: 'lumen' }]);
    await isSetAside(tenants);
    moveBack();
    await later(async () => expect(await tenants.findFaults()).toEqual([]));
    expect((await tenants.byName('lumen'))?.name).toBe('lumen');
  });

  test('is reopened after its file was replaced while the service runs', async () => {
    await addTwo();
    const tenants = await open();
    await addUser(tenants, 'lumen', 'Mina');
    moveAway();
    await createAnew();
    await expect
      .poll(() => tenants.byName('lumen').then((lumen) => lumen && userNames(tenants, 'lumen')))
      .toBeUndefined();
    await later(async () => expect((await tenants.byHost('lumen.example.com'))?.name).toBe('lumen'));
    expect(await userNames(tenants, 'lumen')).toEqual(['Ada']);
  });
});
