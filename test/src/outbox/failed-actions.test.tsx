import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import type { Role } from '#server/access/caller.ts';
import { choose, signIn, signOut } from '#src/api/connection.ts';
import { meQuery } from '#src/api/me-query.ts';
import { queryClient } from '#src/api/query-client.ts';
import { storedActions } from '#src/bulk/delayed-actions.ts';
import { failedActions } from '#src/bulk/failed-actions.ts';
import { allKeywordsQuery } from '#src/domain/keywords/all-keywords.ts';
import { deleteConnection } from '#src/features/connections/remove-connection.tsx';
import { parseRecent, readRecentText } from '#src/lib/storage/recent-actions.ts';
import { updateSettings } from '#src/lib/storage/settings.ts';
import { clientRoutes, keywordRoutes, roomRoutes, watchRoutes } from '#src/routes.tsx';
import { toasts } from '#src/ui/overlay/toasts.ts';
import { aClient, aKeyword, aRoom } from '#test/builders.ts';
import { answering, holding, type Middleware, refusal } from '../answering.ts';
import { asksBeforeLeaving, fireStorageEvent } from '../browser-events.ts';
import { deleteRows } from '../delete-rows.ts';
import { findToast, renderPage, startService } from '../render-page.tsx';
import { waitingSince } from '../watch/waiting.ts';
import { findUser, withOutbox } from '../with-outbox.tsx';

const KEY = 'countersign.failed-actions';
let isDown = true;
/** URL suffix of the one record whose writes fail; by default, all writes fail. */
let failingPath = '';

beforeEach(() => {
  isDown = true;
  failingPath = '';
  updateSettings({ undoSeconds: 0 });
});

const routes = withOutbox([...keywordRoutes, ...clientRoutes, ...roomRoutes, ...watchRoutes]);

async function show(path: string, wrapFetch = refuseWrites, role: Role = 'admin') {
  const page = await renderPage(path, { routes, wrapFetch, role });
  await findUser();
  return page;
}
const refuseWrites = answering(
  (url, { method = 'GET' }) =>
    isDown && method !== 'GET' && url.endsWith(failingPath) && refusal(403, { title: 'No', detail: 'Out of order.' }),
);

/** Closes the page and opens another, as a new tab would. */
function reload(path: string) {
  cleanup();
  const text = localStorage.getItem(KEY) ?? '';
  failedActions.set([]);
  localStorage.setItem(KEY, text);
  fireStorageEvent();
  return show(path);
}

const failure = async (isIn: HTMLElement) => {
  await within(isIn).findByText('Out of order.');
  isDown = false;
  return within(isIn).getByRole('button', { name: /^Retry: / });
};
const isOver = () =>
  waitFor(() => expect(JSON.stringify([localStorage.getItem(KEY), failedActions.get()])).toBe('[null,[]]'));

test('a failed keyword deletion is shown below its row, also after a reload, and can be retried', async () => {
  const service = await startService();
  for (const key_name of ['refund', 'parcel']) await aKeyword(service.db, { key_name });
  const { user } = await show('/keywords');
  await deleteRows(user, 'parcel');
  await within(await screen.findByRole('grid')).findByText('Out of order.');
  const again = await reload('/keywords');
  await again.user.click(await failure(await screen.findByRole('grid')));
  await waitFor(() => expect(screen.queryByRole('gridcell', { name: 'parcel' })).toBeNull());
  await isOver();
  expect(await service.db.selectFrom('master_keywords').select('key_name').execute()).toEqual([{ key_name: 'refund' }]);
});

/** The newest action in the history. */
const newest = () => {
  const key = Object.keys(localStorage).find((name) => name.startsWith('countersign.recent.'));
  return parseRecent(readRecentText(key ?? ''))[0];
};

test('after a partly failed deletion, only the failed records are named and retried', async () => {
  const service = await startService();
  for (const key_name of ['refund', 'parcel', 'shoes']) await aKeyword(service.db, { key_name });
  failingPath = '/2';
  const { user, requests } = await show('/keywords');
  await deleteRows(user, 'refund', 'parcel', 'shoes');
  const retry = await failure(await screen.findByRole('grid'));
  expect(retry.getAttribute('aria-label')).toBe('Retry: parcel');
  expect(newest()).toMatchObject({ text: 'Deleted 2 of 3 keywords', state: 'failed', detail: 'Out of order.' });
  const before = requests.length;
  await user.click(retry);
  await isOver();
  await waitFor(async () => expect(await service.db.selectFrom('master_keywords').selectAll().execute()).toEqual([]));
  const deleted = requests.slice(before).filter(({ method }) => method === 'DELETE');
  expect(deleted.map(({ url }) => new URL(url).pathname)).toEqual([expect.stringMatching(/\/master_keywords\/2$/)]);
});

