import { act, screen, waitFor } from '@testing-library/react';
import fc from 'fast-check';
import type { RouteObject } from 'react-router';
import { expect, test } from 'vitest';
import { rooms } from '#contract/rooms.ts';
import { queryClient } from '#src/api/query-client.ts';
import { delay } from '#src/lib/delay.ts';
import { currentLocation } from '#src/lib/router.ts';
import { ListPage } from '#src/list/list-page.tsx';
import { aRoom } from '#test/builders.ts';
import { tableLinks } from '#test/src/table-links.ts';
import { fetchThrough } from '#test/tolerance/fetch-through.ts';
import { rewrites } from '#test/tolerance/rewrites.ts';
import { renderPage, startService } from '../render-page.tsx';

const columns = [{ accessorKey: 'name' }];

const SIZE = 4;
const RUNS = 8;

const routes: RouteObject[] = [
  {
    path: '/rooms',
    Component: () => (
      <ListPage
        resource={rooms}
        title="Rooms"
        base={{ sort: ['name'] }}
        columns={columns}
        filters={[]}
        rowName={(room) => room.name ?? ''}
        rowPath={(room) => `/rooms/${room.id}`}
        empty="No rooms."
      />
    ),
  },
];

/** Rooms deleted by position, and rooms inserted after a position, between loading one page and the next. */
const changes = fc.array(
  fc.record({ kind: fc.constantFrom('delete', 'make'), place: fc.nat(3 * SIZE - 1) }) as fc.Arbitrary<{
    kind: 'delete' | 'make';
    place: number;
  }>,
  { maxLength: 3 },
);

/** Waits until the row before the page has been fetched, which an effect starts, and React has rendered the result. */
async function lastRowBeforeIsShown(): Promise<void> {
  await act(() => delay());
  await waitFor(() => expect(queryClient.isFetching()).toBe(0));
  await act(() => delay());
}

test('going to the next page warns exactly if rows were skipped or repeated', async () => {
  const { db } = await startService();
  await db.deleteFrom('rooms').execute();
  await fc.assert(
    fc.asyncProperty(changes, async (made) => {
      await db.deleteFrom('rooms').execute();
      queryClient.clear();
      for (let place = 0; place < 3 * SIZE; place++) await aRoom(db, { name: `Room ${10 + place}` });
      const { user, unmount } = await renderPage(`/rooms?page[size]=${SIZE}`, { routes });
      await waitFor(() => expect(tableLinks()).toHaveLength(SIZE));
      const first = tableLinks();
      for (const { kind, place } of made) {
        const name = `Room ${10 + place}`;
        if (kind === 'delete') await db.deleteFrom('rooms').where('name', '=', name).execute();
        else await aRoom(db, { name: `${name} and more` });
      }
      await user.click(screen.getByRole('link', { name: 'Next page' }));
      await waitFor(() => expect(currentLocation().search).toContain('=2'));
      await waitFor(() => expect(screen.getByRole('table').getAttribute('aria-busy')).toBe('false'));
      await lastRowBeforeIsShown();
      const second = tableLinks();
      const now = (await db.selectFrom('rooms').select('name').orderBy('name').execute()).map((row) => row.name ?? '');
      const border = now.indexOf(second[0] ?? '');
      // The rows before the second page should be those the reader has seen.
      const isWhole = now[border - 1] === first.at(-1);
      expect(screen.queryByText(/^The list changed/) === null).toBe(isWhole);
      unmount();
    }),
    { numRuns: RUNS },
  );
});

test('rows sorted in the browser are not mistaken for a changed list', async () => {
  const { db } = await startService();
  await db.deleteFrom('rooms').execute();
  for (const name of ['Berta', 'Anna', 'Dora', 'Carla']) await aRoom(db, { name });
  const wrapFetch = fetchThrough([rewrites['not sorted at all']]);
  const { user } = await renderPage('/rooms?page[size]=2', { routes, wrapFetch });
  await waitFor(() => expect(tableLinks()).toEqual(['Anna', 'Berta']));
  await user.click(screen.getByRole('link', { name: 'Next page' }));
  await waitFor(() => expect(tableLinks()).toEqual(['Carla', 'Dora']));
  await lastRowBeforeIsShown();
  expect(screen.queryByText(/^The list changed/)).toBeNull();
});

test('smaller pages than requested are not mistaken for a changed list', async () => {
  const { db } = await startService();
  await db.deleteFrom('rooms').execute();
  for (const name of ['Anna', 'Berta', 'Carla', 'Dora', 'Edda']) await aRoom(db, { name });
  const wrapFetch =
    (fetch: typeof globalThis.fetch): typeof globalThis.fetch =>
    (input, init) => {
      const url = new URL(String(input));
      const size = url.searchParams.get('page[size]');
      if (size !== '1') url.searchParams.set('page[size]', '2');
      return fetch(url, init);
    };
  const { user } = await renderPage('/rooms', { routes, wrapFetch });
  for (const range of ['1–2 of 5', '3–4 of 5', '5–5 of 5']) {
    await screen.findByText(range);
    await lastRowBeforeIsShown();
    expect(screen.queryByText(/^The list changed/)).toBeNull();
    const next = screen.queryByRole('link', { name: 'Next page' });
    if (next) await user.click(next);
  }
});
