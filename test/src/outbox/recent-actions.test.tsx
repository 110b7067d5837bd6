import { screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { beforeEach, expect, test } from 'vitest';
import { meQuery } from '#src/api/me-query.ts';
import { queryClient } from '#src/api/query-client.ts';
import { currentLocation } from '#src/lib/router.ts';
import { updateSettings } from '#src/lib/storage/settings.ts';
import { tabId } from '#src/lib/tab-channel.ts';
import type { TestService } from '#test/service.ts';
import { fetchThrough } from '#test/tolerance/fetch-through.ts';
import { rewrites } from '#test/tolerance/rewrites.ts';
import { withClockAhead } from '../answering.ts';
import { fireStorageEvent } from '../browser-events.ts';
import { findToast } from '../render-page.tsx';
import { chosen, freshDesk, queue, rejectWith, stored } from '../review/render-review-desk.tsx';
import { noOutboxBar, outboxBar } from '../with-outbox.tsx';
import { showDrafts, textOf } from './page-with-bar.tsx';

beforeEach(() => {
  freshDesk();
  updateSettings({ undoSeconds: 30 });
});
const recent = async () => within(await screen.findByRole('dialog', { name: 'Recent actions' }));
/** Opens the drawer, and returns what is in it. */
async function openRecent(user: UserEvent) {
  await user.click(await screen.findByRole('button', { name: 'Recent actions' }));
  return recent();
}

test('the bar names the newest text and counts the others; Recent lists them, and Undo returns to the draft', async () => {
  const { user, drafts } = await showDrafts(3);
  await user.keyboard('a');
  await (await outboxBar()).findByText('Approved “reply 1”');
  await textOf('reply 2');
  await user.keyboard('a');
  await (await outboxBar()).findByText('Approved “reply 2”');
  expect((await outboxBar()).getAllByRole('button', { name: 'Undo' })).toHaveLength(1);
  const more = (await outboxBar()).getByRole('button', { name: 'Recent actions, 1 more pending' });
  expect(more.textContent).toBe('+1');
  await textOf('reply 3');
  await user.click(more);
  const [, older] = (await recent()).getAllByRole('listitem');
  if (!older) throw new Error('one action is missing');
  expect(older.textContent).toContain('Approved “reply 1”Pending');
  await user.click(within(older).getByRole('button', { name: 'Undo' }));
  await textOf('reply 1');
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(currentLocation().pathname).toBe(`/review/${drafts[0]?.id}`);
  await user.click((await outboxBar()).getByRole('button', { name: 'Recent actions' }));
  expect((await recent()).getAllByRole('listitem').map((item) => item.textContent)).toEqual([
    expect.stringContaining('Approved “reply 2”Pending'),
    expect.stringContaining('Approved “reply 1”Undone'),
  ]);
});

test('Recent links to sent decisions, and reopens a rejected draft', async () => {
  updateSettings({ undoSeconds: 0 });
  const { user, drafts, rowOf } = await showDrafts(2);
  await rejectWith(user, 'Too long');
  await textOf('reply 2');
  await waitFor(async () => expect((await rowOf(1)).status).toBe('rejected'));
  await noOutboxBar();
  const drawer = await openRecent(user);
  const link = await drawer.findByRole('link', { name: 'Rejected “reply 1”' });
  expect(link.getAttribute('href')).toBe(`/review/${drafts[0]?.id}`);
  await user.click(await drawer.findByRole('button', { name: 'Reopen' }));
  await drawer.findByText('Reopened');
  expect(drawer.queryByRole('button', { name: 'Reopen' })).toBeNull();
  expect((await rowOf(1)).status).toBe('in_review');
  await user.click(link);
  await textOf('reply 1');
  await within(queue()).findByText('reply 1');
});

/** Rejects the only draft; then its page has crashed, `settle` has decided the draft, and a new page starts. */
async function rejectAndCrash(settle: (service: TestService, id: number) => Promise<unknown>) {
  const { user, service, drafts } = await showDrafts(1);
  const id = drafts[0]?.id ?? 0;
  await rejectWith(user, 'Too long');
  await outboxBar();
  const stored = localStorage.getItem('countersign.outbox')?.replaceAll(tabId, 'closed') ?? '';
  await user.keyboard('z');
  await noOutboxBar();
  expect(localStorage.getItem(`countersign.typed.${service.origin}.reject.${id}`)).toBe('"Too long"');
  await settle(service, id);
  localStorage.setItem('countersign.outbox', stored);
  fireStorageEvent();
  return { user, service, id };
}

test('a rejection that was sent as its page closed is in Recent after the next start, and can be reopened', async () => {
  const { user, service, id } = await rejectAndCrash((service, id) =>
    service.send('PUT', `/support_draft_messages/${id}/reject`, {
      as: 'reviewer',
      body: { data: { type: 'support_draft_messages', id: String(id), attributes: { comment: 'Too long' } } },
    }),
  );
  await waitFor(() => expect(localStorage.getItem(`countersign.typed.${service.origin}.reject.${id}`)).toBeNull());
  const drawer = await openRecent(user);
  expect(drawer.getByRole('listitem').textContent).toContain('Rejected “reply 1”Sent');
  await user.click(await drawer.findByRole('button', { name: 'Reopen' }));
  await drawer.findByText('Reopened');
  expect((await stored(service, id)).status).toBe('in_review');
});

test('a rejection that was overtaken while its page was closed is reported at the next start', async () => {
  const { user, service, id } = await rejectAndCrash((service, id) =>
    service.send('PUT', `/support_draft_messages/${id}/approve`, { as: 'supervisor' }),
  );
  await within(chosen()).findByText('Already decided.');
  expect(localStorage.getItem(`countersign.typed.${service.origin}.reject.${id}`)).toBe('"Too long"');
  expect((await openRecent(user)).getByRole('listitem').textContent).toContain('Reject “reply 1”Failed');
});

test.each([
  [1, 'r', 'Rejected “reply 1”', 'Decided, but the reason wasn’t saved: Room 1'],
  [2, '{Control>}a{/Control}r', 'Rejected 2 drafts', 'Decided, but the reason wasn’t saved: Rejected 2 drafts'],
])('%i rejection(s) without the reason count as rejected, and can be reopened', async (count, keys, words, told) => {
  updateSettings({ undoSeconds: 0 });
  const { user, service, drafts } = await showDrafts(count, '/review', {
    wrapFetch: fetchThrough([rewrites['the comment is dropped for good']]),
  });
  await user.keyboard(keys);
  await user.type(await screen.findByRole('textbox', { name: /Reason/ }), 'Too long{Control>}{Enter}{/Control}');
  await findToast(told);
  await within(screen.getByRole('region', { name: 'Notifications' })).findByText('Too long');
  for (const { id } of drafts) expect((await stored(service, id)).status).toBe('rejected');
  const drawer = await openRecent(user);
  const [line] = drawer.getAllByRole('listitem');
  expect(line?.textContent).toContain(`${words}Sent`);
  expect(line?.textContent).toContain('Decided, but the server didn’t save your reason.');
  await user.click(await drawer.findByRole('button', { name: 'Reopen' }));
  await drawer.findByText('Reopened');
  for (const { id } of drafts) expect((await stored(service, id)).status).toBe('in_review');
});

test('Recent shows correct ages although the local clock is two hours slow', async () => {
  updateSettings({ undoSeconds: 0 });
  const { user } = await showDrafts(1, '/review', { wrapFetch: withClockAhead(2 * 3_600_000) });
  await user.keyboard('a');
  await noOutboxBar();
  const drawer = await openRecent(user);
  const sent = /^Approved “reply 1”Sent (now|\d+ minutes? ago)$/;
  await waitFor(() => expect(drawer.getByRole('listitem').textContent).toMatch(sent));
});

test('Recent offers no Reopen for an approved draft, and lists failed decisions, but none of another user', async () => {
  updateSettings({ undoSeconds: 0, pollSeconds: 60 });
  const { user, service, drafts, rowOf } = await showDrafts(2);
  await user.keyboard('a');
  await waitFor(async () => expect((await rowOf(1)).status).toBe('approved'));
  await textOf('reply 2');
  await noOutboxBar();
  await user.keyboard('r');
  await user.type(await screen.findByRole('textbox', { name: /Reason/ }), 'Too long');
  // A read that follows the first decision would show the verdict before the second is sent.
  await waitFor(() => expect(queryClient.isFetching()).toBe(0));
  await service.send('PUT', `/support_draft_messages/${drafts[1]?.id}/approve`, { as: 'supervisor' });
  await user.keyboard('{Control>}{Enter}{/Control}');
  await within(chosen()).findByText('Already decided.');
  const items = (await openRecent(user)).getAllByRole('listitem');
  expect(items.map((item) => item.textContent)).toEqual([
    expect.stringContaining('Reject “reply 2”Failed'),
    expect.stringContaining('Approved “reply 1”Sent'),
  ]);
  expect((await recent()).queryByRole('button', { name: 'Reopen' })).toBeNull();
  queryClient.setQueryData(meQuery().queryKey, (me) => me && { ...me, id: '4711' });
  await (await recent()).findByText(/No actions yet/);
  queryClient.setQueryData(meQuery().queryKey, (me) => me && { ...me, id: String(service.userIds.reviewer) });
  await (await recent()).findByText('Approved “reply 1”');
});
