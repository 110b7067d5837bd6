import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { signIn, signOut } from '#src/api/connection.ts';
import { navigate } from '#src/lib/router.ts';
import { updateSettings } from '#src/lib/storage/settings.ts';
import { findToast } from '../render-page.tsx';
import { findInDraft, freshDesk, openDesk, openDrafts, queue } from './render-review-desk.tsx';

beforeEach(freshDesk);

const rows = () =>
  within(queue())
    .getAllByRole('listitem')
    .map((row) => /reply \d/.exec(row.textContent ?? '')?.[0]);
const skipped = () => within(queue()).queryAllByText(/^Skipped/).length;

test('s moves the open draft to the end of the queue, marks it, and opens the next, or the first after the last', async () => {
  const { user } = await openDrafts(3);
  await user.keyboard('s');
  await findInDraft('reply 2');
  await waitFor(() => expect(rows()).toEqual(['reply 2', 'reply 3', 'reply 1']));
  expect(skipped()).toBe(1);
  await screen.findByText('Skipped until later');
  await user.keyboard('s');
  await findInDraft('reply 3');
  await waitFor(() => expect(rows()).toEqual(['reply 3', 'reply 1', 'reply 2']));
  await user.keyboard('s');
  await findInDraft('reply 1');
  await waitFor(() => expect(rows()).toEqual(['reply 1', 'reply 2', 'reply 3']));
  await user.keyboard('jj');
  await findInDraft('reply 3');
  await user.keyboard('s');
  await findInDraft('reply 1');

  // In other tabs and orders, drafts keep their places and cannot be skipped.
  await navigate('/review?sort=-created_at_unix');
  await waitFor(() => expect(rows()).toEqual(['reply 3', 'reply 2', 'reply 1']));
  await user.keyboard('s');
  await findToast('Only drafts in review can be skipped.');
});

test('the only draft left cannot be skipped', async () => {
  const { user } = await openDrafts(1);
  await user.keyboard('s');
  await findToast('This is the only draft left to review.');
  expect(skipped()).toBe(0);
});

test('skipped drafts survive a reload, but a draft decided and undone is no longer skipped', async () => {
  updateSettings({ undoSeconds: 30 });
  const { user, unmount } = await openDrafts(3);
  await user.keyboard('s');
  await waitFor(() => expect(rows()).toEqual(['reply 2', 'reply 3', 'reply 1']));
  unmount();
  const again = await openDesk('/review', 'reply 2');
  expect(rows()).toEqual(['reply 2', 'reply 3', 'reply 1']);
  await again.user.keyboard('jj');
  await findInDraft('reply 1');
  await again.user.keyboard('a');
  await waitFor(() => expect(rows()).toEqual(['reply 2', 'reply 3']));
  await again.user.keyboard('z');
  await waitFor(() => expect(rows()).toEqual(['reply 1', 'reply 2', 'reply 3']));
  expect(skipped()).toBe(0);
});

test('drafts skipped by one user keep their places for another', async () => {
  const { user, service, unmount } = await openDrafts(3);
  await user.keyboard('s');
  await waitFor(() => expect(skipped()).toBe(1));
  unmount();
  signOut();
  signIn(service.origin, service.tokens.supervisor);
  await openDesk('/review', 'reply 1', { role: 'supervisor' });
  await waitFor(() => expect(rows()).toEqual(['reply 1', 'reply 2', 'reply 3']));
});
