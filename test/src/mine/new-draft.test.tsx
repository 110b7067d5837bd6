import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { queryClient } from '#src/api/query-client.ts';
import { navigate } from '#src/lib/router.ts';
import { mineRoutes, roomRoutes } from '#src/routes.tsx';
import { aMessage, aResolvedDraft, aRoom, aUser } from '#test/builders.ts';
import { findOption, findPicker } from '../find-picker.ts';
import '../in-process-worker.ts';
import { findToast, renderPage, startService } from '../render-page.tsx';
import { withOutbox } from '../with-outbox.tsx';

test('a new draft starts with choosing its room, which the URL keeps, and shows the conversation', async () => {
  const service = await startService();
  const ana = await aUser(service.db, { name: 'Ana', kind: 'visitor' });
  const room = await aRoom(service.db, { name: 'Blue Heron', awaiting_support: 1 }, [ana.id]);
  await aMessage(service.db, { room_id: room.id, user_id: ana.id, content: 'Is it open?' }, false);
  const { user } = await renderPage('/mine/new', { routes: withOutbox(mineRoutes), role: 'agent' });
  await user.click(await screen.findByRole('link', { name: /Blue Heron/ }));
  expect(await screen.findByText('Is it open?')).toBeTruthy();
  expect(`${location.pathname}${location.search}`).toBe(`/mine/new?room=${room.id}`);
  const field = await screen.findByRole('textbox', { name: 'Draft for Blue Heron' });
  expect(document.activeElement).toBe(field);
  await user.keyboard('Until nine.{Control>}{Enter}{/Control}');
  await findToast('Sent for review');
  await waitFor(() => expect(location.pathname).toBe('/mine'));
  expect(await screen.findByRole('link', { name: /Until nine/ })).toBeTruthy();
});

test('with no visitor waiting, a draft is written for a room picked by name, but not for one that does not exist', async () => {
  const { db, send } = await startService();
  const room = await aRoom(db, { name: 'Blue Heron' });
  const { user } = await renderPage('/mine/new?room=4711', { routes: withOutbox(mineRoutes), role: 'agent' });
  expect(await screen.findByText('Not found')).toBeTruthy();
  expect(screen.queryByRole('textbox', { name: /Draft for/ })).toBeNull();
  await navigate('/mine/new');
  expect(await screen.findByText(/^No visitors waiting\. Choose a room above/)).toBeTruthy();
  expect(screen.getByRole('link', { name: 'view all rooms' }).getAttribute('href')).toBe('/rooms');
  await user.type(await findPicker(/^Room/), 'heron');
  await user.click(await findOption('Blue Heron'));
  await user.type(await screen.findByRole('textbox', { name: 'Draft for Blue Heron' }), 'We sail at noon.');
  expect(`${location.pathname}${location.search}`).toBe(`/mine/new?room=${room.id}`);
  await user.click(screen.getByRole('button', { name: 'Send for review' }));
  await findToast('Sent for review');
  const { records } = await send('GET', '/support_draft_messages?filter[in_review]=1&sort=-id&include=room');
  expect(records[0]).toMatchObject({
    attributes: { message_content: 'We sail at noon.' },
    relationships: { room: { data: { id: String(room.id) } } },
  });
});

test('a draft typed for a room that someone else has deleted can be copied after a reload', async () => {
  const { db, userIds } = await startService();
  const room = await aRoom(db, { name: 'Blue Heron' });
  const mine = { created_user_id: userIds.agent, room_id: room.id, status: 'rejected' } as const;
  const rejected = await aResolvedDraft(db, userIds.reviewer, mine);
  const options = { routes: withOutbox([...mineRoutes, ...roomRoutes]), role: 'agent' } as const;
  const first = await renderPage(`/mine/new?room=${room.id}`, options);
  await first.user.type(await screen.findByRole('textbox', { name: 'Draft for Blue Heron' }), 'We sail at noon.');
  await navigate(`/mine/${rejected.id}`);
  await first.user.click(await screen.findByRole('button', { name: 'Revise' }));
  const revision = await screen.findByRole('textbox', { name: 'Revision' });
  await first.user.clear(revision);
  await first.user.type(revision, 'We sail at noon.');
  first.unmount();
  await db.deleteFrom('support_draft_messages').execute();
  await db.deleteFrom('rooms').execute();
  queryClient.clear();
  for (const path of [`/mine/new?room=${room.id}`, `/rooms/${room.id}`, `/mine/${rejected.id}`]) {
    const page = await renderPage(path, options);
    expect(await screen.findByText('Not found')).toBeTruthy();
    expect(screen.getByText('Your text wasn’t sent. Copy it if you need it.')).toBeTruthy();
    expect(screen.getByText('We sail at noon.')).toBeTruthy();
    page.unmount();
  }
});
