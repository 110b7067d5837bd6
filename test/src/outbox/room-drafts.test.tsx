import { screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { defaultSettings, settings } from '#src/lib/storage/settings.ts';
import { outbox } from '#src/outbox/outbox-store.ts';
import { aDraft } from '#test/builders.ts';
import { answering, refusal } from '#test/src/answering.ts';
import { findToast } from '#test/src/render-page.tsx';
import { item, show, showDrafts, shown, startWithDrafts } from './drafts-of-room.tsx';

beforeEach(() => settings.set({ ...defaultSettings, undoSeconds: 0 }));

test('exactly the drafts of the room are shown, oldest first; one is approved or rejected without the others', async () => {
  const { user, status } = await showDrafts(3);
  expect(await shown()).toEqual(['reply 1', 'reply 2', 'reply 3']);
  await user.click((await item('reply 1')).getByRole('button', { name: 'Approve' }));
  await waitFor(async () => expect((await status(0)).status).toBe('approved'));
  expect((await status(1)).status).toBe('in_review');
  await waitFor(async () => expect(await shown()).toEqual(['reply 2', 'reply 3']));
  await user.click((await item('reply 3')).getByRole('button', { name: 'Reject' }));
  await user.type(await screen.findByRole('textbox', { name: /Reason/ }), 'Too long');
  await user.click(screen.getByRole('button', { name: /Send rejection/ }));
  await waitFor(async () => expect(await status(2)).toMatchObject({ status: 'rejected', comment: 'Too long' }));
  expect((await status(1)).status).toBe('in_review');
});

test('a number key rejects all drafts with a preset reason', async () => {
  const { user, status } = await showDrafts(2);
  await user.click(await screen.findByRole('button', { name: /^Reject all/ }));
  await screen.findByRole('textbox', { name: /Reason/ });
  await user.keyboard('1');
  await findToast('Rejected 2 drafts');
  for (const index of [0, 1])
    expect(await status(index)).toMatchObject({ status: 'rejected', comment: 'Wrong information' });
});

test('all drafts that the user may decide are counted on the button and approved in one request', async () => {
  const { service, room, status } = await startWithDrafts(2);
  await aDraft(service.db, {
    room_id: room.id,
    created_user_id: service.userIds.reviewer,
    message_content: 'my own words',
  });
  const { user, requests } = await show(room.id, { role: 'reviewer' });
  await screen.findByRole('button', { name: 'Reject all 2' });
  await user.click(screen.getByRole('button', { name: 'Approve all 2' }));
  await findToast('Approved 2 drafts');
  expect((await item('my own words')).getByText('Another reviewer has to decide.')).toBeTruthy();
  expect((await status(0)).status).toBe('approved');
  expect(requests.filter(({ method }) => method === 'PUT')).toHaveLength(1);
});

test('with only one decidable draft, there is no button for all', async () => {
  const { service, room } = await startWithDrafts(1);
  const created_user_id = service.userIds.reviewer;
  await aDraft(service.db, { room_id: room.id, created_user_id, message_content: 'my own words' });
  await show(room.id, { role: 'reviewer' });
  await item('my own words');
  expect(screen.queryByRole('button', { name: /all/ })).toBeNull();
});

test.each([
  ['all', /^Reject all/],
  ['one', 'Reject'],
])('with the form to reject %s open, the key a focuses its field, and Escape outside closes it', async (_, name) => {
  const { user } = await showDrafts(2, {}, true);
  const [button] = await screen.findAllByRole('button', { name });
  if (button) await user.click(button);
  const field = await screen.findByRole('textbox', { name: /Reason/ });
  field.blur();
  await user.keyboard('a');
  expect(outbox.get()).toEqual([]);
  await findToast('You’re rejecting this draft. Send the rejection, or cancel.');
  await waitFor(() => expect(document.activeElement).toBe(field));
  field.blur();
  await user.keyboard('{Escape}');
  await waitFor(() => expect(field.isConnected).toBe(false));
  expect(await shown()).toHaveLength(2);
});

test('the key a does not approve a draft anyway while it is being edited', async () => {
  const wrapFetch = answering((url) => url.endsWith('/approve') && refusal(422, { code: 'room_moved_on' }));
  const { user } = await showDrafts(1, { wrapFetch }, true);
  await item('reply 1');
  await user.keyboard('a');
  await screen.findByRole('button', { name: /^Approve anyway/ });
  await user.keyboard('e');
  const field = await screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'Text' });
  await user.type(field, ' Soon.');
  field.blur();
  await user.keyboard('a');
  expect(outbox.get()).toEqual([]);
  await findToast('You’re editing this draft. Approve it with your changes, or cancel.');
  expect(field.isConnected && field.value).toBe('reply 1 Soon.');
});

test('a decision on all can be undone, and the typed reason is kept for the next', async () => {
  settings.set({ ...defaultSettings, undoSeconds: 30 });
  const { user, requests, status } = await showDrafts(2);
  await user.click(await screen.findByRole('button', { name: /^Reject all/ }));
  await user.type(await screen.findByRole('textbox', { name: /Reason/ }), 'Wrong room');
  await user.click(screen.getByRole('button', { name: /^Reject all/ }));
  expect(await screen.findByText('No drafts to review here')).toBeTruthy();
  await user.click(await screen.findByRole('button', { name: /Undo/ }));
  expect(await shown()).toHaveLength(2);
  await user.click(screen.getByRole('button', { name: /^Reject all/ }));
  expect(screen.getByRole<HTMLTextAreaElement>('textbox', { name: /Reason/ }).value).toBe('Wrong room');
  expect((await status(0)).status).toBe('in_review');
  expect(requests.filter(({ method }) => method === 'PUT')).toHaveLength(0);
  settings.set({ ...defaultSettings, undoSeconds: 0 });
  await user.click(screen.getByRole('button', { name: /^Reject all/ }));
  await findToast('Rejected 2 drafts');
  for (const index of [0, 1]) expect(await status(index)).toMatchObject({ status: 'rejected', comment: 'Wrong room' });
});

test('the open draft is marked in the list and decided with the others', async () => {
  const { room, drafts, status } = await startWithDrafts(2);
  const { user } = await show(room.id, {}, String(drafts[0]?.id));
  expect(await screen.findByText('You’re viewing this one.')).toBeTruthy();
  expect(screen.queryByText('reply 1')).toBeNull();
  await user.click(screen.getByRole('button', { name: /^Approve all/ }));
  await findToast('Approved 2 drafts');
  expect((await status(0)).status).toBe('approved');
});

test('an agent can only read', async () => {
  await showDrafts(2, { role: 'agent' });
  expect(await screen.findAllByText('Another reviewer has to decide.')).toHaveLength(2);
  expect(screen.queryByRole('button', { name: /^Approve all/ })).toBeNull();
});
