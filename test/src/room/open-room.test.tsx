import { screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { rooms } from '#contract/rooms.ts';
import { oneQuery } from '#src/api/queries.ts';
import { queryClient } from '#src/api/query-client.ts';
import { conversationQuery } from '#src/domain/conversation/conversation-query.ts';
import { updateSettings } from '#src/lib/storage/settings.ts';
import { aMessage } from '#test/builders.ts';
import { rewriting } from '#test/src/answering.ts';
import { awaitsSupport, section, show, startWithRoom } from './blue-heron.tsx';

beforeEach(() => updateSettings({ undoSeconds: 0 }));

function turn(visibilityState: DocumentVisibilityState) {
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue(visibilityState);
  document.dispatchEvent(new Event('visibilitychange'));
}

test('a room opened in a background tab is marked as read once the tab is looked at, and only once', async () => {
  const { service, path, room } = await startWithRoom();
  turn('hidden');
  const { requests } = await show(path);
  const marks = () => requests.filter(({ url }) => url.endsWith('/mark_read')).length;
  const messages = await section('Conversation');
  await messages.findByText('Is it open?');
  // Its members and drafts follow; so would the mark.
  await (await section(/Drafts in review/)).findByText('Until nine.');
  expect(marks()).toBe(0);
  turn('visible');
  await waitFor(() => expect(marks()).toBe(1));
  turn('hidden');
  turn('visible');
  turn('hidden');
  await aMessage(service.db, { room_id: room.id, user_id: service.userIds.agent, content: 'Until ten.' }, false);
  await queryClient.refetchQueries({ queryKey: conversationQuery(String(room.id)).queryKey });
  await messages.findByText('Until ten.');
  expect(marks()).toBe(1);
  turn('visible');
  await waitFor(() => expect(marks()).toBe(2));
});

test('a room that someone else deletes is not shown any longer, but a draft left in it is', async () => {
  const { service, path, room } = await startWithRoom();
  const { user } = await show(path);
  await user.type(await screen.findByRole('textbox', { name: 'Write a draft' }), 'Until noon.');
  await service.db.deleteFrom('rooms').where('id', '=', room.id).execute();
  await queryClient.refetchQueries({ queryKey: oneQuery(rooms, String(room.id)).queryKey });
  await screen.findByText('Not found');
  expect(screen.getByText('Until noon.')).toBeTruthy();
  expect(screen.queryByRole('heading', { name: 'Blue Heron' })).toBeNull();
  expect(screen.queryByRole('textbox', { name: 'Write a draft' })).toBeNull();
});

test('a dialog over a room that someone else deletes stays, with what was typed', async () => {
  const { service, path, room } = await startWithRoom();
  const { user } = await show(`${path}/edit`);
  const name = await screen.findByRole<HTMLInputElement>('textbox', { name: /^Name/ });
  await user.type(name, ' II');
  await service.db.deleteFrom('rooms').where('id', '=', room.id).execute();
  await queryClient.refetchQueries({ queryKey: oneQuery(rooms, String(room.id)).queryKey });
  await screen.findByText('Not found');
  expect(name.isConnected).toBe(true);
  expect(name.value).toBe('Blue Heron II');
});

/** A visitor's picture as the newest message of a history. */
const withPicture = rewriting(
  (url) => url.includes('/history'),
  ({ data }) => void data.unshift({ type: 'messages', id: '900', attributes: { kind: 'image' } }),
);

test('a wait ends also where the newest message has no text', async () => {
  const { service, path, room, attributes } = await startWithRoom();
  await service.update('rooms', room.id, { awaiting_support: true }, { as: 'supervisor' });
  const { user } = await show(path, { wrapFetch: withPicture });
  await screen.findByText('Unsupported message');
  await user.click(await awaitsSupport());
  await waitFor(async () => expect((await attributes()).awaiting_support).toBe(false));
});
