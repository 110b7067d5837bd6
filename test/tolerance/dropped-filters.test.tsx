import { act, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { rooms } from '#contract/rooms.ts';
import { unsupportedFilters } from '#src/api/capabilities.ts';
import { queryClient } from '#src/api/query-client.ts';
import { overlay } from '#src/app/overlay.ts';
import { Palette } from '#src/app/palette.tsx';
import { delay } from '#src/lib/delay.ts';
import { useStore } from '#src/lib/store.ts';
import { aDraft, aRoom, MADE_AT_UNIX } from '../builders.ts';
import { list, show as showMine, startWithDrafts } from '../src/mine/my-drafts.tsx';
import { renderPage, startService } from '../src/render-page.tsx';
import { section, show, startWithRoom } from '../src/room/blue-heron.tsx';
import { refuse } from './exchange.ts';
import { fetchThrough } from './fetch-through.ts';

/** A tenant that drops or refuses one filter, and has the others. */
const without = (name: string, isRefusing: boolean) =>
  fetchThrough([
    {
      row: 'Filter refused or ignored',
      request: (request) => {
        const search = new URLSearchParams(request.search);
        if (!search.has(`filter[${name}]`)) return request;
        if (isRefusing) return refuse(400, '102', 'Filter not allowed', `${name} is not allowed.`);
        search.delete(`filter[${name}]`);
        return { ...request, search };
      },
    },
  ]);

/** Waits until all answers are shown, also of reads that follow others. */
async function settled() {
  for (let round = 0; round < 3; round++) {
    await waitFor(() => expect(queryClient.isFetching()).toBe(0));
    await act(() => delay(20));
  }
}

const ways: [string, boolean][] = [
  ['ignored', false],
  ['refused', true],
];

/** Opens a room that the agent has starred, but not the admin; returns its flags. */
async function flagsFor(role: 'admin' | 'agent', wrapFetch?: ReturnType<typeof without>) {
  const { path, service } = await startWithRoom();
  const { db, userIds } = service;
  await db.updateTable('room_members').set({ starred: 1 }).where('user_id', '=', userIds.agent).execute();
  await show(path, { role, ...(wrapFetch && { wrapFetch }) });
  const facts = await section('Details');
  await settled();
  return facts.getByText('Flags').nextElementSibling?.textContent;
}

test('a room is called starred by those who starred it', async () => {
  expect(await flagsFor('agent')).toBe('Private, Starred');
});

test.each(ways)('where the filter of starred rooms is %s, a room is not called starred', async (_, isRefusing) => {
  expect(await flagsFor('admin', without('starred', isRefusing))).toBe('Private');
});

test.each(ways)('where the filter by room is %s, a room lists its own suggestions only', async (_, isRefusing) => {
  const { path } = await startWithRoom();
  await show(path, { wrapFetch: without('room_id', isRefusing) });
  const list = await section('Suggestions');
  expect(await list.findByText('Welcome!')).toBeTruthy();
  await settled();
  expect(list.queryByText('Of another room')).toBeNull();
});

const Shell = () =>
  useStore(overlay) === 'palette' ? (
    <Palette onClose={() => overlay.set(undefined)} />
  ) : (
    <button type="button" onClick={() => overlay.set('palette')}>
      Open
    </button>
  );

test.each(ways)('where the search of rooms is %s, the palette lists matching rooms only', async (_, isRefusing) => {
  const { db } = await startService();
  for (const name of ['Anna', 'Berta', 'Carla']) await aRoom(db, { name });
  const { user } = await renderPage('/start', {
    routes: [{ path: '*', Component: Shell }],
    wrapFetch: without('name_like', isRefusing),
  });
  await user.click(await screen.findByRole('button', { name: 'Open' }));
  await user.type(await screen.findByRole('combobox', { name: 'Search or run a command' }), 'berta');
  expect(await screen.findByRole('option', { name: /^Berta/ })).toBeTruthy();
  await settled();
  await waitFor(() => expect(unsupportedFilters(rooms)).toContain('name_like'));
  expect(screen.getAllByRole('option', { name: /^(Anna|Berta|Carla)/ })).toHaveLength(1);
});

test.each(ways)('where the filter by author is %s, My drafts lists own drafts, and says how', async (_, isRefusing) => {
  const { service } = await startWithDrafts();
  const newer = { created_user_id: service.userIds.admin, created_at_unix: MADE_AT_UNIX + 3600 };
  await service.db.transaction().execute(async (db) => {
    for (let made = 0; made < 50; made++) await aDraft(db, newer);
  });
  const { user } = await showMine('/mine?sort=-created_at_unix', { wrapFetch: without('created_user_id', isRefusing) });
  expect(await screen.findByText(/^This server doesn’t support these filters.*: Written by$/)).toBeTruthy();
  expect(await screen.findByText('Nothing on this page.')).toBeTruthy();
  await user.click(screen.getByRole('link', { name: 'Next page' }));
  const links = within(await list()).getAllByRole('link');
  expect(links.map((link) => link.children[1]?.textContent).sort()).toEqual([
    'better words',
    'known',
    'still waiting',
    'too long a text',
  ]);
});
