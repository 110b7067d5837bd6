import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { rooms } from '#contract/rooms.ts';
import { roomFilters } from '#src/features/rooms/room-filters.tsx';
import { currentLocation } from '#src/lib/router.ts';
import { filterNames } from '#src/list/filter-spec.ts';
import { aClient, aDraft, aMessage, aRoom } from '#test/builders.ts';
import { addFilter, findChip, offeredFilters } from '#test/src/add-filter.ts';
import { answering, refusal, withoutExtensions } from '#test/src/answering.ts';
import { tableLinks } from '#test/src/table-links.ts';
import { findToast, startService, startThenShow } from '../render-page.tsx';
import { minutesAgo } from '../watch/waiting.ts';
import { expectNames, show, startWithRooms } from './list-of-rooms.ts';

const showRooms = startThenShow(startWithRooms, show);

/** The room of a client's visitor, with a message and a draft. The admin is a member. */
async function startWithVisitor() {
  const service = await startService();
  const { db, userIds } = service;
  await aClient(db, { code: 'gannet', title: 'Gannet Air', settings: '{"accent_color":"#0f766e"}' });
  const settings = JSON.stringify({ client: 'gannet', language: 'pt' });
  const room = await aRoom(db, { name: 'Ana', settings }, [userIds.admin]);
  await aMessage(db, { room_id: room.id, content: 'Está aberto?', created_at_unix: minutesAgo(120) }, false);
  await aDraft(db, { room_id: room.id, created_user_id: userIds.agent });
  return { ...service, room };
}

const rowOf = (name: string) => within(screen.getByRole('row', { name: new RegExp(`${name} `) }));
const tabs = () => within(screen.getByRole('navigation', { name: 'Views' }));

test.each([
  ['with the rooms', undefined],
  ['by further reads', withoutExtensions],
])('the last message, client, language and state of a room come %s', async (_, wrapFetch) => {
  await startWithVisitor();
  const { requests } = await show('/rooms?filter[name]=Ana', { wrapFetch });
  await screen.findByRole('link', { name: /Ana/ });
  const row = rowOf('Ana');
  expect(await row.findByText('Está aberto?')).toBeTruthy();
  expect(await row.findByText('Gannet Air')).toBeTruthy();
  expect(row.getByText('Portuguese')).toBeTruthy();
  expect((await row.findByText(/Draft in review/)).parentElement?.textContent).toBe('Draft in review · Sam agent');
  expect(row.getByText('2 h')).toBeTruthy();
  const histories = requests.filter(({ url }) => url.includes('/history'));
  expect(histories.length > 0).toBe(wrapFetch === withoutExtensions);
});

test('the latest activity is first, unless the URL has a sort', async () => {
  const { db } = await startService();
  for (const [name, minutes] of [
    ['An hour ago', 60],
    ['Just now', 1],
    ['Yesterday', 1500],
  ] as const) {
    const room = await aRoom(db, { name });
    await aMessage(db, { room_id: room.id, created_at_unix: minutesAgo(minutes) });
  }
  const { user } = await show('/rooms?filter[name_like]=a,e,o');
  await waitFor(() => expect(tableLinks().slice(0, 3)).toEqual(['Just now', 'An hour ago', 'Yesterday']));
  expect(screen.queryByRole('button', { name: /^Remove the filter/ })).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Name' }));
  await waitFor(() => expect(tableLinks().slice(0, 2)).toEqual(['An hour ago', "Gale's room"]));
});

test('an unread room is marked, and the tab “Unread” lists only such rooms', async () => {
  const { db, userIds } = await startWithVisitor();
  await aRoom(db, { name: 'Read' }, [userIds.admin]);
  const { user } = await show('/rooms?sort=id');
  await waitFor(() => expect(tableLinks()).toHaveLength(3));
  const link = screen.getByRole('link', { name: 'Unread Ana' });
  expect(within(link).getByText('Ana').className).toContain('font-semibold');
  await user.click(await tabs().findByRole('link', { name: 'Unread 1' }));
  await expectNames(['Unread Ana']);
  expect(screen.getByText('1–1 of 1')).toBeTruthy();
  expect(tabs().getByRole('link', { name: 'Unread 1' }).getAttribute('aria-current')).toBe('page');
});

