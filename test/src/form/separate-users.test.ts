import { beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { signIn, signOut } from '#src/api/connection.ts';
import { meQuery } from '#src/api/me-query.ts';
import { queryClient } from '#src/api/query-client.ts';
import { deleteConnection } from '#src/features/connections/remove-connection.tsx';
import { isolateDraftsByUser } from '#src/form/draft/isolate-drafts-by-user.ts';
import { isText } from '#src/lib/json.ts';

const ADDRESS = 'https://harbor.test';
const KEY = `countersign.typed.${ADDRESS}.reject.7`;

/** The stored draft once separation has started, of a page that already knew its user. */
let atStart: string | null;
beforeAll(() => {
  localStorage.setItem(`countersign.last-person.${ADDRESS}`, '"2"');
  localStorage.setItem(KEY, '"Of another"');
  enter('1');
  isolateDraftsByUser();
  atStart = localStorage.getItem(KEY);
});
beforeEach(() => localStorage.clear());

/** Signs in; the tenant names the user. */
function enter(id: string, address = ADDRESS) {
  signIn(address, 'token');
  queryClient.setQueryData(meQuery().queryKey, { id } as never);
}

test('drafts of one user are hidden from the next, and restored for the first', () => {
  enter('1');
  localStorage.setItem(KEY, '"A private note"');
  signOut();
  expect(localStorage.getItem(KEY)).toBeNull();
  enter('2');
  expect(localStorage.getItem(KEY)).toBeNull();
  localStorage.setItem(KEY, '"Another"');
  signOut();
  enter('1');
  expect(localStorage.getItem(KEY)).toBe('"A private note"');
  signOut();
  enter('2');
  expect(localStorage.getItem(KEY)).toBe('"Another"');
});

test('drafts are separated at the start even if the user was named before', () => expect(atStart).toBeNull());

test('drafts are separated even if the next user signs in without the first signing out', () => {
  enter('1');
  localStorage.setItem(KEY, '"A private note"');
  queryClient.setQueryData(meQuery().queryKey, { id: '2' } as never);
  expect(localStorage.getItem(KEY)).toBeNull();
  queryClient.setQueryData(meQuery().queryKey, { id: '1' } as never);
  expect(localStorage.getItem(KEY)).toBe('"A private note"');
});

test('removing a connection deletes its drafts', async () => {
  enter('1');
  localStorage.setItem(KEY, '"A private note"');
  await deleteConnection(ADDRESS);
  expect(JSON.stringify(localStorage)).not.toContain('A private note');
});

test('the id of the signed-in user is stored', () => {
  enter('1');
  expect(localStorage.getItem(`countersign.last-person.${ADDRESS}`)).toBe('"1"');
});

test('drafts of other tenants stay, even if their address starts with this one', () => {
  const other = `countersign.typed.${ADDRESS}.example.reject.7`;
  enter('5', `${ADDRESS}.example`);
  localStorage.setItem(other, '"Elsewhere"');
  enter('1');
  signOut();
  enter('2');
  expect(localStorage.getItem(other)).toBe('"Elsewhere"');
});

test('without a known user, drafts stay where they are', () => {
  signIn(ADDRESS, 'token');
  localStorage.setItem(KEY, '"A note"');
  signOut();
  expect(localStorage.getItem(KEY)).toBe('"A note"');
});

/** Opens a form in another tab, which is signed in with a token of its own. */
async function openTab(id: string) {
  vi.resetModules();
  sessionStorage.clear();
  const [connections, { meQuery }, { queryClient }, { isolateDraftsByUser }, { createDraftStorage }] =
    await Promise.all([
      import('#src/api/connection.ts'),
      import('#src/api/me-query.ts'),
      import('#src/api/query-client.ts'),
      import('#src/form/draft/isolate-drafts-by-user.ts'),
      import('#src/form/draft/draft-storage.ts'),
    ]);
  connections.signIn(ADDRESS, `token of ${id}`);
  isolateDraftsByUser();
  queryClient.setQueryData(meQuery().queryKey, { id } as never);
  const others: unknown[] = [];
  const store = createDraftStorage('reject.7', { onOthers: (found) => others.push(...found) });
  const found = store.read(isText);
  store.attach();
  const type = (text: string) => {
    store.write(text);
    store.flush();
    window.dispatchEvent(new StorageEvent('storage', { key: KEY }));
  };
  return { found, others, type, read: () => store.read(isText), signOut: connections.signOut };
}

test('tabs with tokens of different users show and lose nothing of each other', async () => {
  const one = await openTab('1');
  one.type('Of one');
  const two = await openTab('2');
  expect(two.found).toBeUndefined();
  two.type('Of two');
  one.type('Of one, and more');
  two.type('Of two, and more');
  expect([one.others, two.others]).toEqual([[], []]);
  expect([one.read(), two.read()]).toEqual(['Of one, and more', 'Of two, and more']);
  one.signOut();
  expect((await openTab('2')).found).toBe('Of two, and more');
  expect((await openTab('1')).found).toBe('Of one, and more');
});
