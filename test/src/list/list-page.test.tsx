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
import { answering, refusal } from '#test/src/answering.ts';
import { renderPage, startService } from '#test/src/render-page.tsx';
import { tableLinks } from '#test/src/table-links.ts';

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
  { name: 'id', label: msg`ID`, isSecondary: true },
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

async function startWithRooms() {
  const service = await startService();
  await aRoom(service.db, { name: 'Desk, left' });
  await aRoom(service.db, { name: 'Desk right', is_private: 1 });
  await aRoom(service.db, { name: 'Harbour', kind: 3 });
  return service;
}

const search = () => screen.getByRole<HTMLInputElement>('searchbox', { name: 'Search rooms' });

test('the search sends a request per key, aborts outdated ones, and is one history entry', async () => {
  await startWithRooms();
  const signals: AbortSignal[] = [];
  const { user } = await renderPage('/rooms', {
    routes,
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
});

test('a late response to an earlier query is not shown', async () => {
  await startWithRooms();
  const first = Promise.withResolvers<void>();
  const arrived = Promise.withResolvers<void>();
  const { user } = await renderPage('/rooms', {
    routes,
    wrapFetch: (fetch) => async (input, init) => {
      const isFirst = decodeURIComponent(String(input)).endsWith('name_like]=h');
      if (isFirst) await first.promise;
      return fetch(input, init).finally(() => isFirst && arrived.resolve());
    },
  });
  await screen.findByText('Harbour');
  await user.type(search(), 'hx');
  expect(await screen.findByText('Nothing matches these filters.')).toBeTruthy();
  first.resolve();
  await arrived.promise;
  await expect(screen.findByText('Harbour', undefined, { timeout: 300 })).rejects.toThrow();
});

test('choices, booleans and flags are sent as the API spells them', async () => {
  await startWithRooms();
  const { user } = await renderPage('/rooms?page[number]=1&page[size]=50', { routes });
  await screen.findByText('Harbour');
  const kind = screen.getByRole('combobox', { name: 'Kind' });
  expect(
    within(kind)
      .getAllByRole('option')
      .map((option) => option.textContent),
  ).toEqual(['Kind: any', 'Support', 'Direct room', 'Group room']);
  await user.selectOptions(kind, 'Support');
  await user.selectOptions(screen.getByRole('combobox', { name: 'Private' }), 'Private: yes');
  await user.click(screen.getByRole('checkbox', { name: 'Private rooms only' }));
  await waitFor(() => expect(tableLinks()).toEqual(['Desk right']));
  expect(decodeURIComponent(currentLocation().search)).toBe(
    '?filter[is_private]=true&filter[kind]=support_room&filter[private_rooms]=1&page[size]=50',
  );

  await user.click(screen.getByRole('button', { name: 'Clear filters' }));
  await waitFor(() => expect(tableLinks()).toContain('Harbour'));
  expect(decodeURIComponent(currentLocation().search)).toBe('?page[size]=50');
});

test('a collapsed filter stays visible as a chip', async () => {
  await startWithRooms();
  const { user } = await renderPage('/rooms?filter[id]=2,3', { routes });
  await waitFor(() => expect(tableLinks()).toEqual(['Desk, left', 'Desk right']));
  expect(screen.queryByRole('textbox', { name: 'ID' })).toBeNull();
  expect(await screen.findByText('ID: 2,3')).toBeTruthy();

  await user.click(screen.getByRole('button', { name: 'More filters' }));
  expect(screen.queryByText('ID: 2,3')).toBeNull();
  const field = screen.getByRole('textbox', { name: 'ID' });
  await user.clear(field);
  await user.type(field, '4{Enter}');
  await waitFor(() => expect(tableLinks()).toEqual(['Harbour']));

  await user.click(screen.getByRole('button', { name: 'Fewer filters' }));
  await user.click(await screen.findByRole('button', { name: 'Remove the filter ID: 4' }));
  await waitFor(() => expect(currentLocation().search).toBe(''));
});

test('a filter that the tenant refuses is dropped, reported, and not sent again', async () => {
  await startWithRooms();
  const { user, requests } = await renderPage('/rooms?filter[kind]=support_room&filter[name_like]=desk', {
    routes,
    wrapFetch: answering(
      (url) =>
        url.includes('[kind]') &&
        refusal(400, { code: '102', title: 'Filter not allowed', detail: 'kind is not allowed.' }),
    ),
  });
  await waitFor(() => expect(tableLinks()).toEqual(['Desk, left', 'Desk right']));
  expect(screen.getByText('This tenant does not have these filters, so they do not count: Kind')).toBeTruthy();
  expect(screen.queryByRole('combobox', { name: 'Kind' })).toBeNull();
  await user.type(search(), ' r');
  await waitFor(() => expect(tableLinks()).toEqual(['Desk right']));
  expect(requests.filter(({ url }) => url.includes('kind'))).toHaveLength(0);
});

test('nothing is sent during IME composition, and the whole word after it', async () => {
  await startWithRooms();
  await renderPage('/rooms', { routes });
  await screen.findByText('Harbour');
  search().focus();
  fireEvent.compositionStart(search());
  fireEvent.input(search(), { target: { value: 'har' } });
  expect(currentLocation().search).toBe('');
  expect(search().value).toBe('har');
  fireEvent.compositionEnd(search());
  await waitFor(() => expect(tableLinks()).toEqual(['Harbour']));
});

/** Waits until the picker's chunk has loaded; until then, a read-only field takes its place. */
async function picker() {
  await waitFor(() => expect(screen.getByRole<HTMLInputElement>('combobox', { name: 'Room' }).readOnly).toBe(false));
  return screen.getByRole('combobox', { name: 'Room' });
}

test('a room can be picked by name', async () => {
  const { db } = await startWithRooms();
  const room = await aRoom(db, { name: 'Lighthouse' });
  await aSuggestion(db, { room_id: room.id });
  await aSuggestion(db);
  const { user } = await renderPage('/suggestions', { routes: suggestionRoutes });
  await waitFor(() => expect(tableLinks()).toEqual(['1', '2']));
  await user.type(await picker(), 'light');
  await user.click(await screen.findByRole('option', { name: 'Lighthouse' }));
  await waitFor(() => expect(tableLinks()).toEqual(['1']));
  expect(decodeURIComponent(currentLocation().search)).toBe(`?filter[room_id]=${room.id}`);
  expect(screen.getByRole<HTMLInputElement>('combobox', { name: 'Room' }).value).toBe('Lighthouse');
});

test('if the tenant cannot search by name, a record can be picked by id', async () => {
  await startWithRooms();
  const { user } = await renderPage('/suggestions', {
    routes: suggestionRoutes,
    wrapFetch: answering(
      (url) => url.includes('name_like') && refusal(400, { code: '102', source: { parameter: 'filter[name_like]' } }),
    ),
  });
  await user.type(await picker(), '4');
  expect(await screen.findByRole('option', { name: 'Harbour' })).toBeTruthy();
});
