import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { meQuery } from '#src/api/me-query.ts';
import { queryClient } from '#src/api/query-client.ts';
import { storedActions } from '#src/bulk/delayed-actions.ts';
import { delay } from '#src/lib/delay.ts';
import { navigate } from '#src/lib/router.ts';
import { updateSettings } from '#src/lib/storage/settings.ts';
import { tabId } from '#src/lib/tab-channel.ts';
import { findUnsentActions } from '#src/outbox/outbox-recovery.tsx';
import { clientRoutes, keywordRoutes, roomRoutes } from '#src/routes.tsx';
import { aClient, aKeyword, aRoom } from '#test/builders.ts';
import { fillStorage, fireStorageEvent, leavePage } from '../browser-events.ts';
import { deleteRows } from '../delete-rows.ts';
import { findToast, renderPage, startService } from '../render-page.tsx';
import { findUser, noOutboxBar, withOutbox } from '../with-outbox.tsx';

const KEY = 'countersign.actions';

beforeEach(() => updateSettings({ undoSeconds: 30 }));

const routes = withOutbox([...keywordRoutes, ...clientRoutes, ...roomRoutes]);
const title = () => screen.findByRole<HTMLInputElement>('textbox', { name: /^Title/ });
const question = async () => within(await screen.findByRole('alertdialog', { name: '1 unsent action' }));
const isSettled = () => waitFor(() => expect(localStorage.getItem(KEY)).toBeNull());

async function show(path: string) {
  const page = await renderPage(path, { routes });
  await findUser();
  const writes = () => page.requests.filter(({ method }) => method !== 'GET').map(({ method }) => method);
  return { ...page, writes };
}

type Page = Awaited<ReturnType<typeof show>>;

/** Simulates a crash: the next start finds everything that a tab has stored which no longer exists. */
async function crash({ user }: Pick<Page, 'user'>, before: () => unknown = () => {}) {
  const stored = Object.entries(localStorage).map(([key, text]) => [key, text.replaceAll(tabId, 'closed')] as const);
  await user.keyboard('z');
  await noOutboxBar();
  // An undone action is no longer stored.
  expect([localStorage.getItem(KEY), storedActions.get()]).toEqual([null, []]);
  await before();
  for (const [key, text] of stored) localStorage.setItem(key, text);
  expect(localStorage.getItem(KEY)).toContain('closed');
  fireStorageEvent();
}

async function deleteKeyword() {
  const service = await startService();
  for (const key_name of ['refund', 'parcel']) await aKeyword(service.db, { key_name });
  const page = await show('/keywords');
  await deleteRows(page.user, 'parcel');
  await findToast('Deleted “parcel”');
  const words = async () =>
    (await service.db.selectFrom('master_keywords').select('key_name').execute()).map(({ key_name }) => key_name);
  return { ...page, words, isDone: async () => !(await words()).includes('parcel') };
}

async function saveTitle() {
  const service = await startService();
  await aClient(service.db, { title: 'Tidewater' });
  const page = await show('/clients/1');
  await page.user.type(await title(), ' Ltd');
  await page.user.click(screen.getByRole('button', { name: /^Save/ }));
  await findToast('Saving “Tidewater Ltd”');
  // The storage of typed text is debounced.
  const typed = () => Object.entries(localStorage).filter(([key]) => key.includes('.typed.'));
  await waitFor(() => expect(typed().join()).toContain('Tidewater Ltd'));
  const stored = async () => (await service.send('GET', '/clients/1')).record.attributes?.title;
  return { ...page, stored };
}

async function endWait() {
  const service = await startService();
  const room = await aRoom(service.db, { name: 'Blue Heron' });
  const page = await show(`/rooms/${room.id}`);
  await page.user.click(await screen.findByRole('switch', { name: 'Waiting' }));
  await findToast('“Blue Heron” is waiting');
  const isDone = async () => (await service.send('GET', `/rooms/${room.id}`)).record.attributes?.awaiting_support;
  return { ...page, room, isDone };
}

test.each([
  ['a deletion', deleteKeyword, 'Delete “parcel”', 'DELETE'],
  ['a switch', endWait, '“Blue Heron” is waiting', 'PUT'],
])('after a crash, %s is offered by name, and sent once', async (_, act, words, method) => {
  const page = await act();
  await crash(page);
  const asked = await question();
  expect(asked.getByRole('listitem').textContent).toBe(words);
  expect([page.writes(), await page.isDone()]).toEqual([[], false]);
  await page.user.click(asked.getByRole('button', { name: 'Send now' }));
  await waitFor(async () => expect(await page.isDone()).toBe(true));
  await waitFor(() => expect(screen.queryByRole('gridcell', { name: 'parcel' })).toBeNull());
  await isSettled();
  leavePage();
  expect(page.writes()).toEqual([method]);
});

test('a discarded deletion is not sent', async () => {
  const { user, writes, words, ...page } = await deleteKeyword();
  await crash({ user, ...page });
  await user.click((await question()).getByRole('button', { name: 'Discard' }));
  expect([screen.queryByRole('alertdialog'), localStorage.getItem(KEY)]).toEqual([null, null]);
  leavePage();
  expect([writes(), await words()]).toEqual([[], ['parcel', 'refund']]);
});

test('a deletion sent just before the page closed is offered for retry only after its deadline', async () => {
  const page = await deleteKeyword();
  await crash(page);
  await question();
  const setSent = (agoMs: number) => {
    const actions = storedActions.get().map((action) => ({ ...action, sentAt: Date.now() - agoMs }));
    localStorage.setItem(KEY, JSON.stringify(actions));
    fireStorageEvent();
  };
  setSent(1_000);
  expect(await findUnsentActions()).toEqual([]);
  expect(storedActions.get()).toHaveLength(1);
  setSent(60_000);
  expect(await findUnsentActions()).toHaveLength(1);
  expect(page.writes()).toEqual([]);
});