test('a stopped deletion reports only the deleted records, and no failure', async () => {
  isDown = false;
  const service = await startService();
  for (let at = 1; at <= 12; at++) await aKeyword(service.db, { key_name: `word ${at}` });
  const { wrapFetch, release } = holding((_, { method }) => method === 'DELETE');
  const { user } = await show('/keywords', wrapFetch);
  await deleteRows(user, 'all rows');
  const bar = within(await screen.findByRole('region', { name: 'Outbox' }));
  await bar.findByText('0 of 12 done');
  expect(asksBeforeLeaving()).toBe(true);
  await user.click(bar.getByRole('button', { name: 'Cancel' }));
  release();
  await screen.findByRole('checkbox', { name: 'Select word 12' });
  await findToast('Deleted 4 of 12. The others were kept.');
  await waitFor(() => expect(newest()).toMatchObject({ text: 'Deleted 4 of 12 keywords', state: 'sent' }));
  expect(failedActions.get()).toEqual([]);
  expect(await service.db.selectFrom('master_keywords').select('id').execute()).toHaveLength(8);
  expect(asksBeforeLeaving()).toBe(false);
});

test('a failed end of a wait is shown on the row in Watch and in the room', async () => {
  const service = await startService();
  const wait = waitingSince(10);
  const room = await aRoom(service.db, { name: 'Blue Heron', ...wait });
  const { user } = await show('/watch');
  const row = () => screen.findByRole('row', { name: /Blue Heron/ });
  await row();
  await user.keyboard('je');
  await within(await row()).findByText('Out of order.');
  const again = await reload(`/rooms/${room.id}`);
  await again.user.click(await failure(await screen.findByRole('complementary', { name: 'About this room' })));
  await waitFor(async () => {
    const { record } = await service.send('GET', `/rooms/${room.id}`);
    expect(record.attributes?.awaiting_support).toBe(false);
  });
  await isOver();
});

test('a failed save of a client is shown on its row', async () => {
  const service = await startService();
  await aClient(service.db, { title: 'Tidewater' });
  const { user } = await show('/clients/1');
  await user.type(await screen.findByRole('textbox', { name: /^Title/ }), ' Ltd');
  await user.click(screen.getByRole('button', { name: /^Save/ }));
  await waitFor(() => expect(localStorage.getItem(KEY)).toContain('Out of order.'));
  const again = await reload('/clients');
  await again.user.click(await failure(await screen.findByRole('row', { name: /Tidewater/ })));
  expect(await screen.findByRole('link', { name: 'Tidewater Ltd' })).toBeTruthy();
  await isOver();
});

/** Starts two workspaces, each with a record of id 1. */
async function startTwo() {
  const service = await startService();
  const lumen = await service.addTenant('lumen');
  await aKeyword(service.db, { key_name: 'refund' });
  await aKeyword(lumen.db, { key_name: 'lantern' });
  return { service, lumen };
}
const retryButton = () => screen.queryByRole('button', { name: 'Retry' });
/** As in the app, where a switch of the connection mounts the toasts again. */
const showToastsAgain = () => act(() => toasts.set([...toasts.get()]));

test('a deletion that fails after a switch is reported with its workspace, and retried there only', async () => {
  const { service, lumen } = await startTwo();
  updateSettings({ undoSeconds: 30 });
  const { user, requests } = await show('/keywords');
  await deleteRows(user, 'refund');
  await act(async () => void signIn(lumen.origin, lumen.tokens.admin));
  await findToast('Couldn’t delete “refund” · harbor.test');
  expect(retryButton()).toBeNull();
  act(() => choose(service.origin));
  showToastsAgain();
  isDown = false;
  updateSettings({ undoSeconds: 0 });
  await user.click(await screen.findByRole('button', { name: 'Retry' }));
  await isOver();
  const deleted = requests.filter(({ method }) => method === 'DELETE').map(({ url }) => url);
  expect(deleted).toEqual([`${service.origin}/rapi/v1/master_keywords/1`]);
  expect(await lumen.db.selectFrom('master_keywords').select('id').execute()).toHaveLength(1);
});

test('a failure reported before a switch, or a sign-in of another user, offers no retry afterwards', async () => {
  const { service, lumen } = await startTwo();
  const { user } = await show('/keywords');
  await deleteRows(user, 'refund');
  await findToast('Couldn’t delete “refund”');
  await waitFor(() => expect(retryButton()).toBeTruthy());
  await act(async () => void signIn(lumen.origin, lumen.tokens.admin));
  showToastsAgain();
  expect(retryButton()).toBeNull();
  await act(async () => void signIn(service.origin, service.tokens.supervisor));
  await queryClient.query({ ...meQuery(), staleTime: 0 });
  showToastsAgain();
  expect(retryButton()).toBeNull();
});

