import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { currentLocation, navigate } from '#src/lib/router.ts';
import { clientRoutes, roomListRoutes, roomRoutes } from '#src/routes.tsx';
import { aClient, aMessage, aRoom } from '#test/builders.ts';
import { withoutExtensions } from '#test/src/answering.ts';
import { tableLinks } from '#test/src/table-links.ts';
import { findToast, startService } from '../render-page.tsx';
import { withOutbox } from '../with-outbox.tsx';
import { expectNames, show, startWithRooms } from './list-of-rooms.ts';

const routes = withOutbox([...roomListRoutes, ...roomRoutes]);

test('leaving a room opened by keyboard returns to the list as it was, whose rooms J and K step through', async () => {
  await startWithRooms();
  const { user } = await show('/rooms?filter[kind]=support_room&sort=id', { routes });
  await expectNames(['Gale', 'Waiting', 'Helped', 'Hidden']);
  await user.keyboard('jjo');
  expect(await screen.findByRole('heading', { level: 1, name: 'Waiting' })).toBeTruthy();
  await user.keyboard('u');
  await expectNames(['Gale', 'Waiting', 'Helped', 'Hidden']);
  expect(decodeURIComponent(currentLocation().search)).toBe('?filter[kind]=support_room&sort=id');
  expect(document.activeElement?.textContent).toBe('Waiting');

  await user.keyboard('j{Enter}');
  expect(await screen.findByRole('heading', { level: 1, name: 'Helped' })).toBeTruthy();
  await user.keyboard('{Escape}');
  await expectNames(['Gale', 'Waiting', 'Helped', 'Hidden']);
  expect(document.activeElement?.textContent).toBe('Helped');

  await user.click(screen.getByRole('link', { name: 'Helped' }));
  await screen.findByRole('heading', { level: 1, name: 'Helped' });
  await user.keyboard('j');
  await screen.findByRole('heading', { level: 1, name: 'Hidden' });
  await user.keyboard('j');
  await findToast('This is the last room in the list.');
  await user.keyboard('u');
  await expectNames(['Gale', 'Waiting', 'Helped', 'Hidden']);
  expect(document.activeElement?.textContent).toBe('Hidden');
  await user.keyboard('j');
  await findToast('This is the last row on the page.');
});

test('in a room, the arrows step as J and K do, and Ctrl+A says that there is nothing to select', async () => {
  await startWithRooms();
  const routes = withOutbox([...roomListRoutes, ...roomRoutes]);
  const { user } = await show('/rooms?filter[kind]=support_room&sort=id', { routes });
  await expectNames(['Gale', 'Waiting', 'Helped', 'Hidden']);
  await user.keyboard('jo');
  await screen.findByRole('heading', { level: 1, name: 'Gale' });
  await user.keyboard('{ArrowDown}');
  await screen.findByRole('heading', { level: 1, name: 'Waiting' });
  await user.keyboard('{ArrowUp}');
  await screen.findByRole('heading', { level: 1, name: 'Gale' });
  await user.keyboard('{Control>}a{/Control}');
  await findToast('There’s nothing to select in a room.');
});

test('in a room, J and K do not step through a list of other records with the same ids', async () => {
  const { db } = await startWithRooms();
  for (const title of ['Tidewater', 'Gannet Air', 'Blue Heron']) await aClient(db, { title });
  const { user } = await show('/clients?sort=id', { routes: [...clientRoutes, ...roomListRoutes, ...roomRoutes] });
  await expectNames(['Tidewater', 'Gannet Air', 'Blue Heron']);
  await navigate('/rooms/2');
  await screen.findByRole('heading', { level: 1, name: 'Waiting' });
  await user.keyboard('j');
  await findToast('This is the last room in the list.');
  expect(currentLocation().pathname).toBe('/rooms/2');
});

test('the way back from a room not opened from the list leads to the start of the list', async () => {
  const { guestRoomId } = await startWithRooms();
  const { user } = await show(`/rooms/${guestRoomId}`, { routes });
  await screen.findByRole('heading', { level: 1, name: 'Gale' });
  await user.keyboard('u');
  await waitFor(() => expect(currentLocation().pathname).toBe('/rooms'));
  await navigate(-1);
  await screen.findByRole('heading', { level: 1, name: 'Gale' });
});

/** A room with a message that its member, the admin, has not read. */
async function startWithUnread() {
  const service = await startService();
  const { db, userIds } = service;
  const room = await aRoom(db, { name: 'Ana' }, [userIds.admin]);
  const message = await aMessage(db, { room_id: room.id, content: 'Is it open?' }, false);
  return { ...service, room, message };
}

const isMarked = async () => within(await screen.findByRole('row', { name: /Ana/ })).queryByText('Unread') !== null;

test('opening a room marks it as read, M marks its row, and the key . reports once the list is up to date', async () => {
  const { room, db, userIds } = await startWithUnread();
  const { user } = await show('/rooms?filter[name_like]=Ana', { routes });
  await waitFor(async () => expect(await isMarked()).toBe(true));
  await user.keyboard('m');
  await findToast('Choose a row first (J/K).');
  await user.click(screen.getByRole('link', { name: /Ana/ }));
  await screen.findByText('Is it open?');
  expect(currentLocation().pathname).toBe(`/rooms/${room.id}`);
  await user.keyboard('u');
  await waitFor(async () => expect(await isMarked()).toBe(false));
  const message = await aMessage(db, { room_id: room.id, content: 'Hello?' }, false);
  await aRoom(db, { name: 'Bananas' });
  await user.keyboard('.');
  await findToast('The list is up to date.');
  expect(tableLinks()).toHaveLength(2);
  expect(await isMarked()).toBe(true);
  await user.keyboard('m');
  await waitFor(async () => expect(await isMarked()).toBe(false));
  const read = await db
    .selectFrom('room_members')
    .select('last_read_message_id')
    .where('room_id', '=', room.id)
    .where('user_id', '=', userIds.admin)
    .executeTakeFirst();
  expect(read).toEqual({ last_read_message_id: message.id });
});

test('on a server without read marks, M says so, and opening a room does not request one', async () => {
  const { room } = await startWithUnread();
  const { user, requests } = await show('/rooms?filter[name_like]=Ana', { routes, wrapFetch: withoutExtensions });
  await waitFor(() => expect(tableLinks()).toHaveLength(1));
  await user.keyboard('jm');
  await findToast('This server doesn’t let you mark rooms as read.');
  await user.keyboard('o');
  await screen.findByText('Is it open?');
  expect(currentLocation().pathname).toBe(`/rooms/${room.id}`);
  await user.keyboard('m');
  await findToast('This server doesn’t let you mark rooms as read.');
  expect(requests.filter(({ url }) => url.endsWith('/mark_read'))).toEqual([]);
});
