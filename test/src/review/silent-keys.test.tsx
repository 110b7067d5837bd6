import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { signOut } from '#src/api/connection.ts';
import { currentLocation, navigate } from '#src/lib/router.ts';
import { updateSettings } from '#src/lib/storage/settings.ts';
import { aDraft, aKeyword } from '#test/builders.ts';
import { pollQuickly } from '../poll-quickly.ts';
import { findToast, startService } from '../render-page.tsx';
import {
  aCase,
  chosen,
  currentLine,
  freshDesk,
  nothingIsDecided,
  openDesk,
  openDrafts,
  outboxIsEmpty,
  queue,
} from './render-review-desk.tsx';

beforeEach(freshDesk);

test.each([
  ['k', 'There’s no draft further up the list.'],
  ['jj', 'There’s no draft further down the list.'],
  ['u', 'Nothing to go back to.'],
  ['{Escape}', 'Nothing to go back to.'],
  ['.', 'No new drafts so far. Refreshing the list.'],
  ['1', 'No rule with this number applies to this draft.'],
  ['f1', 'The rules are hidden. Show the details to reject by a rule’s number.'],
  ['x1', 'Only one draft can be rejected by a rule. Clear the selection first.'],
])('%s says why it cannot act', async (keys, why) => {
  const { user } = await openDrafts(2);
  await user.keyboard(keys);
  await findToast(why);
  nothingIsDecided();
});

test.each(['x', 'X', '{Control>}a{/Control}'])('%s does not select an open draft that is not listed', async (key) => {
  const { user } = await openDrafts(1, ([draft]) => `/review/${draft?.id}?filter[approved]=1`);
  await user.keyboard(key);
  await findToast('This draft isn’t in the list.');
  expect(screen.queryByText('1 selected')).toBeNull();
});

test('the number key of a rule that is not visible says that the rules are hidden', async () => {
  const service = await startService();
  await aKeyword(service.db, { key_name: 'refund' });
  await aCase(service, [], 'The refund is under way.');
  const { user } = await openDesk('/review', 'The refund is under way.');
  const rules = await within(chosen()).findByRole('region', { name: 'Rules that apply' });
  // As in collapsed details, which jsdom does not lay out.
  rules.checkVisibility = () => false;
  await user.keyboard('1');
  await findToast('The rules are hidden. Show the details to reject by a rule’s number.');
  expect(screen.queryByRole('textbox', { name: /Reason/ })).toBeNull();
});

test('repeated presses of Enter and Escape add no history entries', async () => {
  const { user, drafts } = await openDrafts(2);
  const before = history.length;
  await user.keyboard('{Enter}');
  await waitFor(() => expect(currentLocation().pathname).toBe(`/review/${drafts[0]?.id}`));
  await user.keyboard('{Enter}o');
  await findToast('This draft is already open.');
  await user.keyboard('{Escape}');
  await waitFor(() => expect(currentLocation().pathname).toBe('/review'));
  await user.keyboard('{Escape}u');
  await findToast('Nothing to go back to.');
  expect(history.length).toBe(before + 2);
});

test('a pending decision is shown in place of the decision buttons, and can be undone there', async () => {
  updateSettings({ undoSeconds: 30 });
  const { user, drafts, rowOf } = await openDrafts(2);
  await user.keyboard('a');
  await waitFor(() => expect(currentLine().textContent).toContain('reply 2'));
  await navigate(`/review/${drafts[0]?.id}`);
  const bar = () => within(within(chosen()).getByRole('group', { name: 'Decision' }));
  await waitFor(() => expect(bar().getByText('Approving…')).toBeTruthy());
  expect(bar().queryByRole('button', { name: 'Approve' })).toBeNull();
  for (const key of ['a', 'r', 'e']) {
    await user.keyboard(key);
    await findToast('You’ve already decided on this draft. Undo that to decide again.');
  }
  await user.click(bar().getByRole('button', { name: 'Undo' }));
  await outboxIsEmpty();
  await waitFor(() => expect(bar().getByRole('button', { name: 'Approve' })).toBeTruthy());
  expect((await rowOf(1)).status).toBe('in_review');
});

test('after the last open draft, the end of the queue shows, even if drafts decided by others are listed', async () => {
  pollQuickly();
  const { user, service, drafts } = await openDrafts(2);
  await service.send('PUT', `/support_draft_messages/${drafts[1]?.id}/approve`, { as: 'supervisor' });
  await within(queue()).findByText(/by Sam supervisor/);
  await user.keyboard('a');
  await within(chosen()).findByText('All caught up – nothing to review');
});

test('other drafts of the room are counted even if a filter hides them', async () => {
  const service = await startService();
  const { room } = await aCase(service, [], 'The first parcel.');
  await aDraft(service.db, {
    room_id: room.id,
    message_content: 'The second one.',
    created_user_id: service.userIds.agent,
  });
  await openDesk('/review?filter[content_or_room_name_like]=parcel', 'The first parcel.');
  await within(chosen()).findByText('1 more draft in review');
});

test('the ticks of rules are kept per user', async () => {
  const service = await startService();
  await aKeyword(service.db, { key_name: 'refund' });
  await aCase(service, [], 'The refund is under way.');
  const box = async () =>
    within(await within(chosen()).findByRole('region', { name: 'Rules that apply' })).getByRole<HTMLInputElement>(
      'checkbox',
    );
  const { user, unmount } = await openDesk('/review', 'The refund is under way.');
  await user.click(await box());
  await waitFor(async () => expect((await box()).checked).toBe(true));
  unmount();
  signOut();
  await openDesk('/review', 'The refund is under way.', { role: 'supervisor' });
  expect((await box()).checked).toBe(false);
});
