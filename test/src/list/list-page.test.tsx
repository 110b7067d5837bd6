import { msg } from '@lingui/core/macro';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import type { RouteObject } from 'react-router';
import { expect, test } from 'vitest';
import { rooms } from '#contract/rooms.ts';
import { suggestions } from '#contract/suggestions.ts';
import { referenceSource } from '#src/form/fields/reference-select.tsx';
import { currentLocation, lastAction } from '#src/lib/router.ts';
import type { FilterSpec } from '#src/list/filter-spec.ts';
import { ListPage } from '#src/list/list-page.tsx';
import { listRoute } from '#src/list/read-list-query.ts';
import { aRoom, aSuggestion } from '#test/builders.ts';
import { addFilter, findChip, findFilterMenu, offeredFilters } from '#test/src/add-filter.ts';
import { answering, refusal } from '#test/src/answering.ts';
import { findOption } from '#test/src/find-picker.ts';
import { type PageOptions, renderPage, startService } from '#test/src/render-page.tsx';
import { tableLinks } from '#test/src/table-links.ts';
import { textsOf } from '../texts-of.ts';

const columns = [
  { accessorKey: 'name' },
  { accessorKey: 'is_private' },
  { accessorKey: 'created_at_unix' },
  { accessorKey: 'settings' },
];
const suggestionColumns = [{ accessorKey: 'id' }, { accessorKey: 'suggestion_messages_data' }];

const filters: FilterSpec<typeof rooms>[] = [
  { name: 'name_like', label: msg`Search rooms` },
  { name: 'kind', label: msg`Kind`, words: { support_room: msg`Support` } },
  { name: 'is_private', label: msg`Private` },
  { name: 'private_rooms', label: msg`Private rooms only` },
  {
    name: 'starred',
    label: msg`Starred or mine`,
    oneOf: { starred: msg`Starred`, current_user_is_member: msg`Mine` },
  },
  { name: 'id', label: msg`ID` },
];

const routes: RouteObject[] = [
  {
    path: '/rooms',
    ...listRoute(rooms),
    Component: () => (
      <ListPage
        resource={rooms}
        title="Rooms"
        columns={columns}
        filters={filters}
        rowName={(room) => room.name ?? ''}
        rowPath={(room) => `/rooms/${room.id}`}
        empty="No rooms."
      />
    ),
  },
];

const roomChoice = referenceSource(rooms, { by: 'name_like', label: (room) => room.name ?? '' });
const suggestionRoutes: RouteObject[] = [
  {
    path: '/suggestions',
    ...listRoute(suggestions),
    Component: () => (
      <ListPage
        resource={suggestions}
        title="Suggestions"
        columns={suggestionColumns}
        filters={[{ name: 'room_id', label: msg`Room`, from: roomChoice }]}
        rowName={({ id }) => id}
        rowPath={({ id }) => `/suggestions/${id}`}
        empty="No suggestions."
      />
    ),
  },
];

async function showRooms(path = '/rooms', options: Partial<PageOptions> = {}) {
  const { db } = await startService();
  await aRoom(db, { name: 'Desk, left' });
  await aRoom(db, { name: 'Desk right', is_private: 1 });
  await aRoom(db, { name: 'Harbour', kind: 3 });
  return renderPage(path, { routes, ...options });
}

const search = () => screen.getByRole<HTMLInputElement>('searchbox', { name: 'Search rooms' });

test('the search sends a request per key, aborts outdated ones, and is one history entry', async () => {
  const signals: AbortSignal[] = [];
  const { user } = await showRooms('/rooms', {
    wrapFetch: (fetch) => (input, init) => {
      if (String(input).includes('name_like') && init?.signal) signals.push(init.signal);
      return fetch(input, init);
    },
  });
  await screen.findByText('Harbour');
  await user.type(search(), 'desk,');
  await waitFor(() => expect(tableLinks()).toEqual(['Desk, left']));
  expect(decodeURIComponent(currentLocation().search)).toBe('?filter[name_like]="desk,"');
  expect(lastAction()).toBe('REPLACE');
  expect(signals).toHaveLength(5);
  expect(search().value).toBe('desk,');
  expect(within(screen.getByRole('main')).getByRole('status', { name: '' }).textContent).toBe('1 record');

  await user.clear(search());
  await waitFor(() => expect(tableLinks()).toContain('Harbour'));
  expect(currentLocation().search).toBe('');

  // During IME composition nothing is sent; the whole word is sent after it.
  fireEvent.compositionStart(search());
  fireEvent.input(search(), { target: { value: 'har' } });
  expect(currentLocation().search).toBe('');
  expect(search().value).toBe('har');
  fireEvent.compositionEnd(search());
  await waitFor(() => expect(tableLinks()).toEqual(['Harbour']));
});

