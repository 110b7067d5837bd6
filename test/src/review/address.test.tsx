import { screen, waitFor, within } from '@testing-library/react';
import { Outlet } from 'react-router';
import { beforeEach, expect, test, vi } from 'vitest';
import { Palette } from '#src/app/palette.tsx';
import { currentLocation, isNavigating, navigate } from '#src/lib/router.ts';
import { aDraft, aRoom } from '#test/builders.ts';
import { findToast, renderPage, startService } from '../render-page.tsx';
import { chosen, deskRoutes, freshDesk, manyDrafts, openDesk, openDrafts, queue } from './render-review-desk.tsx';

beforeEach(freshDesk);

const shownOrder = () => {
  const select = screen.getByRole<HTMLSelectElement>('combobox', { name: 'Order' });
  return select.selectedOptions[0]?.textContent;
};

test('the order is that of the address', async () => {
  await manyDrafts(await startService(), 1);
  await renderPage('/review', { routes: deskRoutes, role: 'reviewer' });
  await screen.findByRole('combobox', { name: 'Order' });
  for (const [search, words] of [
    ['', 'Most urgent'],
    ['?sort=created_at_unix&filter[in_review]=1', 'Oldest first'],
    ['?filter[in_review]=1&sort=-updated_at_unix', 'Custom order'],
    ['?filter[approved]=1', 'Oldest first'],
    ['?filter[approved]=1&sort=-resolved_time_unix', 'Latest decision'],
    ['?sort=status,-created_at_unix', 'Custom order'],
  ]) {
    await navigate(`/review${search}`);
    await waitFor(() => expect([search, shownOrder()]).toEqual([search, words]));
  }
});

test('an unknown filter is not sent, but reported as ignored', async () => {
  await openDrafts(1, '/review?filter[colour]=blue');
  expect(await screen.findByText(/Ignored URL parameters: filter\[colour\]/)).toBeTruthy();
});

test('a click opens a draft in one navigation, whichever way the address is written', async () => {
  const { user } = await openDrafts(2, '/review?filter[in_review]=1');
  const writes = [vi.spyOn(history, 'pushState'), vi.spyOn(history, 'replaceState')];
  await user.click(within(queue()).getAllByRole('link')[1] ?? document.body);
  await waitFor(() => expect(currentLocation().pathname).toMatch(/^\/review\/\d+$/));
  await waitFor(() => expect(isNavigating()).toBe(false));
  expect(writes.flatMap(({ mock }) => mock.calls)).toHaveLength(1);
});

test('Escape in the search clears the text and its filter, then leaves it', async () => {
  const { user } = await openDrafts(3);
  const search = screen.getByRole<HTMLInputElement>('searchbox', { name: 'Search text or room' });
  await user.type(search, 'reply 2');
  await waitFor(() => expect(within(queue()).getAllByRole('listitem')).toHaveLength(1));
  await user.keyboard('{Escape}');
  expect(search.value).toBe('');
  expect(document.activeElement).toBe(search);
  await waitFor(() => expect(within(queue()).getAllByRole('listitem')).toHaveLength(3));
  expect(currentLocation().search).toBe('');
  await user.keyboard('{Escape}');
  expect(document.activeElement).not.toBe(search);
});

test('the count of other drafts in review matches the list that it opens, even if the queue is filtered', async () => {
  const service = await startService();
  const room = await aRoom(service.db, { name: 'Anna · parcel' });
  for (const text of ['first boat', 'second boat', 'third'])
    await aDraft(service.db, { room_id: room.id, message_content: text, created_user_id: service.userIds.agent });
  const { user } = await openDesk('/review?filter[content_or_room_name_like]=boat', 'first boat');
  await user.click(await within(chosen()).findByText('2 more drafts in review'));
  await waitFor(() =>
    expect(within(chosen()).getAllByRole('listitem', { name: 'Draft by Sam agent' })).toHaveLength(3),
  );
});

test('"Copy link" copies the URL of the shown draft, even if the current URL does not name it', async () => {
  const { user, drafts } = await openDrafts(2);
  await user.click(await within(chosen()).findByRole('button', { name: 'Copy link' }));
  await findToast('Link copied');
  const link = `${location.origin}/review/${drafts[0]?.id}`;
  expect(await navigator.clipboard.readText()).toBe(link);
  // If the browser does not allow copying, a message shows the link.
  vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new DOMException('', 'NotAllowedError'));
  document.execCommand = () => false;
  await user.click(within(chosen()).getByRole('button', { name: 'Copy link' }));
  await findToast('This browser doesn’t allow copying. The link is:');
  await screen.findByText(link);
});

test('the palette copies the link as well', async () => {
  const [draft] = await manyDrafts(await startService(), 2);
  const Desk = () => (
    <>
      <Outlet />
      <Palette onClose={() => undefined} />
    </>
  );
  const { user } = await openDesk('/review', 'reply 1', { routes: [{ Component: Desk, children: deskRoutes }] });
  await user.type(await screen.findByRole('combobox', { name: 'Search or run a command' }), 'copy');
  await user.click(await screen.findByRole('option', { name: 'Copy link' }));
  await findToast('Link copied');
  expect(await navigator.clipboard.readText()).toBe(`${location.origin}/review/${draft?.id}`);
});

test('choosing an order keeps the tab and the open draft', async () => {
  const [draft] = await manyDrafts(await startService(), 2);
  const path = `/review/${draft?.id}`;
  const { user } = await openDesk(path, 'reply 1');
  await user.selectOptions(screen.getByRole('combobox', { name: 'Order' }), 'Newest first');
  await waitFor(() => expect(shownOrder()).toBe('Newest first'));
  expect(screen.getByRole('link', { name: 'In review' }).getAttribute('aria-current')).toBe('page');
  expect(currentLocation().pathname).toBe(path);
});
