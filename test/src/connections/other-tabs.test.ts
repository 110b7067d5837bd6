import { expect, test, vi } from 'vitest';
import { fireStorageEvent } from '../browser-events.ts';

const HARBOR = 'https://harbor.test';
const LUMEN = 'https://lumen.test';

/** A tab with its own tokens for two tenants, and cached data of the current one. */
async function openTab() {
  vi.resetModules();
  const [connections, { queryClient }] = await Promise.all([
    import('#src/api/connection.ts'),
    import('#src/api/query-client.ts'),
  ]);
  connections.signIn(LUMEN, 'cs_lumen');
  connections.signIn(HARBOR, 'cs_harbor');
  connections.followOtherTabs(() => undefined);
  queryClient.setQueryData([HARBOR, 'rooms', 'list', ''], { rows: ['a room'] });
  return { ...connections, queryClient };
}

/** Writes to storage what another tab does when it signs out of an address. */
const signOutElsewhere = (address: string) => changeElsewhere(address, { signedOutAt: 1 });

function changeElsewhere(address: string, patch: object) {
  const saved = JSON.parse(localStorage.getItem('countersign.connections') ?? '[]') as { address: string }[];
  const next = saved.map((each) => (each.address === address ? { ...each, ...patch } : each));
  localStorage.setItem('countersign.connections', JSON.stringify(next));
}

test.each([
  ['at once', () => new StorageEvent('storage', { key: 'countersign.connections' })],
  ['when the tab is restored from the history', () => Object.assign(new Event('pageshow'), { persisted: true })],
])('a sign-out in another tab drops token and records %s', async (_, tell) => {
  const { connection, openConnection, queryClient } = await openTab();
  signOutElsewhere(HARBOR);
  window.dispatchEvent(tell());
  expect(connection.get()).toBeUndefined();
  expect(openConnection(HARBOR)).toBeUndefined();
  expect(openConnection(LUMEN)?.token).toBe('cs_lumen');
  expect(queryClient.getQueryCache().getAll()).toEqual([]);
  expect(JSON.stringify({ ...sessionStorage })).not.toContain('cs_harbor');
});

test('a tab at another tenant stays there, and drops the token of the signed-out tenant', async () => {
  const { choose, connection, openConnection } = await openTab();
  choose(LUMEN);
  signOutElsewhere(HARBOR);
  fireStorageEvent('countersign.connections');
  expect(connection.get()?.key).toBe(LUMEN);
  expect(openConnection(HARBOR)).toBeUndefined();
});

test('a tab that returns to a tenant shows nothing of the user whom another one has replaced there', async () => {
  const { choose, connection, queryClient, signIn } = await openTab();
  signIn(location.origin);
  const load = (key: string) => queryClient.setQueryData([key, 'users', 'me'], { id: '1' });
  load(location.origin);
  choose(LUMEN);
  load(LUMEN);
  choose(location.origin);
  expect(queryClient.getQueryData([location.origin, 'users', 'me'])).toEqual({ id: '1' });
  choose(LUMEN);
  expect(queryClient.getQueryData([LUMEN, 'users', 'me'])).toEqual({ id: '1' });
  changeElsewhere(location.origin, { sessionSince: Date.now() + 1, signedOutAt: Date.now() });
  fireStorageEvent('countersign.connections');
  choose(location.origin);
  expect(connection.get()?.key).toBe(location.origin);
  expect(queryClient.getQueryCache().findAll({ queryKey: [location.origin] })).toEqual([]);
});