test('choices, booleans and flags are chosen from a menu, and sent as the API spells them', async () => {
  const { user } = await showRooms('/rooms?page[number]=1&page[size]=50');
  await screen.findByText('Harbour');
  expect(await offeredFilters(user)).toEqual(['Kind', 'Private', 'Private rooms only', 'Starred or mine', 'ID']);
  await addFilter(user, 'Kind');
  const kind = await screen.findByRole('combobox', { name: 'Kind' });
  await waitFor(() => expect(document.activeElement).toBe(kind));
  expect(textsOf(within(kind).getAllByRole('option'))).toEqual(['Kind: any', 'Support', 'Direct room', 'Group room']);
  await user.selectOptions(kind, 'Support');
  await findChip('Kind: Support');
  expect(screen.queryByRole('combobox', { name: 'Kind' })).toBeNull();
  await addFilter(user, 'Private');
  await user.selectOptions(await screen.findByRole('combobox', { name: 'Private' }), 'Private: yes');
  await findChip('Private: yes');
  await addFilter(user, 'Private rooms only');
  await findChip('Private rooms only');
  await waitFor(() => expect(tableLinks()).toEqual(['Desk right']));
  expect(decodeURIComponent(currentLocation().search)).toBe(
    '?filter[is_private]=true&filter[kind]=support_room&filter[private_rooms]=1&page[size]=50',
  );
  expect(await offeredFilters(user)).toEqual(['Starred or mine', 'ID']);

  await user.click(screen.getByRole('button', { name: 'Clear filters' }));
  await waitFor(() => expect(tableLinks()).toContain('Harbour'));
  expect(decodeURIComponent(currentLocation().search)).toBe('?page[size]=50');
});

test('an active filter is a chip, whose label opens its control in place; Enter applies it as one history entry', async () => {
  const { user } = await showRooms('/rooms?filter[id]=2,3');
  await waitFor(() => expect(tableLinks()).toEqual(['Desk, left', 'Desk right']));
  expect(screen.queryByRole('textbox', { name: 'ID' })).toBeNull();
  await user.click((await findChip('ID: 2,3')).words);
  expect(screen.queryByText('ID: 2,3')).toBeNull();
  const field = screen.getByRole('textbox', { name: 'ID' });
  await waitFor(() => expect(document.activeElement).toBe(field));
  await user.clear(field);
  await user.type(field, '4{Enter}');
  await waitFor(() => expect(tableLinks()).toEqual(['Harbour']));
  const { remove } = await findChip('ID: 4');
  expect(screen.queryByRole('textbox', { name: 'ID' })).toBeNull();
  await user.click(remove);
  await waitFor(() => expect(currentLocation().search).toBe(''));

  await addFilter(user, 'ID');
  const control = await screen.findByRole('textbox', { name: 'ID' });
  await user.type(control, '4');
  // Safari reports the Enter that ends a composition after it, with code 229.
  expect(fireEvent.keyDown(control, { key: 'Enter', keyCode: 229 })).toBe(true);
  expect(document.activeElement).toBe(control);
  await user.keyboard('{Enter}');
  await waitFor(() => expect(tableLinks()).toEqual(['Harbour']));
  await findChip('ID: 4');
  history.back();
  await waitFor(() => expect(currentLocation().search).toBe(''));

  // Left without a value, it disappears.
  await addFilter(user, 'ID');
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('textbox', { name: 'ID' })));
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('textbox', { name: 'ID' })).toBeNull());
  expect(document.activeElement).toBe(await findFilterMenu());
  await addFilter(user, 'ID');
  await screen.findByRole('textbox', { name: 'ID' });
  await user.click(screen.getByRole('heading', { name: 'Rooms' }));
  await waitFor(() => expect(screen.queryByRole('textbox', { name: 'ID' })).toBeNull());
  expect(currentLocation().search).toBe('');
});

