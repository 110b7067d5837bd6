import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { rooms } from '#contract/rooms.ts';
import { roomFilters, SCOPES } from '#src/features/rooms/room-filters.tsx';
import { currentLocation } from '#src/lib/router.ts';
import { roomListRoutes } from '#src/routes.tsx';
import { aMember, aMessage, aRoom } from '#test/builders.ts';
import { answering } from '#test/src/answering.ts';
import { tableLinks } from '#test/src/table-links.ts';
import { type PageOptions, renderPage, startService } from '../render-page.tsx';

const show = (path: string, options: Partial<PageOptions> = {}) =>
  renderPage(path, { routes: roomListRoutes, ...options });

/** A waiting support room, one with a staff member, a private one, a direct room and a group room. */
async function startWithRooms() {
  const service = await startService();
  const { db, userIds } = service;
  // The guest's own room would be listed beside these.
  await db
    .updateTable('rooms')
    .set({ name: 'Gale', name_folded: 'gale' })
    .where('id', '=', service.guestRoomId)
    .execute();
  await aRoom(db, { name: 'Waiting', awaiting_support: 1, awaiting_since_unix: Math.floor(Date.now() / 1000) - 240 });
  const helped = await aRoom(db, { name: 'Helped' }, [userIds.agent]);
  await aMessage(db, { room_id: helped.id, user_id: userIds.agent });
  await aRoom(db, { name: 'Hidden', is_private: 1 });
  await aRoom(db, { name: null, kind: 2 }, [userIds.agent, userIds.admin]);
  const team = await aRoom(db, { name: 'Team', kind: 3, enabled: 0 });
  await aMember(db, team.id, userIds.admin, 1);
  return service;
}

const expectNames = (expected: string[]) => waitFor(() => expect(tableLinks()).toEqual(expected));

test('rooms are listed with their key facts', async () => {
  await startWithRooms();
  await show('/rooms?sort=id');
  await expectNames(['Gale', 'Waiting', 'Helped', 'Hidden', 'Direct room 5', 'Team']);
  const row = (name: string) => screen.getByRole('row', { name: new RegExp(`${name} `) }).textContent;
  expect(row('Waiting')).toContain('4 min');
  expect(row('Hidden')).toContain('Private');
  expect(row('Team')).toMatch(/Group.*Switched off/);
});

test('the counts come from the tenant, and each links to its rooms', async () => {
  await startWithRooms();
  const { user } = await show('/rooms');
  const counts = within(await screen.findByRole('navigation', { name: 'Counts' }));
  await waitFor(() => expect(counts.getByRole('link', { name: 'All 6' }).getAttribute('aria-current')).toBe('page'));
  for (const [link, expected] of [
    ['Support 4', ['Gale', 'Waiting', 'Helped', 'Hidden']],
    ['Direct 1', ['Direct room 5']],
    ['Group 1', ['Team']],
    ['Await support 1', ['Waiting']],
    ['Staff is helping 1', ['Helped']],
  ] as const) {
    await user.click(counts.getByRole('link', { name: link }));
    await expectNames([...expected]);
    expect(counts.getByRole('link', { name: link }).getAttribute('aria-current')).toBe('page');
  }
  expect(currentLocation().search).toBe('?filter%5Bsupport_rooms_with_active_support%5D=1');
});

test('a scope replaces the previous one, and other filters stay', async () => {
  await startWithRooms();
  const { user } = await show('/rooms?filter[kind]=support_room');
  const scope = await screen.findByRole<HTMLSelectElement>('combobox', { name: 'Scope' });
  await user.selectOptions(scope, 'Private rooms');
  await expectNames(['Hidden']);
  await user.selectOptions(scope, 'Support, staff is helping or awaited');
  await expectNames(['Waiting', 'Helped']);
  expect(new URLSearchParams(currentLocation().search).toString()).toBe(
    'filter%5Bkind%5D=support_room&filter%5Bsupport_rooms_with_active_or_awaiting_support%5D=1',
  );
  await user.selectOptions(scope, 'Scope: any');
  await expectNames(['Gale', 'Waiting', 'Helped', 'Hidden']);
});

test('every filter of the contract has a control', () => {
  const offered = [...roomFilters.map(({ name }) => name), ...SCOPES];
  expect(offered.toSorted()).toEqual(Object.keys(rooms.filters).toSorted());
});

test('hidden filters can be set as well', async () => {
  await startWithRooms();
  const { user } = await show('/rooms');
  await user.click(await screen.findByRole('button', { name: 'More filters' }));
  const filters = within(screen.getByRole('group', { name: 'Filters' }));
  await user.selectOptions(filters.getByRole('combobox', { name: 'Star' }), 'Starred by me');
  await expectNames(['Team']);
  await user.selectOptions(filters.getByRole('combobox', { name: 'Star' }), 'Star: any');
  await user.selectOptions(filters.getByRole('combobox', { name: 'Last word' }), 'Staff wrote last');
  await expectNames(['Helped']);
  for (const name of ['Kind', 'Awaits support', 'Private', 'Membership', 'Unread first, for'])
    expect(filters.getByRole('combobox', { name })).toBeTruthy();
  for (const name of ['Exact name', 'ID']) expect(filters.getByRole('textbox', { name })).toBeTruthy();
  for (const name of ['Search names', 'Search names of support rooms'])
    expect(filters.getByRole('searchbox', { name })).toBeTruthy();
});

test('a tenant without counts still has the links', async () => {
  await startWithRooms();
  await show('/rooms', {
    wrapFetch: answering((url) => url.includes('room_counts') && new Response('', { status: 404 })),
  });
  expect((await screen.findByRole('link', { name: 'Group' })).getAttribute('href')).toBe(
    '/rooms?filter%5Bkind%5D=group_room',
  );
});
