import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { queryClient } from '#src/api/query-client.ts';
import { preloadLazyChunks } from '#src/features/review-queue/lazy-components.ts';
import { aResolvedDraft, aRoom } from '#test/builders.ts';
import { answering, ignoringPageNumbers, type Middleware, refusal, rewriting } from '#test/src/answering.ts';
import { renderPage, startService } from '../render-page.tsx';
import {
  chosen,
  deskRoutes,
  findInDraft,
  freshDesk,
  manyDrafts,
  openDesk,
  openDrafts,
  queue,
} from './render-review-desk.tsx';

/** Fake `performance.now()`, advanced by the tests. It never goes back: reads overlay the writes of the last minute. */
let clock = performance.now();

beforeEach(() => {
  clock += 120_000;
  vi.spyOn(performance, 'now').mockImplementation(() => clock);
  freshDesk();
});

/** Opens three drafts and approves them after 4, 9 and 30 seconds of reading each. */
async function decideThree(page: Awaited<ReturnType<typeof openDesk>>) {
  for (const [index, seconds] of [4, 9, 30].entries()) {
    await findInDraft(`reply ${index + 1}`);
    clock += seconds * 1000;
    await page.user.keyboard('a');
  }
  await within(chosen()).findByText('All caught up – nothing to review');
}

test('the end of the queue shows the number of today’s decisions and of waiting visitors', async () => {
  const service = await startService();
  const { reviewer, supervisor, agent } = service.userIds;
  await manyDrafts(service, 3);
  const now = Math.floor(Date.now() / 1000);
  const yesterday = Math.floor(new Date().setHours(0, 0, 0, 0) / 1000) - 60;
  await aResolvedDraft(service.db, reviewer, { created_user_id: agent, resolved_time_unix: now });
  await aResolvedDraft(service.db, reviewer, { created_user_id: agent, resolved_time_unix: yesterday });
  await aResolvedDraft(service.db, supervisor, { created_user_id: agent, resolved_time_unix: now });
  for (const name of ['Ana', 'Ben']) await aRoom(service.db, { name, awaiting_support: 1, awaiting_since_unix: now });
  const page = await openDesk('/review', 'reply 1');
  await decideThree(page);
  await within(chosen()).findByText('4 decided today, median 9 s');
  const link = await within(chosen()).findByRole('link', { name: /2 visitors are waiting.*Watch/ });
  expect(link.getAttribute('href')).toBe('/watch');
  expect(within(queue()).queryByText(/All caught up/)).toBeNull();
});

test('if the service does not name the user, the end of the queue counts this browser’s decisions', async () => {
  const service = await startService();
  await manyDrafts(service, 3);
  const page = await openDesk('/review', 'reply 1', {
    wrapFetch: answering((url) => url.includes('/users') && refusal(404)),
  });
  await decideThree(page);
  await within(chosen()).findByText('3 decided today, median 9 s');
  expect(within(chosen()).queryByRole('link', { name: /waiting/ })).toBeNull();
});

test('the count of today’s decisions has each draft once, also if the server ignores the page number', async () => {
  await preloadLazyChunks();
  const { db, userIds } = await startService();
  const decision = { created_user_id: userIds.agent, resolved_time_unix: Math.floor(Date.now() / 1000) };
  for (let count = 1; count <= 5; count++) await aResolvedDraft(db, userIds.reviewer, decision);
  const wrapFetch = ignoringPageNumbers((url) => url.includes('resolved_user_id'), 2);
  await renderPage('/review', { routes: deskRoutes, role: 'reviewer', wrapFetch });
  expect((await screen.findByText(/decided today/)).textContent).toMatch(/review2[+] decided today$/);
});

test('without decisions today, the end of the queue shows no count', async () => {
  await preloadLazyChunks();
  await renderPage('/review', { routes: deskRoutes, role: 'reviewer' });
  await screen.findByText('All caught up – nothing to review');
  expect(chosen().textContent).not.toMatch(/decided/);
});

test('the page title shows the number of drafts in review', async () => {
  const { user } = await openDrafts(3);
  await waitFor(() => expect(document.title).toMatch(/^\(3\) Review · /));
  await user.click(screen.getByRole('link', { name: 'Approved' }));
  await waitFor(() => expect(document.title).toMatch(/^Review · /));
});

test('a server that sends the same page for every number is not read forever', async () => {
  const firstPage = rewriting(
    (url) => url.includes('page[number]'),
    ({ data, included }, url) => ({ data, included, links: { next: url.replace(/[?].*/, '?page[after]=x') } }),
  );
  const wrapFetch: Middleware = (fetch) =>
    firstPage((input, init) => fetch(decodeURIComponent(String(input)).replace(/page\[number\]=\d+&?/, ''), init));
  const { user, requests, rowOf } = await openDrafts(3, '/review', { wrapFetch });
  await user.keyboard('a');
  await findInDraft('reply 2');
  await waitFor(async () => expect((await rowOf(1)).status).toBe('approved'));
  await waitFor(() => expect(queryClient.isFetching()).toBe(0));
  const pages = requests.filter(({ url }) => /filter%5Bin_review%5D=1&sort=created_at_unix&include=room/.test(url));
  expect(pages.length).toBeLessThan(8);
});
