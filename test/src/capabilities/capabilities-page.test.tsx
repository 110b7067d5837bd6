import { act, screen, waitFor, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { capabilities, isUnsupported, recordCapability } from '#src/api/capabilities.ts';
import { meQuery } from '#src/api/me-query.ts';
import { queryClient } from '#src/api/query-client.ts';
import { CapabilityNotices } from '#src/features/settings/capabilities/capability-notices.tsx';
import { currentLocation, navigate } from '#src/lib/router.ts';
import { settingsRoutes } from '#src/routes.tsx';
import { aDraft, aRoom } from '#test/builders.ts';
import { holding, withClockAhead } from '../answering.ts';
import { findToast, renderPage, startService } from '../render-page.tsx';
import { rowAround } from '../row-around.ts';

const row = (name: string) => within(rowAround(screen.getByText(name)));
/** Longer than fifty requests take on a busy machine. */
const MANY_REQUESTS_MS = 90_000;

const button = (name: string) => screen.getByRole('button', { name });

test('detection only sends reads, and its results are in the table and the report', async () => {
  const { db } = await startService();
  await aRoom(db, { name: 'Anna' });
  await aDraft(db);
  const { user, requests, service } = await renderPage('/settings/capabilities', {
    routes: settingsRoutes,
    wrapFetch: (fetch) => async (input, init) => {
      const url = decodeURIComponent(String(input));
      if (url.includes('room_counts')) return new Response('{}', { status: 501 });
      return fetch(url.includes('filter[starred]') ? url.replace('starred', 'unheard_of') : input, init);
    },
  });
  await user.click(await screen.findByRole('button', { name: 'Test read-only endpoints' }));
  await screen.findByRole('button', { name: 'Test read-only endpoints' }, { timeout: MANY_REQUESTS_MS });
  expect(requests.length).toBeGreaterThan(40);
  expect(requests.every(({ method }) => method === 'GET')).toBe(true);

  expect(row('GET /rooms/{id}/history').getByText('Working')).toBeTruthy();
  expect(row('GET /rooms/room_counts').getByText('Rejected')).toBeTruthy();
  expect(row('GET /rooms filter[name_like]').getByText('Working')).toBeTruthy();
  expect(row('GET /support_draft_messages filter[in_review]').getByText('Working')).toBeTruthy();
  expect(row('PUT /rooms/{id}').getByText('Untested')).toBeTruthy();
  expect(row('Records include your permissions').getByText('Working')).toBeTruthy();
  expect(Object.entries(capabilities.get()).filter(([, { state }]) => state === 'ignored')).toEqual([]);

  const written: string[] = [];
  vi.spyOn(navigator.clipboard, 'writeText').mockImplementation(async (text) => void written.push(text));
  await user.click(button('Copy report'));
  await findToast('Copied');
  expect(written[0]).toMatch(/\| `GET \/rooms\/room_counts` \| rejected \| \d{4}-.* \| 501/);
  expect(written[0]).toContain('| `PUT /rooms/{id}` | untested |');
  expect(written[0]).not.toContain(service.tokens.admin);

  await user.click(button('Reset'));
  expect(row('GET /rooms/room_counts').getByText('Untested')).toBeTruthy();
});

test('detection can be stopped', async () => {
  const { wrapFetch, release } = holding(() => true);
  const { user, requests } = await renderPage('/settings/capabilities', { routes: settingsRoutes, wrapFetch });
  await user.click(await screen.findByRole('button', { name: 'Test read-only endpoints' }));
  await user.click(await screen.findByRole('button', { name: 'Stop' }));
  release();
  await screen.findByRole('button', { name: 'Test read-only endpoints' });
  expect(requests.length).toBeLessThan(10);
});

test('an ignored filter is detected', async () => {
  const { db } = await startService();
  await aRoom(db, { name: 'Anna' });
  const { user } = await renderPage('/settings/capabilities', {
    routes: settingsRoutes,
    wrapFetch: (fetch) => (input, init) => fetch(String(input).replace(/filter%5Bname_like%5D=[^&]*/, ''), init),
  });
  await user.click(await screen.findByRole('button', { name: 'Test read-only endpoints' }));
  await waitFor(() => expect(row('GET /rooms filter[name_like]').getByText('Ignored')).toBeTruthy());
  expect(isUnsupported('GET /rooms filter[name_like]')).toBe(true);
});

test('missing capabilities are reported once, with a link to all', async () => {
  const { user } = await renderPage('/', {
    routes: [{ path: '/', Component: () => <CapabilityNotices /> }, ...settingsRoutes],
  });
  recordCapability('GET /rooms/{id}/history', 'refused', '405');
  await findToast('This server has no room history. Messages are shown instead.');
  recordCapability('counts', 'refused', '200');
  await findToast('This server doesn’t support some features');
  expect(screen.getAllByText(/no room history.*doesn’t return totals/).length).toBeGreaterThan(0);
  await user.click(button('Show all'));
  expect(currentLocation().pathname).toBe('/settings/capabilities');
  await waitFor(() => expect(Object.values(capabilities.get()).every(({ isAnnounced }) => isAnnounced)).toBe(true));
});

test('a capability checked just now is shown as recent even if the local clock is hours slow', async () => {
  const wrapFetch = withClockAhead(2 * 3_600_000);
  await renderPage('/settings/capabilities', { routes: settingsRoutes, wrapFetch });
  await screen.findByRole('button', { name: 'Test read-only endpoints' });
  await queryClient.query(meQuery());
  recordCapability('PUT /rooms/{id}', 'works', '200');
  await waitFor(() => expect(row('PUT /rooms/{id}').getByRole('time').textContent).toMatch(/^now$|minutes? ago$/));
});

test('its former path redirects to it', async () => {
  await renderPage('/settings', { routes: settingsRoutes });
  await act(() => navigate('/settings/offers'));
  await screen.findByRole('button', { name: 'Test read-only endpoints' });
  expect(currentLocation().pathname).toBe('/settings/capabilities');
});
