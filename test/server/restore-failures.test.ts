import { randomBytes } from 'node:crypto';
import { copyFileSync, existsSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Kysely, sql } from 'kysely';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import type { Tenants } from '#server/access/tenant.ts';
import { openStore } from '#server/db/open.ts';
import { openSqlite } from '#server/db/sqlite/open-sqlite.ts';
import type { Tables } from '#server/db/tables.ts';
import { BrokenDatabaseError } from '#server/db/unavailable.ts';
import { aKeyword, aRoom, aUser } from '#test/builders.ts';
import { engine } from '#test/database-place.ts';
import { LONG_TIMEOUT_MS } from '#test/long-timeout.ts';
import { databaseForEachTest, everything } from './backup-fixture.ts';

const { open, run, file, folder, shared, tenants, backUp, restore } = databaseForEachTest();

/** Adds a duplicate keyword to the backup, which a restore cannot store. */
async function spoilBackup() {
  const copy = openSqlite<Tables>(file());
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
  const filesOfTenants = () => (engine === 'SQLite' ? readdirSync(join(shared().dataDir, 'tenants')) : []);

  beforeEach(async () => {
    const harbor = await tenants().add('harbor', ['harbor.example']);
    await aKeyword(harbor.db, { key_name: 'kept' });
    expect((await backUp()).status).toBe(0);
    if (harbor.schema) await sql`drop schema ${sql.id(harbor.schema)} cascade`.execute(harbor.db);
    for (const name of filesOfTenants()) rmSync(join(shared().dataDir, 'tenants', name));
  });

  test('stays set aside during a restore, and after the restore has failed', async () => {
    const service = await open(shared().place);
    await expect(tryAgain(service)).rejects.toThrow(BrokenDatabaseError);
    const command = await open(shared().place);
    const restoring = command.create('harbor', [], async ({ db }) => {
      await aKeyword(db, { key_name: 'first' });
      await expect(tryAgain(service)).rejects.toThrow('The database of harbor is missing.');
      throw new Error('The disk is full.');
    });
    await expect(restoring).rejects.toThrow('The disk is full.');
    await expect(tryAgain(service)).rejects.toThrow('The database of harbor is missing.');
    expect(filesOfTenants()).toEqual([]);
  });

  test('is restored completely or not at all', async () => {
    const service = await open(shared().place);
    const whole = `${file()}.whole`;
    copyFileSync(file(), whole);
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
    const { db } = await tenants().add('harbor', ['harbor.example']);
    await aKeyword(db, { key_name: 'kept' });
    expect((await backUp()).status).toBe(0);
    await spoilBackup();
    const refused = await restore('--replace');
    expect([refused.status, refused.out]).toEqual([1, '']);
    expect(refused.err).toContain('master_keywords 3 cannot be stored: ');
    expect((await everything(tenants())).keywords).toMatchObject([{ key_name: 'kept' }]);
  });

  const cases: [string, (db: Kysely<Tables>) => Promise<{ id: number }>, RegExp][] = [
    ['it is too long', (db) => aRoom(db, { name: randomBytes(30_000).toString('base64') }), /index row/],
    ['it is of another type', (db) => aRoom(db, { enabled: 'perhaps' as unknown as number }), /invalid input syntax/],
  ];
  // Only PostgreSQL limits the size of index entries and enforces column types.
  const eachOnPostgres = engine === 'PostgreSQL' ? test.each(cases) : () => {};
  eachOnPostgres('because %s', async (_, make, reason) => {
    const { db } = await tenants().add('harbor', ['harbor.example']);
    await aKeyword(db, { key_name: 'kept' });
    const elsewhere = folder('elsewhere');
    const embedded = await (await open(elsewhere)).add('harbor', ['harbor.example']);
    await aRoom(embedded.db);
    const { id } = await make(embedded.db);
    expect((await backUp(elsewhere)).status).toBe(0);
    const refused = await restore('--replace');
    expect([refused.status, refused.out]).toEqual([1, '']);
    expect(refused.err).toContain(`rooms ${id} cannot be stored: `);
    expect(refused.err).toMatch(reason);
    expect((await everything(tenants())).keywords).toMatchObject([{ key_name: 'kept' }]);
  });
});

