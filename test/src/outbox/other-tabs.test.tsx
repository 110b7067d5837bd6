import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { queryClient } from '#src/api/query-client.ts';
import { preloadLazyChunks } from '#src/features/review-queue/lazy-components.ts';
import { navigate } from '#src/lib/router.ts';
import { updateSettings } from '#src/lib/storage/settings.ts';
import { tabId } from '#src/lib/tab-channel.ts';
import { loadDelivery } from '#src/outbox/decision-outbox.ts';
import { keywordRoutes, reviewRoutes, roomRoutes, watchRoutes } from '#src/routes.tsx';
import { aKeyword, aRoom } from '#test/builders.ts';
import type { TestService } from '#test/service.ts';
import { answering } from '../answering.ts';
import { fireStorageEvent, leavePage } from '../browser-events.ts';
import { deleteRows } from '../delete-rows.ts';
import { holdLongTimers } from '../hold-long-timers.ts';
import { findToast, type PageOptions, renderPage, startService } from '../render-page.tsx';
import { freshDesk, manyDrafts, queue } from '../review/render-review-desk.tsx';
import { waitingSince } from '../watch/waiting.ts';
import { findUser, noOutboxBar, outboxBar, withOutbox } from '../with-outbox.tsx';

const [OUTBOX, ACTIONS] = ['countersign.outbox', 'countersign.actions'];
const OTHER = 'the other tab';

let channel: BroadcastChannel;

beforeEach(() => {
  freshDesk();
  holdLongTimers();
  updateSettings({ undoSeconds: 30 });
  channel = new BroadcastChannel('countersign.tabs');
  channel.addEventListener('message', ({ data }) => data === 'who' && channel.postMessage({ alive: OTHER }));
});
afterEach(() => channel.close());

const routes = withOutbox([...reviewRoutes, ...roomRoutes, ...keywordRoutes, ...watchRoutes]);

async function show(path: string, options: Partial<PageOptions> = {}) {
  await Promise.all([preloadLazyChunks(), loadDelivery()]);
  const page = await renderPage(path, { routes, ...options });
  await findUser();
  return page;
}

type User = Awaited<ReturnType<typeof show>>['user'];

/** Stores what the other tab does, and fires the storage event. */
function store(key: string, text: string | undefined) {
  if (text === undefined) localStorage.removeItem(key);
  else localStorage.setItem(key, text);
  fireStorageEvent();
}

/** Moves the action that was just taken here to the other tab. */
async function doElsewhere(user: User, key: string): Promise<string> {
  await waitFor(() => expect(localStorage.getItem(key)).toContain(tabId));
  const text = localStorage.getItem(key)?.replaceAll(tabId, OTHER) ?? '';
  await user.keyboard('z');
  await noOutboxBar();
  store(key, text);
  await (await outboxBar()).findByText('in another tab');
  return text;
}

const asSent = (text: string) =>
  JSON.stringify(
    JSON.parse(text).map((entry: object) => ({ ...entry, state: 'sending', sentAt: Date.now(), dueAt: Date.now() })),
  );

async function deletedElsewhere(options: Partial<PageOptions> = {}) {
  const service = await startService();
  for (const key_name of ['refund', 'parcel']) await aKeyword(service.db, { key_name });
  const page = await show('/keywords', options);
  await deleteRows(page.user, 'parcel');
  const text = await doElsewhere(page.user, ACTIONS);
  await waitFor(() => expect(cell('parcel')).toBeNull());
  return { ...page, service, text };
}

const cell = (name: string) => screen.queryByRole('gridcell', { name });

test('a deletion of another tab hides its row, shows in the bar, and can be undone from here', async () => {
  const { user, requests } = await deletedElsewhere();
  await (await outboxBar()).findByText('Deleted “parcel”');
  expect(cell('refund')).toBeTruthy();
  await user.keyboard('z');
  await screen.findByRole('gridcell', { name: 'parcel' });
  await noOutboxBar();
  expect(localStorage.getItem(ACTIONS)).toBeNull();
  expect(requests.filter(({ method }) => method !== 'GET')).toEqual([]);
});

test('a record deleted by another tab does not reappear while the list is refetched', async () => {
  const { promise: held, resolve: letRead } = Promise.withResolvers<void>();
  let isHeld = false;
  const wrapFetch = answering((url) => isHeld && url.includes('/master_keywords') && held);
  const { service, text } = await deletedElsewhere({ wrapFetch });
  store(ACTIONS, asSent(text));
  await service.send('DELETE', '/master_keywords/2');
  isHeld = true;
  store(ACTIONS, undefined);
  await noOutboxBar();
  expect(cell('parcel')).toBeNull();
  letRead();
  await waitFor(() => expect(queryClient.isFetching()).toBe(0));
  expect(cell('parcel')).toBeNull();
  expect(cell('refund')).toBeTruthy();
});

