import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { queryClient } from '#src/api/query-client.ts';
import { currentLocation } from '#src/lib/router.ts';
import { watchRoutes } from '#src/routes.tsx';
import { aRoom } from '#test/builders.ts';
import { answering } from '#test/src/answering.ts';
import { renderPage, startService } from '../render-page.tsx';
import { waitingSince } from '../watch/waiting.ts';

test('shows the number of waiting rooms, how many are late, and the longest waits', async () => {
  const { db } = await startService();
  for (let minutes = 1; minutes <= 7; minutes++) await aRoom(db, { name: `For ${minutes}`, ...waitingSince(minutes) });
  await renderPage('/watch/wall', { routes: watchRoutes });
  expect(await screen.findByText('7')).toBeTruthy();
  expect(screen.getByText('3 Due soon')).toBeTruthy();
  expect(screen.getByText('4 Waiting')).toBeTruthy();
  expect(screen.getByText('visitors waiting')).toBeTruthy();
  expect(screen.getByText(/^\d{1,2}:\d\d [AP]M$/)).toBeTruthy();
  const rooms = screen.getAllByRole('listitem').map((item) => item.textContent);
  expect(rooms.filter((text) => text?.includes('For'))).toEqual([
    '7 minFor 7',
    '6 minFor 6',
    '5 minFor 5',
    '4 minFor 4',
    '3 minFor 3',
  ]);
  expect(screen.getByText('and 2 more')).toBeTruthy();
});

test('without data, the wall display does not claim that no visitor is waiting', async () => {
  const { db } = await startService();
  await aRoom(db, { name: 'Patient', ...waitingSince(2) });
  let isBroken = true;
  await renderPage('/watch/wall', {
    routes: watchRoutes,
    wrapFetch: answering(() => isBroken && new Response('', { status: 500 })),
  });
  expect(await screen.findByText(/No data yet/)).toBeTruthy();
  expect(screen.queryByText(/visitors? waiting/)).toBeNull();

  isBroken = false;
  await queryClient.refetchQueries();
  expect(await screen.findByText('Patient')).toBeTruthy();
});

test('Escape returns to Watch', async () => {
  const { user } = await renderPage('/watch/wall', { routes: watchRoutes });
  await screen.findByText('No visitors waiting');
  await user.keyboard('{Escape}');
  await waitFor(() => expect(currentLocation().pathname).toBe('/watch'));
});