test('a failed restore changes nothing', async () => {
  await tenants().add('lumen', ['harbor.example']);
  const elsewhere = folder('elsewhere');
  const { db } = await (await open(elsewhere)).add('harbor', ['harbor.example']);
  await aKeyword(db);
  expect((await backUp(elsewhere)).status).toBe(0);
  expect((await restore()).err).toBe('The host harbor.example belongs to the tenant lumen.');
  expect(await tenants().byName('harbor')).toBeUndefined();
  expect((await restore('--host', 'other.example')).status).toBe(0);
  expect((await everything(tenants())).keywords.length).toBe(1);

  writeFileSync(file(), 'not a database at all, but long enough to look like one '.repeat(100));
  expect((await restore('--replace')).err).toMatch(/is not a backup of a tenant: /);
  await sql`select 1`.execute(db);
  expect((await everything(tenants())).keywords.length).toBe(1);
});

describe('the data of a tenant that is not registered', () => {
  /** What a restore leaves that is killed before it registers its tenant. */
  const leaveUnregistered = async (name: string) => {
    const store = await openStore(shared().place, LONG_TIMEOUT_MS);
    await store.create(name, ({ db }) => aUser(db, { name: 'Ada' }));
    await store.close();
  };
  const has = async (name: string) => {
    const store = await openStore(shared().place, LONG_TIMEOUT_MS);
    return store.has(name).finally(() => store.close());
  };

  test('is not left behind by a restore whose host belongs to another tenant', async () => {
    await tenants().add('harbor', ['harbor.example']);
    expect((await backUp()).status).toBe(0);
    const refused = await run('restore', ['--tenant', 'acme', '--from', file()]);
    expect([refused.status, refused.err]).toEqual([1, 'The host harbor.example belongs to the tenant harbor.']);
    expect(await has('acme')).toBe(false);
    const added = await run('tenants', ['add', 'acme', '--host', 'HARBOR.example']);
    expect([added.status, added.err]).toEqual([1, 'The host harbor.example belongs to the tenant harbor.']);
    expect(await has('acme')).toBe(false);
  });

  test('is never adopted by a new tenant, but a restore replaces it', async () => {
    await tenants().add('harbor', ['harbor.example']);
    expect((await backUp()).status).toBe(0);
    await leaveUnregistered('acme');
    const refused = await run('tenants', ['add', 'acme', '--host', 'acme.example']);
    expect([refused.status, refused.out]).toEqual([1, '']);
    expect(refused.err).toBe(
      'The database of acme has users, but acme is not registered: restore a backup as acme, or remove the database.',
    );
    expect(await tenants().names()).toEqual(['harbor']);
    expect(await tenants().byHost('acme.example')).toBeUndefined();

    const restored = await run('restore', ['--tenant', 'acme', '--from', file(), '--host', 'acme.example']);
    expect(restored).toMatchObject({ status: 0, err: '' });
    const acme = await tenants().byHost('acme.example');
    expect(await acme?.db.selectFrom('users').selectAll().execute()).toEqual([]);
  });

  test('is adopted if it is empty, as after a killed `tenants add`', async () => {
    const store = await openStore(shared().place, LONG_TIMEOUT_MS);
    await store.migrate('acme');
    await store.close();
    expect((await run('tenants', ['add', 'acme', '--host', 'acme.example'])).status).toBe(0);
    expect((await tenants().byHost('acme.example'))?.name).toBe('acme');
  });
});

test('mistakes are answered with a one-line message', async () => {
  await tenants().add('harbor', ['harbor.example']);
  for (const [command, args, reason] of [
    ['backup', ['--tenant', 'harbor'], 'npm run backup -- --tenant <name> --to <file>'],
    ['backup', ['--tenant', 'unknown', '--to', 'x'], 'There is no tenant named unknown.'],
    ['backup', ['--tenant', 'harbor', '--to', '/nowhere/x'], '/nowhere: no such folder.'],
    ['restore', ['--tenant', 'harbor'], 'npm run restore -- --tenant <name> --from <file>'],
    ['restore', ['--tenant', 'new', '--from', '/nowhere/x'], '/nowhere/x: no such file.'],
  ] as const) {
    expect(await run(command, args)).toEqual({ status: 1, out: '', err: expect.stringContaining(reason) });
  }
  expect(existsSync('x')).toBe(false);
});