test('no file is compared with the keywords while another tab deletes some', async () => {
  const { service, text } = await deletedElsewhere();
  const button = () => screen.findByRole('button', { name: 'Choose a file…' });
  await navigate('/keywords/import');
  expect((await button()).ariaDisabled).toBe('true');
  store(ACTIONS, asSent(text));
  await service.send('DELETE', '/master_keywords/2');
  store(ACTIONS, undefined);
  await waitFor(async () => expect((await button()).ariaDisabled).not.toBe('true'));
});

test('an action that another tab undoes is not sent from here', async () => {
  const service = await startService();
  await aKeyword(service.db, { key_name: 'parcel' });
  const { user, requests } = await show('/keywords');
  await deleteRows(user, 'parcel');
  await findToast('Deleted “parcel”');
  store(ACTIONS, undefined);
  await screen.findByRole('gridcell', { name: 'parcel' });
  await noOutboxBar();
  leavePage();
  expect(requests.filter(({ method }) => method !== 'GET')).toEqual([]);
});

test('a switch of another tab shows in the room and in Watch, and can be undone in either', async () => {
  const service = await startService();
  const wait = waitingSince(10);
  const room = await aRoom(service.db, { name: 'Blue Heron', ...wait });
  const page = await show(`/rooms/${room.id}`);
  const toggle = await screen.findByRole<HTMLInputElement>('switch', { name: 'Waiting' });
  await page.user.click(toggle);
  const text = await doElsewhere(page.user, ACTIONS);
  await waitFor(() => expect(toggle.checked).toBe(false));
  await page.user.click(toggle);
  await noOutboxBar();
  expect([toggle.checked, localStorage.getItem(ACTIONS)]).toEqual([true, null]);
  page.unmount();
  const { user } = await show('/watch');
  const row = () => screen.findByRole('row', { name: /Blue Heron/ });
  await row();
  store(ACTIONS, text);
  await waitFor(async () => expect((await row()).textContent).toContain('Answered elsewhere'));
  await user.click(screen.getByRole('button', { name: 'Undo: Blue Heron' }));
  await waitFor(async () => expect((await row()).textContent).not.toContain('Answered elsewhere'));
});

/** Has another tab approve the first of two drafts, which leaves the queue. */
async function approvedElsewhere(options: Partial<PageOptions> = {}) {
  const service = await startService();
  const [draft] = await manyDrafts(service, 2);
  const page = await show('/review', { role: 'reviewer', ...options });
  await within(await screen.findByRole('region', { name: 'Review queue' })).findByText('reply 1');
  await page.user.keyboard('a');
  const text = await doElsewhere(page.user, OUTBOX);
  await waitFor(() => expect(within(queue()).queryByText('reply 1')).toBeNull());
  const id = String(draft?.id);
  return { ...page, service, text, id };
}

const approve = (service: TestService, id: string) =>
  service.send('PUT', `/support_draft_messages/${id}/approve`, {
    as: 'reviewer',
    body: { data: { type: 'support_draft_messages', id } },
  });

test('a draft decided in another tab does not reappear as undecided', async () => {
  const { service, text, id } = await approvedElsewhere();
  store(OUTBOX, asSent(text));
  await approve(service, id);
  const seen: string[] = [];
  const look = new MutationObserver(() => seen.push(queue().textContent ?? ''));
  look.observe(document.body, { subtree: true, childList: true, characterData: true });
  store(OUTBOX, undefined);
  await noOutboxBar();
  await waitFor(() => expect(queryClient.isFetching()).toBe(0));
  look.disconnect();
  expect(seen.filter((shown) => shown.includes('reply 1'))).toEqual([]);
  expect(within(queue()).getByText('reply 2')).toBeTruthy();
});

test.each([
  ['was refused there', asSent],
  ['was undone there', (text: string) => text],
])('a draft is listed again if its decision in another tab %s', async (_, before) => {
  const { text } = await approvedElsewhere();
  store(OUTBOX, before(text));
  store(OUTBOX, undefined);
  await within(queue()).findByText('reply 1');
});

test('a draft decided in another tab stays out of the queue if it cannot be read', async () => {
  let isDown = false;
  const { text } = await approvedElsewhere({
    wrapFetch: answering((_, { method = 'GET' }) => isDown && method === 'GET' && new Response('', { status: 403 })),
  });
  store(OUTBOX, asSent(text));
  isDown = true;
  store(OUTBOX, undefined);
  await noOutboxBar();
  await waitFor(() => expect(queryClient.isFetching()).toBe(0));
  expect(within(queue()).queryByText('reply 1')).toBeNull();
});
