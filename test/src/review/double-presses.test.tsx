import { act, createEvent, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { mineRoutes } from '#src/routes.tsx';
import { toasts } from '#src/ui/overlay/toasts.ts';
import { aResolvedDraft, aRoom } from '#test/builders.ts';
import { findToast, renderPage, startService } from '../render-page.tsx';
import {
  chosen,
  decisionsOf,
  freshDesk,
  nothingIsDecided,
  openDrafts,
  openOneDraft,
  outboxIsEmpty,
} from './render-review-desk.tsx';

beforeEach(freshDesk);

test('a held key decides on one draft', async () => {
  const { user, requests, rowOf } = await openDrafts(2);
  await user.keyboard('{a>20/}');
  await waitFor(async () => expect((await rowOf(1)).status).toBe('approved'));
  await outboxIsEmpty();
  expect((await rowOf(2)).status).toBe('in_review');
  expect(decisionsOf(requests)).toHaveLength(1);
});

test('consecutive decisions refresh the lists occasionally, not each time', async () => {
  const { user, requests } = await openDrafts(9);
  const listsOf = (all: readonly Request[]) =>
    all.filter(({ method, url }) => method === 'GET' && /draft_messages\?/.test(url));
  const before = listsOf(requests).map(({ url }) => url);
  // Fake the clock: all presses fall within two seconds, however long they take.
  const clock = vi.spyOn(performance, 'now').mockReturnValue(performance.now());
  for (let decided = 1; decided <= 8; decided++) {
    await user.keyboard('a');
    await waitFor(() => expect(decisionsOf(requests)).toHaveLength(decided));
    await outboxIsEmpty();
  }
  clock.mockRestore();
  // The nine drafts fit on one page, which is not refetched while the reviewer works; only the count is.
  const again = () =>
    listsOf(requests)
      .slice(before.length)
      .map(({ url }) => url);
  await waitFor(() => expect(again()).not.toEqual([]));
  const mostOfOne = Math.max(...again().map((url) => again().filter((other) => other === url).length));
  expect(mostOfOne).toBeLessThan(8);
});

test('a key pressed twice opens the next draft, passes over none, and explains nothing', async () => {
  const { rowOf } = await openDrafts(3);
  const shown: unknown[] = [];
  onTestFinished(toasts.subscribe(() => void shown.push(...toasts.get())));
  // Nothing is rendered between the two.
  act(() => {
    for (let press = 0; press < 2; press++)
      document.body.dispatchEvent(createEvent.keyDown(document.body, { key: 'a' }));
  });
  await waitFor(async () => expect((await rowOf(1)).status).toBe('approved'));
  await outboxIsEmpty();
  expect(chosen().textContent).toContain('reply 2');
  expect((await rowOf(2)).status).toBe('in_review');
  expect(shown).toEqual([]);
});

test.each(['queue', 'address'] as const)('Approve clicked twice, and its key, send one request: %s', async (place) => {
  const { becomes, decisions } = await openOneDraft(place);
  const button = await within(chosen()).findByRole('button', { name: 'Approve' });
  for (let press = 0; press < 2; press++) {
    fireEvent.click(button);
    fireEvent.keyDown(document.body, { key: 'a' });
  }
  await becomes('approved');
  await outboxIsEmpty();
  expect(decisions()).toHaveLength(1);
});

test('a reason sent twice is one rejection', async () => {
  const { user, becomes, decisions } = await openOneDraft('address');
  await user.keyboard('r');
  const field = await screen.findByRole('textbox', { name: /Reason/ });
  await user.type(field, 'Too long');
  for (let press = 0; press < 3; press++) fireEvent.keyDown(field, { key: 'Enter', ctrlKey: true });
  await becomes('rejected');
  await outboxIsEmpty();
  expect(decisions()).toHaveLength(1);
});

test('a number pressed twice is one rejection, and the key that opened the form types nothing', async () => {
  const { user, becomes, decisions, row } = await openOneDraft('address');
  await user.keyboard('{r>20/}');
  const field = await screen.findByRole<HTMLTextAreaElement>('textbox', { name: /Reason/ });
  expect(field.value).toBe('');
  fireEvent.keyDown(field, { key: '2' });
  fireEvent.keyDown(field, { key: '2' });
  fireEvent.keyDown(document.body, { key: '2' });
  await becomes('rejected');
  await outboxIsEmpty();
  expect(decisions()).toHaveLength(1);
  expect((await row()).comment).toBe('Doesn’t answer the question');
});

test.each(['reason', 'edit'])('Enter during IME composition of a %s sends nothing', async (what) => {
  const { user, decisions } = await openOneDraft('address');
  await user.keyboard(what === 'edit' ? 'e' : 'r');
  const field = await screen.findByRole('textbox', { name: what === 'edit' ? 'Text' : /Reason/ });
  // Safari reports the last key of a composition after it, with code 229.
  const composing = [{ isComposing: true }, { keyCode: 229 }];
  for (const ime of composing) fireEvent.keyDown(field, { key: '2', ...ime });
  await user.type(field, '配送');
  for (const ime of composing) {
    const enter = createEvent.keyDown(field, { key: 'Enter', ctrlKey: true, ...ime });
    fireEvent(field, enter);
    expect(enter.defaultPrevented).toBe(false);
  }
  expect(field.isConnected).toBe(true);
  nothingIsDecided();
  expect(decisions()).toHaveLength(0);
});

test('a draft sent by a double click and a key is created once', async () => {
  const service = await startService();
  const { agent, reviewer } = service.userIds;
  const room = await aRoom(service.db, { name: 'Blue Heron' });
  const draft = await aResolvedDraft(service.db, reviewer, {
    created_user_id: agent,
    room_id: room.id,
    message_content: 'too long',
    status: 'rejected',
  });
  const { user, requests } = await renderPage(`/mine/${draft.id}`, { routes: mineRoutes, role: 'agent' });
  await user.click(await screen.findByRole('button', { name: 'Revise' }));
  const field = await screen.findByRole('textbox', { name: 'Revision' });
  fireEvent.keyDown(field, { key: 'Enter', ctrlKey: true, isComposing: true });
  fireEvent.keyDown(field, { key: 'Enter', ctrlKey: true, keyCode: 229 });
  expect(requests.filter(({ method }) => method === 'POST')).toHaveLength(0);
  const button = screen.getByRole('button', { name: 'Send for review' });
  fireEvent.click(button);
  fireEvent.click(button);
  fireEvent.keyDown(field, { key: 'Enter', ctrlKey: true });
  await findToast('Sent for review');
  expect(requests.filter(({ method }) => method === 'POST')).toHaveLength(1);
});

test('"Mark all read" pressed twice is one request', async () => {
  const service = await startService();
  const { agent, reviewer } = service.userIds;
  await aResolvedDraft(service.db, reviewer, { created_user_id: agent, message_content: 'known' });
  const { requests } = await renderPage('/mine', { routes: mineRoutes, role: 'agent' });
  await screen.findByText('known');
  const button = screen.getByRole('button', { name: 'Mark all read' });
  fireEvent.click(button);
  fireEvent.click(button);
  await findToast('1 verdict marked as read');
  expect(requests.filter(({ method }) => method === 'PUT')).toHaveLength(1);
});
