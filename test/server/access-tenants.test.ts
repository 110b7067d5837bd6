import { existsSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Tenants } from '#server/access/tenant.ts';
import { openTenants } from '#server/access/tenants.ts';

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
  ])('%s leads to its tenant', async (host) => {
    const tenants = await open(':memory:');
    const harbor = await tenants.add('harbor', ['Support.Example.com', '127.0.0.1', '[::1]']);
    expect(await tenants.byHost(host)).toBe(harbor);
  });

  test.each(['', '.', ':443', 'example.com', 'x.support.example.com', 'support.example.com.evil', 'harbor', '127.1'])(
    '"%s" leads to none',
    async (host) => {
      const tenants = await open(':memory:');
      await tenants.add('harbor', ['support.example.com', '127.0.0.1']);
      expect(await tenants.byHost(host)).toBeUndefined();
    },
  );

  test('each tenant has a database of its own, in a folder that nobody else may read', async () => {
    const tenants = await open();
    await tenants.add('harbor', ['harbor.example.com']);
    await tenants.add('lumen', ['lumen.example.com']);
    await addUser(tenants, 'harbor', 'Mina');
    expect(await userNames(tenants, 'harbor')).toEqual(['Mina']);
    expect(await userNames(tenants, 'lumen')).toEqual([]);
    expect(existsSync(join(folder, 'tenants', 'lumen.sqlite'))).toBe(true);
    expect(statSync(folder).mode & 0o077).toBe(0);
  });

  test('what was added is there after a restart', async () => {
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

  test('adding again changes nothing', async () => {
    const tenants = await open();
    const first = await tenants.add('harbor', ['harbor.example.com']);
    expect(await tenants.add('harbor', ['HARBOR.example.com'])).toBe(first);
    expect(await tenants.all()).toEqual([first]);
  });

  test('a host stays with its tenant', async () => {
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
    '"%s" is no tenant name',
    async (name) => {
      const tenants = await open();
      await expect(tenants.add(name, [])).rejects.toThrow('is not a tenant name');
      expect(await tenants.all()).toEqual([]);
    },
  );

  test.each(['', '*', '*.example.com', 'a b', 'exa_mple.com', 'https://example.com', '-a.com', '[::1', 'a..b'])(
    '"%s" is no host name',
    async (host) => {
      const tenants = await open();
      await expect(tenants.add('harbor', [host])).rejects.toThrow('is not a host name');
      expect(await tenants.all()).toEqual([]);
    },
  );
});