test('if the service does not report unread rooms, the tab sorts by them and its label says so', async () => {
  const { db, userIds } = await startWithVisitor();
  await aRoom(db, { name: 'Read' }, [userIds.admin]);
  const { user } = await show('/rooms?sort=id', { wrapFetch: withoutExtensions });
  await waitFor(() => expect(tableLinks()).toHaveLength(3));
  await user.click(await tabs().findByRole('link', { name: 'Unread first 1' }));
  await waitFor(() => expect(tableLinks()[0]).toBe('Ana'));
  expect(tableLinks()).toHaveLength(3);
});

test('rooms are listed with their wait and unusual flags, and the tabs link to them with the service’s counts', async () => {
  const { user } = await showRooms('/rooms?sort=id');
  await expectNames(['Gale', 'Waiting', 'Helped', 'Hidden', 'Direct room 5', 'Team']);
  expect(rowOf('Waiting').getByText('4 min')).toBeTruthy();
  expect(rowOf('Hidden').getByText('Private')).toBeTruthy();
  expect(rowOf('Team').getByText('Disabled')).toBeTruthy();
  await user.keyboard('x');
  await findToast('Choose a row first (J/K).');
  await user.keyboard('jxjx');
  expect(within(screen.getByRole('group', { name: 'Selected rows' })).getByText('2 selected')).toBeTruthy();
  await user.keyboard('{Escape}');
  expect(screen.queryByRole('group', { name: 'Selected rows' })).toBeNull();
  await user.keyboard('u');
  await findToast('Nothing to go back to.');
  await screen.findByRole('navigation', { name: 'Views' });
  await waitFor(() => expect(tabs().getByRole('link', { name: 'All 6' }).getAttribute('aria-current')).toBe('page'));
  for (const [link, expected] of [
    ['Support 4', ['Gale', 'Waiting', 'Helped', 'Hidden']],
    ['Direct 1', ['Direct room 5']],
    ['Group 1', ['Team']],
    ['Waiting 1', ['Waiting']],
    ['In progress 1', ['Helped']],
  ] as const) {
    await user.click(tabs().getByRole('link', { name: link }));
    await expectNames([...expected]);
    expect(tabs().getByRole('link', { name: link }).getAttribute('aria-current')).toBe('page');
    // The tab already shows the filter, so there is no chip for it.
    expect(screen.queryByRole('button', { name: /^Remove the filter/ })).toBeNull();
  }
  expect(currentLocation().search).toBe('?filter%5Bsupport_rooms_with_active_support%5D=1&sort=id');
});

test('a tab keeps the other filters, and filters of two tabs are chips', async () => {
  const { user } = await showRooms('/rooms?filter[awaiting_support]=1&sort=id');
  await expectNames(['Waiting']);
  expect(tabs().getByRole('link', { name: 'Waiting 1' }).getAttribute('aria-current')).toBe('page');
  await addFilter(user, 'Type');
  await user.selectOptions(await screen.findByRole('combobox', { name: 'Type' }), 'Support');
  await findChip('Type: Support');
  const { remove } = await findChip('Waiting');
  expect(tabs().queryByRole('link', { current: 'page' })).toBeNull();
  await user.click(remove);
  await expectNames(['Gale', 'Waiting', 'Helped', 'Hidden']);
  expect(tabs().getByRole('link', { name: 'Support 4' }).getAttribute('aria-current')).toBe('page');
  await addFilter(user, 'Private');
  await user.selectOptions(await screen.findByRole('combobox', { name: 'Private' }), 'Private');
  await expectNames(['Hidden']);
  await user.click(tabs().getByRole('link', { name: 'Group' }));
  expect(await screen.findByText('No matches for these filters')).toBeTruthy();
  expect(decodeURIComponent(currentLocation().search)).toBe('?filter[is_private]=true&filter[kind]=group_room&sort=id');
});

