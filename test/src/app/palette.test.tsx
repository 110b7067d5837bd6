import { screen, waitFor } from '@testing-library/react';
import { CirclePlus, Trash2 } from 'lucide-react';
import { expect, test, vi } from 'vitest';
import { signOut } from '#src/api/connection.ts';
import { queryClient, queryKeys } from '#src/api/query-client.ts';
import { newSavedConnection, updateSavedConnections } from '#src/api/sign-in/connection-store.ts';
import { overlay } from '#src/app/overlay.ts';
import { Palette } from '#src/app/palette.tsx';
import { currentLocation } from '#src/lib/router.ts';
import { settings } from '#src/lib/storage/settings.ts';
import { useStore } from '#src/lib/store.ts';
import { usePageActions } from '#src/page/page-actions.ts';
import { aClient, aDraft, aKeyword, aRoom, aSuggestion } from '#test/builders.ts';
import { answering } from '#test/src/answering.ts';
import { type PageOptions, renderPage, startService } from '../render-page.tsx';

const remove = vi.fn();

function Shell() {
  const shown = useStore(overlay);
  usePageActions(() => [
    { label: 'Remove this room', Icon: Trash2, keys: 'd', act: remove },
    { label: 'New client', Icon: CirclePlus, act: remove },
  ]);
  return (
    <>
      <button type="button" onClick={() => overlay.set('palette')}>
        Open
      </button>
      {shown === 'palette' && <Palette onClose={() => overlay.set(undefined)} />}
      {shown === 'sheet' && <p>All the keys</p>}
    </>
  );
}

async function openPalette(options: Partial<PageOptions> = {}) {
  const page = await renderPage('/start', { routes: [{ path: '*', Component: Shell }], ...options });
  await page.user.click(await screen.findByRole('button', { name: 'Open' }));
  const field = await screen.findByRole('combobox', { name: 'Search or run a command' });
  return { ...page, field };
}

async function startWithRecords() {
  const service = await startService();
  const room = await aRoom(service.db, { name: 'Blue Heron' });
  const draft = await aDraft(service.db, { room_id: room.id, message_content: 'The heron sails at noon.' });
  const client = await aClient(service.db, { title: 'Heron tours' });
  const keyword = await aKeyword(service.db, { key_name: 'heron times' });
  const suggestion = await aSuggestion(service.db, {
    room_id: room.id,
    suggestion_messages_data: JSON.stringify([
      { kind: 'text', content: 'Hello' },
      { kind: 'text', content: 'The heron is late' },
    ]),
  });
  return { room, draft, client, keyword, suggestion };
}

test('finds each kind of record among all matches, and goes there', async () => {
  const { room, draft, client, keyword, suggestion } = await startWithRecords();
  const { user, field } = await openPalette();
  let input = field;
  for (const [name, path] of [
    ['Blue Heron', `/rooms/${room.id}`],
    ['The heron sails at noon.', `/review/${draft.id}`],
    ['Heron tours', `/clients/${client.id}`],
    ['heron times', `/keywords/${keyword.id}`],
    ['The heron is late', `/suggestions/${suggestion.id}`],
  ]) {
    await user.type(input, 'heron');
    await user.click(await screen.findByRole('option', { name: new RegExp(`^${name}`) }));
    await waitFor(() => expect(currentLocation().pathname).toBe(path));
    await user.click(await screen.findByRole('button', { name: 'Open' }));
    input = await screen.findByRole('combobox', { name: 'Search or run a command' });
  }
});

/** Middleware that delays responses to searches of rooms and drafts from `hold` until `release`. */
function holdSearches() {
  let held: Promise<void> | undefined;
  const { promise, resolve: release } = Promise.withResolvers<void>();
  const wrapFetch = answering((url) => url.includes('name_like') && held);
  const hold = () => {
    held = promise;
  };
  return { wrapFetch, hold, release };
}

test('while a search is in flight, previous results are offered only if they match the new text', async () => {
  const { draft } = await startWithRecords();
  const { wrapFetch, hold, release } = holdSearches();
  const { user, field } = await openPalette({ wrapFetch });
  await user.type(field, 'heron');
  await screen.findByRole('option', { name: /^Blue Heron/ });
  await screen.findByRole('option', { name: /^The heron sails/ });
  hold();
  await user.type(field, ' sails');
  expect(screen.queryByRole('option', { name: /^Blue Heron/ })).toBeNull();
  expect(screen.getByRole('option', { name: /^The heron sails/ })).toBeTruthy();
  await user.clear(field);
  await user.type(field, 'zzyzx');
  await user.keyboard('{Enter}');
  expect(currentLocation().pathname).toBe('/start');
  release();
  expect(await screen.findByText('No matches for “zzyzx”')).toBeTruthy();
  await user.clear(field);
  await user.type(field, 'sails');
  await screen.findByRole('option', { name: /^The heron sails/ });
  await user.keyboard('{Enter}');
  await waitFor(() => expect(currentLocation().pathname).toBe(`/review/${draft.id}`));
});

