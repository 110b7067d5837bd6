import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { queryClient } from '#src/api/query-client.ts';
import { updateSettings } from '#src/lib/storage/settings.ts';
import { aDraft, aMessage, MADE_AT_UNIX } from '#test/builders.ts';
import { answering, refusal } from '#test/src/answering.ts';
import { pollQuickly } from '../poll-quickly.ts';
import { findToast } from '../render-page.tsx';
import { rowAround } from '../row-around.ts';
import { section, show, showRoom, startWithRoom } from './blue-heron.tsx';

beforeEach(() => updateSettings({ undoSeconds: 0 }));

const drafts = async () => section(/Drafts in review/);
const draftOf = (text: string) => async () => rowAround(await (await drafts()).findByText(text));
const first = draftOf('Until nine.');

async function startWithTwo() {
  const started = await startWithRoom();
  const { db, userIds } = started.service;
  await aDraft(db, {
    room_id: started.room.id,
    created_user_id: userIds.agent,
    created_at_unix: MADE_AT_UNIX + 60,
    message_content: 'Until ten.',
  });
  const found = (await started.service.send('GET', '/support_draft_messages?sort=id')).records;
  const statusOf = async (text: string) => {
    const { id } = found.find(({ attributes }) => attributes?.message_content === text) ?? {};
    return (await started.service.send('GET', `/support_draft_messages/${id}`)).record.attributes ?? {};
  };
  return { ...started, statusOf };
}

test('a approves the first draft, and the next one is the target', async () => {
  const { path, statusOf } = await startWithTwo();
  const { user } = await show(path, { role: 'reviewer' });
  expect(within(await first()).getByRole('button', { name: 'Approve' }).textContent).toBe('ApproveA');
  expect(within(await draftOf('Until ten.')()).getByRole('button', { name: 'Approve' }).textContent).toBe('Approve');
  await user.keyboard('a');
  await waitFor(async () => expect((await statusOf('Until nine.')).status).toBe('approved'));
  expect((await statusOf('Until ten.')).status).toBe('in_review');
  const next = within(await draftOf('Until ten.')());
  expect(next.getByRole('button', { name: 'Approve' }).textContent).toBe('ApproveA');
});

test('r asks for a reason to reject the focused draft, and a number key sends it', async () => {
  const { path, statusOf } = await startWithTwo();
  const { user } = await show(path, { role: 'reviewer' });
  within(await draftOf('Until ten.')())
    .getByRole('button', { name: 'Approve' })
    .focus();
  await user.keyboard('r');
  await screen.findByRole('textbox', { name: /Reason/ });
  await user.keyboard('1');
  await waitFor(async () => expect((await statusOf('Until ten.')).status).toBe('rejected'));
  expect((await statusOf('Until nine.')).status).toBe('in_review');
});

test('e edits the draft in its row, and Escape returns to its button', async () => {
  const { path, statusOf } = await startWithTwo();
  const { user } = await show(path, { role: 'reviewer' });
  await first();
  await user.keyboard('e');
  await user.type(await screen.findByRole('textbox', { name: 'Text' }), ' Daily.');
  await user.keyboard('{Escape}');
  expect(document.activeElement).toBe(within(await first()).getByRole('button', { name: 'Edit' }));
  await user.keyboard('e');
  expect((await screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'Text' })).value).toBe('Until nine. Daily.');
  await user.keyboard('{Control>}{Enter}{/Control}');
  await waitFor(async () =>
    expect(await statusOf('Until nine.')).toMatchObject({
      status: 'approved',
      message_content: 'Until nine. Daily.',
    }),
  );
});

test('a key that cannot act says why', async () => {
  const { user, unmount, path, service } = await showRoom({ role: 'agent' });
  await first();
  // The row says so already, and now a toast as well.
  const said = (text: string) => waitFor(() => expect(screen.getAllByText(text).length).toBeGreaterThan(1));
  await user.keyboard('a');
  await said('Another reviewer has to decide.');
  unmount();
  queryClient.clear();
  await service.db.deleteFrom('support_draft_messages').execute();
  await show(path, { role: 'agent' });
  await (await drafts()).findByText('No drafts to review here');
  await user.keyboard('e');
  await said('No drafts to review here');
});

test.each([
  ['the room', /\/rooms\/\d+(\?|$)/],
  ['the conversation', /\/history/],
])('the key . does not call a room up to date if %s could not be read, but says why', async (_, read) => {
  const { path } = await startWithRoom();
  let isFailing = false;
  const { user } = await show(path, {
    wrapFetch: answering((url) => isFailing && read.test(url) && refusal(403, { detail: 'Only on Sundays.' })),
  });
  await (await section('Conversation')).findByText('Is it open?');
  isFailing = true;
  await user.keyboard('.');
  await findToast('Only on Sundays.');
  expect(screen.queryAllByText('This room is up to date.')).toEqual([]);
  isFailing = false;
  await user.keyboard('.');
  await findToast('This room is up to date.');
});

test('new messages of an open room are marked as read automatically, or by M', async () => {
  pollQuickly();
  const { service, room, path } = await startWithRoom();
  const { db, userIds } = service;
  await service.send('POST', `${path}/relationships/users`, {
    body: { data: [{ type: 'users', id: String(userIds.admin) }] },
  });
  const isUnread = async () => (await service.send('GET', `${path}?roomMeta=summary`)).record.meta?.is_unread;
  expect(await isUnread()).toBe(true);
  const { user } = await show(path);
  await waitFor(async () => expect(await isUnread()).toBe(false));
  await aMessage(db, { room_id: room.id, content: 'Hello?' }, false);
  expect(await isUnread()).toBe(true);
  await queryClient.refetchQueries();
  await screen.findByText('Hello?');
  await waitFor(async () => expect(await isUnread()).toBe(false));
  await aMessage(db, { room_id: room.id, content: 'Still there?' }, false);
  await user.keyboard('m');
  await waitFor(async () => expect(await isUnread()).toBe(false));
});