test('filters are added, changed and removed by keyboard, and the focus stays in the bar', async () => {
  const { user } = await showRooms();
  await screen.findByText('Harbour');
  await user.keyboard('/');
  expect(document.activeElement).toBe(search());
  await user.tab();
  expect(document.activeElement).toBe(await findFilterMenu());
  await user.keyboard('{Enter}');
  const first = await screen.findByRole('menuitem', { name: 'Kind' });
  await waitFor(() => expect(document.activeElement).toBe(first));
  await user.keyboard('{Enter}');
  const kind = await screen.findByRole<HTMLSelectElement>('combobox', { name: 'Kind' });
  await waitFor(() => expect(document.activeElement).toBe(kind));
  // In browsers, the arrow key changes a closed select; jsdom does not do so.
  await user.keyboard('{ArrowDown}');
  fireEvent.change(kind, { target: { value: 'group_room' } });
  await waitFor(() => expect(tableLinks()).toEqual(['Harbour']));
  expect(document.activeElement).toBe(kind);
  await user.keyboard('{Enter}');
  const { words, remove } = await findChip('Kind: Group room');
  const menu = await findFilterMenu();
  expect(document.activeElement).toBe(menu);
  await user.tab({ shift: true });
  expect(document.activeElement).toBe(remove);
  await user.tab({ shift: true });
  expect(document.activeElement).toBe(words);
  await user.tab();
  await user.keyboard('{Enter}');
  await waitFor(() => expect(tableLinks()).toHaveLength(4));
  expect(document.activeElement).toBe(menu);
});

test('flags that exclude each other are one choice', async () => {
  const { user, service } = await showRooms('/rooms?filter[starred]=1');
  await aRoom(service.db, { name: 'Mine' }, [service.userIds.admin]);
  const { words } = await findChip('Starred or mine: Starred');
  await user.click(words);
  const choice = await screen.findByRole('combobox', { name: 'Starred or mine' });
  await user.selectOptions(choice, 'Mine');
  await waitFor(() => expect(tableLinks()).toEqual(['Mine']));
  expect(decodeURIComponent(currentLocation().search)).toBe('?filter[current_user_is_member]=1');
  await user.click((await findChip('Starred or mine: Mine')).remove);
  await waitFor(() => expect(currentLocation().search).toBe(''));
});

test('a filter that the tenant refuses is dropped, reported, and not sent again', async () => {
  const { user, requests } = await showRooms('/rooms?filter[kind]=support_room&filter[name_like]=desk', {
    wrapFetch: answering(
      (url) =>
        url.includes('[kind]') &&
        refusal(400, { code: '102', title: 'Filter not allowed', detail: 'kind is not allowed.' }),
    ),
  });
  await waitFor(() => expect(tableLinks()).toEqual(['Desk, left', 'Desk right']));
  expect(screen.getByText('This server doesn’t support these filters: Kind')).toBeTruthy();
  expect(await offeredFilters(user)).not.toContain('Kind');
  await user.type(search(), ' r');
  await waitFor(() => expect(tableLinks()).toEqual(['Desk right']));
  expect(requests.filter(({ url }) => url.includes('kind'))).toHaveLength(0);
});

/** Waits until the picker's chunk has loaded; until then, a read-only field takes its place. */
async function picker() {
  await waitFor(() => expect(screen.getByRole<HTMLInputElement>('combobox', { name: 'Room' }).readOnly).toBe(false));
  return screen.getByRole('combobox', { name: 'Room' });
}

test('a room can be picked by name', async () => {
  const { db } = await startService();
  const room = await aRoom(db, { name: 'Lighthouse' });
  await aSuggestion(db, { room_id: room.id });
  await aSuggestion(db);
  const { user } = await renderPage('/suggestions', { routes: suggestionRoutes });
  await waitFor(() => expect(tableLinks()).toEqual(['1', '2']));
  await addFilter(user, 'Room');
  await user.type(await picker(), 'light');
  await user.click(await findOption('Lighthouse'));
  await waitFor(() => expect(tableLinks()).toEqual(['1']));
  expect(decodeURIComponent(currentLocation().search)).toBe(`?filter[room_id]=${room.id}`);
  const { remove } = await findChip('Room: Lighthouse');
  // No other filter is left to choose.
  await waitFor(() => expect(document.activeElement).toBe(remove));
});

test('if the tenant cannot search by name, a record can be picked by id', async () => {
  const { user } = await showRooms('/suggestions', {
    routes: suggestionRoutes,
    wrapFetch: answering(
      (url) => url.includes('name_like') && refusal(400, { code: '102', source: { parameter: 'filter[name_like]' } }),
    ),
  });
  await addFilter(user, 'Room');
  await user.type(await picker(), '4');
  expect(await screen.findByRole('option', { name: 'Harbour' })).toBeTruthy();
});
