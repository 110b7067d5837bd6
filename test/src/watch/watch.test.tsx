import { screen, waitFor, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { queryClient } from '#src/api/query-client.ts';
import { lateness } from '#src/domain/waiting/lateness.tsx';
import { watchRoutes } from '#src/routes.tsx';
import { aMessage, aRoom } from '#test/builders.ts';
import { answering } from '#test/src/answering.ts';
import { fetchThrough } from '#test/tolerance/fetch-through.ts';
import { rewrites } from '#test/tolerance/rewrites.ts';
import { type PageOptions, renderPage, startService } from '../render-page.tsx';
import { textsOf } from '../texts-of.ts';
import { minutesAgo, waitingSince } from './waiting.ts';

const show = (options: Partial<PageOptions> = {}) => renderPage('/watch', { routes: watchRoutes, ...options });

async function rowTexts() {
  const table = await screen.findByRole('table', { name: 'Waiting visitors' });
  const [, ...rows] = within(table).getAllByRole('row');
  return rows.map((row) => textsOf(within(row).getAllByRole('cell')).slice(0, 2));
}

test('waiting rooms are shown longest first, with how late they are', async () => {
  const { db } = await startService();
  await aRoom(db, { name: 'Fresh', ...waitingSince(1) });
  await aRoom(db, { name: 'Oldest', ...waitingSince(125) });
  await aRoom(db, { name: 'Late one', ...waitingSince(7) });
  await aRoom(db, { name: 'Answered' });
  await show();
  expect(await rowTexts()).toEqual([
    ['2 h 5 m Overdue', 'Oldest'],
    ['7 min Due soon', 'Late one'],
    ['1 min', 'Fresh'],
  ]);
  expect(screen.getByText(/3 visitors waiting/).parentElement?.textContent).toMatch(/as of \d/);
});

test('without a start from the tenant, a wait is at least the last message’s age, or at most the room’s', async () => {
  const { db } = await startService();
  const talked = await aRoom(db, { name: 'Talked', ...waitingSince(300) });
  await aMessage(db, { room_id: talked.id, created_at_unix: minutesAgo(10) }, false);
  await aRoom(db, { name: 'Silent', ...waitingSince(300), created_at_unix: minutesAgo(3) });
  await show({ wrapFetch: fetchThrough([rewrites['no waiting times']]) });
  await waitFor(async () =>
    expect(await rowTexts()).toEqual([
      ['at least 10 min Due soon', 'Talked'],
      ['at most 3 min', 'Silent'],
    ]),
  );
});

test('a failed refresh is announced, and the old rows stay', async () => {
  const { db } = await startService();
  await aRoom(db, { name: 'Patient', ...waitingSince(2) });
  let isBroken = false;
  const { user } = await show({ wrapFetch: answering(() => isBroken && new Response('', { status: 500 })) });
  await screen.findByText('Patient');

  isBroken = true;
  await queryClient.refetchQueries();
  const notice = await screen.findByText(/Showing data as of/);
  expect(notice.closest('[role=status]')?.textContent).toContain('Not up to date');
  expect(screen.getByText('Patient')).toBeTruthy();

  isBroken = false;
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  await waitFor(() => expect(screen.queryByText(/Showing data as of/)).toBeNull());
});

test('being offline is shown', async () => {
  await show();
  await screen.findByText('No visitors waiting');
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  window.dispatchEvent(new Event('offline'));
  expect(await screen.findByText('Offline')).toBeTruthy();
  vi.restoreAllMocks();
  window.dispatchEvent(new Event('online'));
  await waitFor(() => expect(screen.queryByText('Offline')).toBeNull());
});

test('if the tenant ignores the filter, rooms that are not waiting are left out', async () => {
  const { db } = await startService();
  await aRoom(db, { name: 'Waiting', ...waitingSince(2) });
  await aRoom(db, { name: 'Quiet' });
  await show({ wrapFetch: fetchThrough([rewrites['filters are ignored']]) });
  expect((await rowTexts()).map(([, name]) => name)).toEqual(['Waiting']);
});

test('the lateness thresholds come from the settings', () => {
  const thresholds = { warnAfterMinutes: 2, alarmAfterMinutes: 3 };
  expect([119, 120, 179, 180].map((seconds) => lateness(seconds, thresholds))).toEqual([
    'waiting',
    'late',
    'late',
    'very_late',
  ]);
});