test('a deletion that has arrived is not offered', async () => {
  const page = await deleteKeyword();
  await crash(page, () => page.service.send('DELETE', '/master_keywords/2'));
  await isSettled();
  expect(screen.queryByRole('alertdialog')).toBeNull();
});

test('an unsent deletion is offered only to the user who made it', async () => {
  const page = await deleteKeyword();
  const key = meQuery().queryKey;
  const me = queryClient.getQueryData(key);
  await crash(page, () => queryClient.setQueryData(key, { ...me, id: '99' } as never));
  // The page has started the same search before.
  expect(await findUnsentActions()).toEqual([]);
  expect(screen.queryByRole('alertdialog')).toBeNull();
  queryClient.setQueryData(key, me);
  await question();
  expect(page.writes()).toEqual([]);
});

test('another user who signs in while a deletion is offered cannot send it', async () => {
  const page = await deleteKeyword();
  await crash(page);
  const asked = await question();
  const key = meQuery().queryKey;
  const me = queryClient.getQueryData(key);
  const send = asked.getByRole('button', { name: 'Send now' });
  queryClient.setQueryData(key, { ...me, id: '99' } as never);
  send.click();
  await delay(100);
  expect(page.writes()).toEqual([]);
  expect(localStorage.getItem(KEY)).toContain('parcel');
});

test('a deletion is not offered while the tab that will send it is open', async () => {
  const tab = new BroadcastChannel('countersign.tabs');
  tab.addEventListener('message', ({ data }) => data === 'who' && tab.postMessage({ alive: 'closed' }));
  const page = await deleteKeyword();
  await crash(page);
  expect(await findUnsentActions()).toEqual([]);
  tab.close();
  expect(await findUnsentActions()).toHaveLength(1);
});

test('a tab that was frozen does not send a deletion that another tab has taken over since', async () => {
  const { writes } = await deleteKeyword();
  // Without an event: the frozen tab has not received it yet.
  localStorage.removeItem(KEY);
  leavePage();
  await screen.findByRole('gridcell', { name: 'parcel' });
  await noOutboxBar();
  expect(writes()).toEqual([]);
});

test('a deletion is sent even if it cannot be stored', async () => {
  fillStorage(KEY);
  const { words } = await deleteKeyword();
  leavePage();
  await waitFor(async () => expect(await words()).toEqual(['refund']));
});

test('after a crash, a save is offered, and once it is sent its form has no unsaved changes', async () => {
  const { user, stored, ...page } = await saveTitle();
  await navigate('/clients');
  await screen.findByRole('link', { name: /Tidewater/ });
  await crash({ user, ...page });
  const asked = await question();
  expect(asked.getByRole('listitem').textContent).toBe('Saving “Tidewater Ltd”');
  expect(await stored()).toBe('Tidewater');
  await user.click(asked.getByRole('button', { name: 'Send now' }));
  await findToast('Saved “Tidewater Ltd”');
  expect(await stored()).toBe('Tidewater Ltd');
  expect(Object.keys(localStorage).filter((key) => key.includes('.typed.'))).toEqual([]);
  await navigate('/clients/1');
  expect((await title()).value).toBe('Tidewater Ltd');
  expect(screen.queryByText('Unsaved changes restored')).toBeNull();
});

test('an open form has no unsaved changes either once its offered save is sent', async () => {
  const { user, stored, writes, ...page } = await saveTitle();
  await crash({ user, ...page });
  expect(screen.getByText('Unsaved – kept as a draft in this browser')).toBeTruthy();
  await user.click((await question()).getByRole('button', { name: 'Send now' }));
  await findToast('Saved “Tidewater Ltd”');
  await waitFor(() => expect(screen.queryByText('Unsaved – kept as a draft in this browser')).toBeNull());
  expect((await title()).value).toBe('Tidewater Ltd');
  expect([await stored(), writes()]).toEqual(['Tidewater Ltd', ['PUT']]);
});

test('an offered save does not overwrite a later change by another user', async () => {
  const { user, stored, service, ...page } = await saveTitle();
  await navigate('/clients');
  await screen.findByRole('link', { name: /Tidewater/ });
  await crash({ user, ...page }, () => service.update('clients', '1', { title: 'Tidewater theirs' }));
  await user.click((await question()).getByRole('button', { name: 'Send now' }));
  await findToast('Couldn’t save “Tidewater Ltd”');
  expect(await stored()).toBe('Tidewater theirs');
  await user.click(screen.getByRole('button', { name: 'Open' }));
  expect((await title()).value).toBe('Tidewater Ltd');
});

test('an offered switch does not overwrite a later change', async () => {
  const page = await endWait();
  await crash(page, () => page.service.update('rooms', page.room.id, { name: 'Red Heron' }));
  await page.user.click((await question()).getByRole('button', { name: 'Send now' }));
  await findToast('Couldn’t save “Blue Heron”');
  expect(await page.isDone()).toBe(false);
});

// Last, because the pages of a later test would load another set of modules.
test('if two tabs offer an action, only the first one sends it', async () => {
  const page = await deleteKeyword();
  await crash(page);
  const asked = await question();
  vi.resetModules();
  const other = await import('#src/bulk/delayed-actions.ts');
  expect(other.takeActions(other.storedActions.get().map(({ id }) => id))).toHaveLength(1);
  await page.user.click(asked.getByRole('button', { name: 'Send now' }));
  expect(screen.queryByRole('alertdialog')).toBeNull();
  await delay(100);
  expect(page.writes()).toEqual([]);
});