test('a retry still on the screen after a switch does nothing at the other workspace', async () => {
  const { lumen } = await startTwo();
  const { user } = await show('/keywords');
  await deleteRows(user, 'refund');
  const retry = await screen.findByRole('button', { name: 'Retry' });
  updateSettings({ undoSeconds: 30 });
  await act(async () => void signIn(lumen.origin, lumen.tokens.admin));
  await user.click(retry);
  expect(storedActions.get()).toEqual([]);
});

test('a wait whose end fails after a switch is reported, and retried at its own workspace only', async () => {
  const { service, lumen } = await startTwo();
  const wait = waitingSince(10);
  for (const { db } of [service, lumen]) await aRoom(db, { name: 'Blue Heron', ...wait });
  updateSettings({ undoSeconds: 30 });
  const { user } = await show('/watch');
  await screen.findByRole('row', { name: /Blue Heron/ });
  await user.keyboard('je');
  await act(async () => void signIn(lumen.origin, lumen.tokens.admin));
  await findToast('Couldn’t update “Blue Heron” · harbor.test');
  expect(retryButton()).toBeNull();
});

test('copies completed after a switch are listed at their own workspace, and cannot be deleted at the other', async () => {
  const { service, lumen } = await startTwo();
  const { wrapFetch, release } = holding((_, { method }) => method === 'POST');
  const { user, unmount } = await show('/keywords', wrapFetch);
  await user.click(await screen.findByRole('button', { name: 'Duplicate refund' }));
  unmount();
  signIn(lumen.origin, lumen.tokens.admin);
  await queryClient.query(allKeywordsQuery());
  release();
  await waitFor(() =>
    expect(toasts.get().map(({ text }) => text)).toEqual(['Created the copy “refund (copy)” · harbor.test']),
  );
  const listed = () => queryClient.getQueryData(allKeywordsQuery().queryKey)?.rows.map(({ key_name }) => key_name);
  expect(listed()).toEqual(['lantern']);
  expect(toasts.get()[0]?.action?.isOffered?.()).toBe(false);
  choose(service.origin);
  expect(listed()).toEqual(['refund', 'refund (copy)']);
  expect(toasts.get()[0]?.action?.isOffered?.()).toBe(true);
});

/** Deletes a keyword, which fails. */
async function failToDelete(wrapFetch = refuseWrites) {
  const service = await startService();
  await aKeyword(service.db, { key_name: 'refund' });
  const { user } = await show('/keywords', wrapFetch);
  await deleteRows(user, 'refund');
  await within(await screen.findByRole('grid')).findByText('Out of order.');
  return service;
}

test('where the service names no users, a failed action is forgotten at sign-out', async () => {
  const unnamed = answering((url) => url.includes('/users') && refusal(403));
  const wrapFetch: Middleware = (fetch) => unnamed(refuseWrites(fetch));
  await failToDelete(wrapFetch);
  cleanup();
  signOut();
  await isOver();
  await show('/keywords', wrapFetch, 'supervisor');
  const grid = await screen.findByRole('grid');
  expect(await within(grid).findByRole('gridcell', { name: 'refund' })).toBeTruthy();
  expect(within(grid).queryByText('Out of order.')).toBeNull();
});

test('an action that fails only after its unnamed user has signed out is not kept for the next one', async () => {
  const late = Promise.withResolvers<void>();
  const service = await startService();
  await aKeyword(service.db, { key_name: 'refund' });
  const failLate = answering((url, { method }) => {
    if (url.includes('/users')) return refusal(403);
    return method === 'DELETE' && late.promise.then(() => refusal(403, { title: 'Out of order.' }));
  });
  const { user } = await show('/keywords', failLate);
  await deleteRows(user, 'refund');
  await waitFor(() => expect(storedActions.get()).toMatchObject([{ sentAt: expect.any(Number) }]));
  cleanup();
  signOut();
  await show('/keywords', failLate, 'supervisor');
  late.resolve();
  await waitFor(() => expect(storedActions.get()).toEqual([]));
  await isOver();
});

test('a named user’s failed action outlives the sign-out, but not the removal of the workspace', async () => {
  const { origin } = await failToDelete();
  cleanup();
  signOut();
  expect(localStorage.getItem(KEY)).toContain('Out of order.');
  await deleteConnection(origin);
  await isOver();
});

// Last, because the listeners of its second page remain.
test('a page reads the stored failures when it starts', async () => {
  await failToDelete();
  // Run the module again, as a reload does.
  vi.resetModules();
  const loaded = await import('#src/bulk/failed-actions.ts');
  expect(loaded.failedActions.get().map(({ detail }) => detail)).toEqual(['Out of order.']);
});