test('tab counts cover all rooms, so they are shown only while no other filter is set', async () => {
  const { user } = await showRooms('/rooms?filter[is_private]=true&sort=id');
  await expectNames(['Hidden']);
  await user.click((await findChip('Private')).remove);
  await tabs().findByRole('link', { name: 'Support 4' });
  await user.type(await screen.findByRole('searchbox', { name: 'Search names' }), 'Help');
  await expectNames(['Helped']);
  expect(
    tabs()
      .getAllByRole('link')
      .map(({ textContent }) => textContent?.trim()),
  ).toEqual(['All', 'Support', 'Direct', 'Group', 'Waiting', 'In progress', 'Unread']);
});

test('an empty tab says so', async () => {
  await show('/rooms?filter[awaiting_support]=true');
  expect(await screen.findByText('No visitors waiting')).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Clear filters' })).toBeNull();
});

test('choosing a scope replaces the previous one, and other filters stay', async () => {
  const { user } = await showRooms('/rooms?filter[starred]=false&sort=id');
  await addFilter(user, 'Show');
  const choose = async (words: string) =>
    user.selectOptions(await screen.findByRole('combobox', { name: 'Show' }), words);
  await choose('Private rooms');
  await expectNames(['Hidden']);
  await user.click((await findChip('Show: Private rooms')).words);
  await choose('Support rooms waiting or in progress');
  await expectNames(['Waiting', 'Helped']);
  expect(decodeURIComponent(currentLocation().search)).toBe(
    '?filter[starred]=false&filter[support_rooms_with_active_or_awaiting_support]=1&sort=id',
  );
  await user.click((await findChip('Show: Support rooms waiting or in progress')).remove);
  await expectNames(['Gale', 'Waiting', 'Helped', 'Hidden', 'Direct room 5']);
});

test('every filter of the contract is offered', async () => {
  expect(roomFilters.flatMap(filterNames).toSorted()).toEqual(Object.keys(rooms.filters).toSorted());
  const { user } = await showRooms();
  expect(await offeredFilters(user)).toHaveLength(roomFilters.length - 1);
  await addFilter(user, 'Last message from');
  await user.selectOptions(
    await screen.findByRole('combobox', { name: 'Last message from' }),
    'Last message from staff',
  );
  await expectNames(['Helped']);
  await findChip('Last message from staff');
});

test('without counts from the service, the tabs are still links', async () => {
  await showRooms('/rooms', {
    wrapFetch: answering((url) => url.includes('room_counts') && new Response('', { status: 404 })),
  });
  expect((await screen.findByRole('link', { name: 'Group' })).getAttribute('href')).toBe(
    '/rooms?filter%5Bkind%5D=group_room',
  );
});

test('on a server that cannot sort by activity, the newest rooms are requested first', async () => {
  const { requests } = await showRooms('/rooms', { wrapFetch: withoutExtensions });
  const names = ['Gale', 'Waiting', 'Helped', 'Hidden', 'Direct room 5', 'Team'];
  await waitFor(() => expect(tableLinks().toSorted()).toEqual(names.toSorted()));
  const listed = requests.filter(({ url }) => /\/rooms\?/.test(url)).map(({ url }) => decodeURIComponent(url));
  expect(listed.at(-1)).toContain('sort=-created_at_unix');
});

test('on a server that refuses that sort too, the rooms are listed unsorted', async () => {
  await startWithRooms();
  const unsorted = answering((url) => /\/rooms\?.*sort=/.test(url) && refusal(400, { code: '114' }));
  await show('/rooms', { wrapFetch: (fetch) => unsorted(withoutExtensions(fetch)) });
  await expectNames(['Gale', 'Waiting', 'Helped', 'Hidden', 'Direct room 5', 'Team']);
});
