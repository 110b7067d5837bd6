import { act, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { queryClient } from '#src/api/query-client.ts';
import { delay } from '#src/lib/delay.ts';
import { currentLocation } from '#src/lib/router.ts';
import { pageActions } from '#src/page/page-actions.ts';
import { mineRoutes } from '#src/routes.tsx';
import { aDraft, aResolvedDraft, aRoom } from '#test/builders.ts';
import { answering, refusal } from '#test/src/answering.ts';
import { asPhone } from '../as-phone.ts';
import { findOption, findPicker } from '../find-picker.ts';
import { holdTime } from '../hold-long-timers.ts';
import { findToast, startService } from '../render-page.tsx';
import { list, show, showDrafts, startWithDrafts } from './my-drafts.tsx';

const texts = async () =>
  within(await list())
    .getAllByRole('link')
    .map((link) => link.children[1]?.textContent);

test('unread verdicts are shown first, the tabs list the other drafts, and the slash key searches', async () => {
  const { user } = await showDrafts();
  expect(await texts()).toEqual(['too long a text', 'better words']);
  await waitFor(() => expect(screen.getByRole('link', { name: /^Unread/ }).textContent).toBe('Unread2'));
  // The class marks rows while they are stale.
  for (const link of within(await list()).getAllByRole('link')) expect(link.classList).toContain('row');
  await user.keyboard('u');
  await findToast('Nothing to go back to.');

  for (const [tab, expected] of [
    ['In review', ['still waiting']],
    ['Approved', ['better words', 'known']],
    ['Rejected', ['too long a text']],
    ['All', ['known', 'better words', 'too long a text', 'still waiting']],
  ] as const) {
    await user.click(screen.getByRole('link', { name: tab }));
    await waitFor(async () => expect(new Set(await texts())).toEqual(new Set(expected)));
  }
  await user.keyboard('/known');
  await waitFor(async () => expect(await texts()).toEqual(['known']));
  await user.keyboard(' to no one');
  expect(await screen.findByText('No drafts match your search')).toBeTruthy();
});

test('opening a verdict shows who decided and why, and marks it read without removing its row', async () => {
  const { user, rejected, areRead } = await showDrafts();
  await user.click(await screen.findByRole('link', { name: /too long a text/ }));
  const draft = within(await screen.findByRole('article', { name: 'Draft' }));
  expect(draft.getByText('Shorter, please')).toBeTruthy();
  expect(draft.getByText(/by Sam reviewer/)).toBeTruthy();
  expect(currentLocation().pathname).toBe(`/mine/${rejected.id}`);

  await waitFor(async () => expect(await areRead()).toEqual([true, false]));
  await queryClient.refetchQueries();
  expect(await texts()).toEqual(['too long a text', 'better words']);
  const line = within(await list()).getByRole('link', { name: /too long a text/ });
  expect(line.textContent).toContain('Blue Heron');
  await waitFor(() => expect(line.textContent).not.toContain('Unread'));
});

test('the dot key refreshes the list and says so; a refused refresh is reported above it until one succeeds', async () => {
  const { service, room } = await startWithDrafts();
  let isRefused = false;
  const { user } = await show('/mine', {
    wrapFetch: answering((url) => isRefused && /draft_messages\?.*page\[size\]=50/.test(url) && refusal(500)),
  });
  await list();
  isRefused = true;
  await user.keyboard('.');
  expect(await screen.findByText('Not up to date')).toBeTruthy();
  expect(await texts()).toHaveLength(2);
  isRefused = false;
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  await waitFor(() => expect(screen.queryByText('Not up to date')).toBeNull());
  const { agent, reviewer } = service.userIds;
  const late = { created_user_id: agent, room_id: room.id, message_content: 'decided just now' };
  await aResolvedDraft(service.db, reviewer, late);
  await user.keyboard('.');
  await findToast('The list is up to date.');
  expect(await texts()).toContain('decided just now');
});

test.each([
  ['one request', undefined, 1],
  [
    'one request per verdict at a tenant that cannot mark all at once',
    answering((url) => url.includes('mark_read_all_resolved') && new Response('', { status: 501 })),
    2,
  ],
])('all verdicts are marked read in %s', async (_, wrapFetch, count) => {
  const { user, requests, areRead } = await showDrafts('/mine', { wrapFetch });
  await list();
  await user.click(screen.getByRole('button', { name: 'Mark all read' }));
  await findToast('2 verdicts marked as read');
  expect(await areRead()).toEqual([true, true]);
  expect(requests.filter(({ method }) => method === 'PUT')).toHaveLength(count);
});

test('filters that the page does not have are ignored, and verdicts that it hides can be marked read', async () => {
  const { user, areRead } = await showDrafts('/mine?filter[created_user_id]=1&filter[in_review]=1&sort=colour');
  expect(await texts()).toEqual(['still waiting']);
  expect(await screen.findByText(/Ignored URL parameters: filter\[created_user_id\], sort/)).toBeTruthy();
  const button = screen.getByRole('button', { name: 'Mark all read' });
  await waitFor(() => expect(button.getAttribute('aria-disabled')).not.toBe('true'));
  expect(pageActions().map(({ label }) => label)).toContain('Mark all read');
  await user.click(button);
  await findToast('2 verdicts marked as read');
  expect(await areRead()).toEqual([true, true]);
  await waitFor(() => expect(button.getAttribute('aria-disabled')).toBe('true'));
});

test('while a search hides some verdicts, only the listed ones are marked read', async () => {
  const { user, areRead } = await showDrafts();
  await list();
  await user.keyboard('/too long');
  await waitFor(async () => expect(await texts()).toEqual(['too long a text']));
  await user.click(screen.getByRole('button', { name: 'Mark all read' }));
  await findToast('1 verdict marked as read');
  expect(await areRead()).toEqual([true, false]);
  await waitFor(() =>
    expect(screen.getByRole('button', { name: 'Mark all read' }).getAttribute('aria-disabled')).toBe('true'),
  );
});

test('if the tenant cannot identify the user, the page asks and remembers', async () => {
  await startWithDrafts();
  const refuse = answering(
    (url) => url.includes('current_user') && refusal(400, { code: '102', title: 'Filter not allowed' }),
  );
  const { user, unmount } = await show('/mine', { wrapFetch: refuse });
  await user.type(await findPicker(/Which user are you/), 'agent');
  await user.click(await findOption('Sam agent'));
  expect(await texts()).toHaveLength(2);

  unmount();
  const again = await show('/mine', { wrapFetch: refuse });
  expect(await texts()).toHaveLength(2);
  await again.user.click(screen.getByRole('button', { name: 'Not you?' }));
  expect(await screen.findByRole('combobox', { name: /Which user are you/ })).toBeTruthy();
});

test('an empty list of unread verdicts says so', async () => {
  await show();
  expect(await screen.findByText('You’re up to date – no unread verdicts')).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Show all my drafts' })).toBeTruthy();
});

test('m marks the open verdict as read if opening it failed to', async () => {
  const { rejected, areRead } = await startWithDrafts();
  let isRefused = true;
  const { user } = await show(`/mine/${rejected.id}`, {
    wrapFetch: answering((url) => isRefused && url.endsWith('/mark_read') && new Response('', { status: 500 })),
  });
  const button = await screen.findByRole('button', { name: 'Mark read' });
  expect(button.getAttribute('aria-keyshortcuts')).toBe('m');
  await list();
  isRefused = false;
  await user.keyboard('m');
  await waitFor(async () => expect((await areRead())[0]).toBe(true));
});

test.each([
  ['refuses to mark a verdict', () => new Response('', { status: 500 })],
  ['leaves a marked verdict unread', (unread: () => Promise<Response>) => unread()],
])('a server that %s is asked once, and the button stays', async (_, answer) => {
  const { rejected } = await startWithDrafts();
  let asked = 0;
  await show(`/mine/${rejected.id}`, {
    isStrict: false,
    wrapFetch: (fetch) => async (input, init) => {
      const [record = '', action] = String(input).split('/mark_read');
      if (action !== '') return fetch(input, init);
      asked++;
      await delay(20);
      return answer(() => fetch(record, { ...init, method: 'GET', body: null }));
    },
  });
  await waitFor(() => expect(asked).toBeGreaterThan(0));
  await waitFor(() => expect(queryClient.isMutating()).toBe(0));
  // Effects of the answer, which could ask again, have run.
  await act(async () => undefined);
  expect(queryClient.isMutating()).toBe(0);
  expect(asked).toBe(1);
  expect(screen.getByRole('button', { name: 'Mark read' })).toBeTruthy();
});

test('the next page is read once its link has the focus, and starts at the top', async () => {
  holdTime();
  const service = await startService();
  const room = await aRoom(service.db, { name: 'Blue Heron' });
  for (let number = 1; number <= 60; number++) {
    const message_content = `draft ${number}`;
    await aDraft(service.db, { created_user_id: service.userIds.agent, room_id: room.id, message_content });
  }
  const { user, requests } = await show('/mine?filter[in_review]=1&sort=created_at_unix');
  const reads = () => requests.filter(({ url }) => decodeURIComponent(url).includes('page[number]=2'));
  await screen.findByText('draft 1');
  const scroller = screen.getByRole('region', { name: 'My drafts' });
  scroller.scrollTop = 900;
  act(() => screen.getByRole('link', { name: 'Next page' }).focus());
  await waitFor(() => expect(reads()).toHaveLength(1));
  await user.keyboard('{Enter}');
  await screen.findByText('draft 60');
  expect(scroller.scrollTop).toBe(0);
  expect(reads()).toHaveLength(1);
});

test('in a narrow window a button opens the search, and closes it again', async () => {
  asPhone();
  const { user } = await showDrafts();
  await list();
  const button = screen.getByRole('button', { name: 'Search' });
  expect(button.getAttribute('aria-expanded')).toBe('false');
  await user.click(button);
  expect(document.activeElement).toBe(screen.getByRole('searchbox', { name: 'Search text or room' }));
  await user.keyboard('too long');
  await waitFor(async () => expect(await texts()).toEqual(['too long a text']));
  expect(button.getAttribute('aria-expanded')).toBe('true');
  await user.click(button);
  await waitFor(async () => expect((await texts()).length).toBeGreaterThan(1));
  expect(button.getAttribute('aria-expanded')).toBe('false');
  await user.keyboard('/');
  expect(button.getAttribute('aria-expanded')).toBe('true');
});

test.each(['the key', 'the link'])('%s that closes a draft focuses its row, once the list is shown', async (by) => {
  asPhone();
  const { user } = await showDrafts(({ edited }) => `/mine/${edited.id}?filter[approved]=1`);
  const row = within(await list()).getByRole('link', { name: /better words/ });
  const back = await screen.findByRole('link', { name: 'Back to my drafts' });
  const focusedOn: string[] = [];
  row.addEventListener('focus', () => focusedOn.push(currentLocation().pathname));
  if (by === 'the link') await user.click(back);
  else await user.keyboard('u');
  await waitFor(() => expect(document.activeElement).toBe(row));
  // A narrow window hides the list before, and so cannot focus it.
  expect(focusedOn).toEqual(['/mine']);
});

test.each(['narrow', 'wide'])(
  'opening a draft by key in a %s window leaves the focus where it can be seen',
  async (width) => {
    if (width === 'narrow') asPhone();
    const { user, edited } = await showDrafts();
    const row = within(await list()).getByRole('link', { name: /better words/ });
    row.focus();
    await user.keyboard('o');
    await waitFor(() => expect(currentLocation().pathname).toBe(`/mine/${edited.id}`));
    await screen.findByRole('article', { name: 'Draft' });
    expect(document.activeElement).toBe(width === 'narrow' ? screen.getByRole('main') : row);
  },
);

test('changing the page does not wait for a loader, changing the tab does', () => {
  const runsLoader = (from: string, to: string) =>
    mineRoutes[1]?.shouldRevalidate?.({
      currentUrl: new URL(from, location.origin),
      currentParams: {},
      nextUrl: new URL(to, location.origin),
      nextParams: {},
      defaultShouldRevalidate: true,
    });
  expect(runsLoader('/mine', '/mine?page%5Bnumber%5D=2')).toBe(false);
  expect(runsLoader('/mine?sort=-created_at_unix&page%5Bnumber%5D=2', '/mine?sort=-created_at_unix')).toBe(false);
  expect(runsLoader('/mine', '/mine?filter%5Bapproved%5D=1')).toBe(true);
});
