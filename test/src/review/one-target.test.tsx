import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { currentLocation, navigate } from '#src/lib/router.ts';
import { updateSettings } from '#src/lib/storage/settings.ts';
import { outbox } from '#src/outbox/outbox-store.ts';
import { findToast } from '../render-page.tsx';
import {
  chosen,
  findInDraft,
  freshDesk,
  nothingIsDecided,
  type openDesk,
  openDrafts,
  queue,
} from './render-review-desk.tsx';

beforeEach(freshDesk);

const selectionBar = () => screen.queryByRole('group', { name: 'Selected drafts' });
const searchBox = () => screen.getByRole('searchbox', { name: 'Search text or room' });
const rows = () => within(queue()).getAllByRole('listitem');

/** Opens the first of twelve drafts; "reply 1" finds it and three others, "reply 12" only the last one. */
async function openFirstOfTwelve() {
  const page = await openDrafts(12, ([first]) => `/review/${first?.id}`);
  await waitFor(() => expect(rows()).toHaveLength(12));
  return page;
}

test('a search leaves a draft that it finds open, else opens the first one, and without any there is none to decide', async () => {
  const { user, drafts } = await openFirstOfTwelve();
  await user.keyboard('jj');
  await waitFor(() => expect(currentLocation().pathname).toBe(`/review/${drafts[2]?.id}`));
  await user.type(searchBox(), 'reply 3');
  await waitFor(() => expect(rows()).toHaveLength(1));
  expect(currentLocation().pathname).toBe(`/review/${drafts[2]?.id}`);
  await findInDraft('reply 3');

  await user.clear(searchBox());
  await user.type(searchBox(), 'reply 12');
  await findInDraft('reply 12');
  expect(rows()).toHaveLength(1);
  await waitFor(() => expect(currentLocation().pathname).toBe(`/review/${drafts[11]?.id}`));
  expect(document.activeElement).toBe(searchBox());

  await user.clear(searchBox());
  await user.type(searchBox(), 'no such text');
  await within(queue()).findByText('No drafts match these filters');
  await waitFor(() => expect(within(chosen()).queryByRole('article')).toBeNull());
  searchBox().blur();
  await user.keyboard('a');
  nothingIsDecided();
});

test('keys act on the selected drafts rather than on the open one', async () => {
  const { user, drafts, rowOf } = await openFirstOfTwelve();
  await user.type(searchBox(), 'reply 1');
  await waitFor(() => expect(rows()).toHaveLength(4));
  searchBox().blur();
  await user.keyboard('jx');
  await user.keyboard('jx');
  await user.keyboard('k');
  await user.keyboard('k');
  await waitFor(() => expect(currentLocation().pathname).toBe(`/review/${drafts[0]?.id}`));
  await user.keyboard('a');
  const dialog = within(await screen.findByRole('dialog', { name: 'Approve 2 drafts' }));
  nothingIsDecided();
  await user.click(dialog.getByRole('button', { name: 'Approve 2' }));
  await findToast('Approved 2 drafts');
  expect((await rowOf(1)).status).toBe('in_review');
  expect((await rowOf(10)).status).toBe('approved');
  expect((await rowOf(11)).status).toBe('approved');
});

test('keys and buttons name the selection they act on, e says why it cannot, and Escape clears it first', async () => {
  const { user, drafts } = await openFirstOfTwelve();
  await user.keyboard('xe');
  expect(within(chosen()).queryByRole('textbox')).toBeNull();
  await findToast('Only one draft can be edited. Clear the selection first.');
  await user.keyboard('jxr');
  await screen.findByRole('dialog', { name: 'Reject 2 drafts' });
  expect(within(chosen()).queryByRole('textbox', { name: /Reason/ })).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Cancel' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  const bar = within(within(chosen()).getByRole('group', { name: 'Decision' }));
  expect(within(chosen()).queryByRole('button', { name: 'Edit' })).toBeNull();
  await user.click(await bar.findByRole('button', { name: 'Approve 2' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Approve 2 drafts' }));
  expect(bar.getAllByRole('button').map(({ textContent }) => textContent)).toEqual(['Reject 2R', 'Approve 2A']);
  await user.click(dialog.getByRole('button', { name: 'Cancel' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());

  expect(selectionBar()).not.toBeNull();
  await user.keyboard('{Escape}');
  await waitFor(() => expect(selectionBar()).toBeNull());
  expect(currentLocation().pathname).toBe(`/review/${drafts[1]?.id}`);
  await user.keyboard('{Escape}');
  await waitFor(() => expect(currentLocation().pathname).toBe('/review'));
});

test('the buttons stay hidden while a form is open, even with a selection', async () => {
  const { user } = await openFirstOfTwelve();
  await user.keyboard('e');
  await within(chosen()).findByRole('textbox');
  await user.click(within(queue()).getByRole('checkbox', { name: 'Select Room 3' }));
  await waitFor(() => expect(selectionBar()).not.toBeNull());
  expect(within(within(chosen()).getByRole('group', { name: 'Decision' })).queryByRole('button')).toBeNull();
});

test.each([
  [
    'another tab',
    (user: Awaited<ReturnType<typeof openDesk>>['user']) => user.click(screen.getByRole('link', { name: 'All' })),
  ],
  ['a search', (user: Awaited<ReturnType<typeof openDesk>>['user']) => user.type(searchBox(), 'reply')],
])('%s clears the selection for good', async (_, leave) => {
  const { user } = await openFirstOfTwelve();
  await user.keyboard('x');
  await waitFor(() => expect(selectionBar()).not.toBeNull());
  await leave(user);
  await waitFor(() => expect(currentLocation().search).not.toBe(''));
  await waitFor(() => expect(selectionBar()).toBeNull());
  await navigate('/review');
  await waitFor(() => expect(rows()).toHaveLength(12));
  expect(selectionBar()).toBeNull();
});

test('a link opens a draft that is not listed, whose pending decision names its room', async () => {
  updateSettings({ undoSeconds: 30 });
  const { user, drafts } = await openDrafts(1, ([draft]) => `/review/${draft?.id}?filter[status]=approved`);
  expect(currentLocation().pathname).toBe(`/review/${drafts[0]?.id}`);
  await user.keyboard('a');
  await waitFor(() => expect(outbox.get()).toMatchObject([{ label: 'Room 1' }]));
  await user.keyboard('z');
});