test('clients, keywords and suggestions are found past the first hundred', async () => {
  const { db } = await startService();
  const room = await aRoom(db);
  const numbers = Array.from({ length: 101 }, (_, index) => index);
  for (const number of numbers) {
    const name = number === 100 ? 'albatross' : 'gull';
    await aClient(db, { title: `${name} tours ${number}` });
    await aKeyword(db, { key_name: `${name} times ${number}` });
    const messages = JSON.stringify([{ kind: 'text', content: `${name} flies ${number}` }]);
    await aSuggestion(db, { room_id: room.id, suggestion_messages_data: messages });
  }
  const { user, field } = await openPalette();
  await user.type(field, 'albatross');
  for (const name of ['albatross tours 100', 'albatross times 100', 'albatross flies 100']) {
    expect(await screen.findByRole('option', { name: new RegExp(`^${name}`) })).toBeTruthy();
  }
});

test('commands act at once, and one that the open page also offers is listed once', async () => {
  const { user, field } = await openPalette();
  await user.type(field, 'new client');
  expect(await screen.findAllByRole('option', { name: 'New client' })).toHaveLength(1);
  await user.clear(field);
  await user.type(field, 'dark');
  await user.click(await screen.findByRole('option', { name: 'Use dark theme' }));
  expect(settings.get().theme).toBe('dark');
  expect(screen.queryByRole('combobox')).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Open' }));
  await user.type(await screen.findByRole('combobox', { name: 'Search or run a command' }), 'shortcuts');
  await user.click(await screen.findByRole('option', { name: 'Keyboard shortcuts' }));
  expect(screen.getByText('All the keys')).toBeTruthy();
});

test('actions of the open page come first, with their shortcut, and run after the palette has closed', async () => {
  const { user } = await openPalette();
  const [first] = screen.getAllByRole('option');
  expect(first?.textContent).toBe('Remove this roomD');
  await user.keyboard('{Enter}');
  expect(remove).toHaveBeenCalledOnce();
  expect(screen.queryByRole('combobox')).toBeNull();
});

const optionTexts = () => screen.getAllByRole('option').map(({ textContent }) => textContent ?? '');
const groupOf = (label: string) => screen.getByRole('group', { name: label }).textContent;
const use = async (text: string) => {
  const page = await openPalette();
  await page.user.type(page.field, text);
  await page.user.keyboard('{Enter}');
  page.unmount();
};

test('recently used entries come before pages and commands, also after a reload', async () => {
  const { userIds } = await startService();
  await use('use dark');
  await use('keyboard sh');
  const { user, field } = await openPalette();
  await waitFor(() => expect(groupOf('Recent')).toMatch(/^RecentKeyboard shortcuts.*Use dark theme$/));
  expect(optionTexts().filter((text) => text === 'Use dark theme')).toHaveLength(1);
  expect(optionTexts().indexOf('Use dark theme')).toBeLessThan(
    optionTexts().findIndex((text) => text.startsWith('Review')),
  );
  expect(Object.keys(localStorage).filter((key) => key.includes('commands'))).toEqual([
    expect.stringContaining(`countersign.commands.${userIds.admin} `),
  ]);
  // A search lists none twice.
  await user.type(field, 'theme');
  expect(screen.queryByRole('group', { name: 'Recent' })).toBeNull();
  expect(optionTexts().filter((text) => text === 'Use dark theme')).toHaveLength(1);
});

test('a recently used workspace is not mistaken for another of the same name', async () => {
  await startService();
  const addresses = ['https://one.example', 'https://two.example'];
  updateSavedConnections(() => addresses.map((address) => ({ ...newSavedConnection(address), name: 'Support' })));
  await use('two.example');
  await openPalette();
  await waitFor(() => expect(groupOf('Recent')).toMatch(/^RecentSSupporttwo\.example/));
  expect(groupOf('Workspaces')).toMatch(/^WorkspacesSSupportone\.example/);
});

test('recently used entries are not shown to another user', async () => {
  await use('use dark');
  signOut();
  queryClient.clear();
  const other = await renderPage('/start', { routes: [{ path: '*', Component: Shell }], role: 'reviewer' });
  await other.user.click(await screen.findByRole('button', { name: 'Open' }));
  await waitFor(() => expect(queryClient.getQueryData(queryKeys.me())).toBeTruthy());
  await screen.findByRole('group', { name: 'Pages' });
  expect(screen.queryByRole('group', { name: 'Recent' })).toBeNull();
});

test('recently used entries are not stored if the service does not identify the user', async () => {
  const nameless = answering((url) => url.includes('/users') && new Response('', { status: 404 }));
  const page = await renderPage('/start', { routes: [{ path: '*', Component: Shell }], wrapFetch: nameless });
  await page.user.click(await screen.findByRole('button', { name: 'Open' }));
  await page.user.type(await screen.findByRole('combobox'), 'use dark{Enter}');
  expect(settings.get().theme).toBe('dark');
  expect(Object.keys(localStorage).filter((key) => key.includes('commands'))).toEqual([]);
});
