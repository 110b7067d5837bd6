import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { addUser, folderForEachTest, userNames } from './tenants-folder.ts';

const { folder, open } = folderForEachTest();

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
  expect(existsSync(join(folder(), 'tenants', 'lumen.sqlite'))).toBe(true);
  expect(statSync(folder()).mode & 0o077).toBe(0);
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
