import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { signOut } from '#src/api/connection.ts';
import { preloadLazyChunks } from '#src/features/review-queue/lazy-components.ts';
import { updateSettings } from '#src/lib/storage/settings.ts';
import { failedDecisions } from '#src/outbox/decision-outcomes.ts';
import { reviewRoutes } from '#src/routes.tsx';
import { aDraft, aRoom } from '#test/builders.ts';
import { answering, refusal } from '../answering.ts';
import { fireStorageEvent } from '../browser-events.ts';
import { type PageOptions, renderPage, startService } from '../render-page.tsx';
import { freshDesk, isDecision, manyDrafts, queue, rejectWith, stored } from '../review/render-review-desk.tsx';
import { rowAround } from '../row-around.ts';
import { findUser, withOutbox } from '../with-outbox.tsx';

beforeEach(() => {
  freshDesk();
  isDown = true;
  updateSettings({ undoSeconds: 0 });
});

const KEY = 'countersign.failed';
const routes = withOutbox(reviewRoutes);
async function show(options: Partial<PageOptions> = {}) {
  await preloadLazyChunks();
  const page = await renderPage('/review', { routes, role: 'reviewer', ...options });
  await findUser();
  await within(await screen.findByRole('region', { name: 'Review queue' })).findAllByText('Room 1');
  return page;
}

let isDown = true;

/** A service that refuses decisions while `isDown`. */
const wrapFetch = answering((url) => isDown && isDecision(url) && refusal(500, { detail: 'Out of order.' }));

/** Makes a decision on the first of two drafts, which fails. */
async function failOne() {
  const service = await startService();
  const [draft] = await manyDrafts(service, 2);
  const page = await show({ wrapFetch });
  await page.user.keyboard('a');
  await within(queue()).findByText(/Out of order/);
  const statusOf = async () => (await stored(service, draft?.id ?? 0)).status;
  return { ...page, service, statusOf };
}

/** Values that cannot be stored are lost when the page closes. */
function leave() {
  cleanup();
  const text = localStorage.getItem(KEY) ?? '';
  failedDecisions.set({});
  localStorage.setItem(KEY, text);
  fireStorageEvent();
}

const failure = async () => within(rowAround(await within(queue()).findByText(/Out of order/)));

test('after a reload, a failed decision is shown on its row with the service’s words, and can be retried', async () => {
  const { statusOf } = await failOne();
  leave();
  const { user } = await show({ wrapFetch });
  const row = await failure();
  expect(row.getByText('Room 1')).toBeTruthy();
  expect(row.getByText(/The draft is still in review/)).toBeTruthy();
  isDown = false;
  await user.click(row.getByRole('button', { name: 'Retry' }));
  await waitFor(async () => expect(await statusOf()).toBe('approved'));
  await waitFor(() => expect(localStorage.getItem(KEY)).toBeNull());
});

test('after a reload, a failed decision can also be retried from Recent', async () => {
  const { statusOf } = await failOne();
  leave();
  const { user } = await show({ wrapFetch });
  isDown = false;
  await user.click(await screen.findByRole('button', { name: 'Recent actions' }));
  const drawer = within(await screen.findByRole('dialog', { name: 'Recent actions' }));
  await user.click(await drawer.findByRole('button', { name: 'Retry' }));
  await waitFor(async () => expect(await statusOf()).toBe('approved'));
});

test('Retry in Recent sends only the decisions of its row, and none that failed later', async () => {
  const service = await startService();
  const room = await aRoom(service.db, { name: 'Room 1' });
  const of = { room_id: room.id, created_user_id: service.userIds.agent };
  const [first, second] = [
    await aDraft(service.db, { ...of, message_content: 'one' }),
    await aDraft(service.db, { ...of, message_content: 'two' }),
  ];
  const { user } = await show({ wrapFetch });
  await user.keyboard('{Control>}a{/Control}a');
  await user.click(await within(await screen.findByRole('dialog')).findByRole('button', { name: 'Approve 2' }));
  await waitFor(() => expect(within(queue()).getAllByText(/Out of order/)).toHaveLength(2));
  await user.keyboard('{Escape}');
  await rejectWith(user, 'Too long');
  await waitFor(() => expect(failedDecisions.get()[first.id]?.decision.kind).toBe('reject'));
  isDown = false;
  await user.click(await screen.findByRole('button', { name: 'Recent actions' }));
  const drawer = within(await screen.findByRole('dialog', { name: 'Recent actions' }));
  const row = async (text: string) => within(rowAround(await drawer.findByText(text)));
  await user.click((await row('Approve 2 drafts')).getByRole('button', { name: 'Retry' }));
  await waitFor(async () => expect((await stored(service, second.id)).status).toBe('approved'));
  expect((await row('Approve 2 drafts')).queryByRole('button', { name: 'Retry' })).toBeNull();
  expect((await stored(service, first.id)).status).toBe('in_review');
  await user.click((await row('Reject “one”')).getByRole('button', { name: 'Retry' }));
  await waitFor(async () =>
    expect(await stored(service, first.id)).toMatchObject({ status: 'rejected', comment: 'Too long' }),
  );
});

test('a failure disappears once another tab removes it, and appears once another tab stores it', async () => {
  await failOne();
  const text = localStorage.getItem(KEY) ?? '';
  localStorage.removeItem(KEY);
  fireStorageEvent();
  await waitFor(() => expect(within(queue()).queryByText(/Out of order/)).toBeNull());
  localStorage.setItem(KEY, text);
  fireStorageEvent();
  expect((await failure()).getByText('Room 1')).toBeTruthy();
});

test('another user does not see a failed decision', async () => {
  await failOne();
  leave();
  signOut();
  await show({ wrapFetch, role: 'supervisor' });
  expect(within(queue()).queryByText(/Out of order/)).toBeNull();
  expect(localStorage.getItem(KEY)).toContain('Out of order.');
});
