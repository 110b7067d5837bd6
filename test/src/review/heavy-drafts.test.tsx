import { act, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { queryClient } from '#src/api/query-client.ts';
import { delay } from '#src/lib/delay.ts';
import { aDraft, aRoom } from '#test/builders.ts';
import type { TestService } from '#test/service.ts';
import { answering, refusal } from '../answering.ts';
import { startService } from '../render-page.tsx';
import { freshDesk, manyDrafts, openDesk } from './render-review-desk.tsx';

beforeEach(freshDesk);

/** The first 100 drafts together exceed the limit of a response, which is 16 MiB; the 101st is an ordinary one. */
async function heavyDrafts({ db, userIds }: TestService) {
  const room = await aRoom(db, { name: 'Blue Heron' });
  const settings = JSON.stringify({ text: 'x'.repeat(180_000) });
  for (let count = 1; count <= 100; count++) {
    await aDraft(db, {
      room_id: room.id,
      created_user_id: userIds.agent,
      message_content: `heavy ${count}`,
      settings,
    });
  }
  await aDraft(db, { room_id: room.id, created_user_id: userIds.agent, message_content: 'light' });
}

test('the queue loads drafts that are too large for one response, and the next page', async () => {
  await heavyDrafts(await startService());
  const { requests } = await openDesk('/review', 'heavy 1');
  const pages = () =>
    requests
      .map(({ url }) => new URL(url).searchParams)
      .filter((query) => query.has('filter[in_review]') && query.get('page[size]') !== '1')
      .map((query) => `${query.get('page[number]')} of ${query.get('page[size]')}`);
  await waitFor(() => expect(pages()).toContain('2 of 100'));
  expect(pages()).toContain('2 of 50');
  expect(screen.queryByRole('alert')).toBeNull();
});

test('a next page that fails is not requested again until “Try again”', async () => {
  const { db, userIds } = await startService();
  const room = await aRoom(db, { name: 'Blue Heron' });
  const newDraft = () => aDraft(db, { room_id: room.id, created_user_id: userIds.agent, message_content: 'a reply' });
  const { id } = await newDraft();
  for (let count = 2; count <= 101; count++) await newDraft();
  let [asked, isRefused] = [0, true];
  const { user } = await openDesk(`/review/${id}`, 'a reply', {
    isStrict: false,
    wrapFetch: answering(
      (url) =>
        /\?filter\[in_review\]=1&.*page\[number\]=2/.test(url) &&
        ++asked > 0 &&
        isRefused &&
        delay(20).then(() => refusal(500)),
    ),
  });
  await screen.findByText(/Showing data as of/);
  await user.keyboard('x');
  // Only within the bar: the buttons of all rows would take seconds.
  const bar = within(await screen.findByRole('group', { name: 'Selected drafts' }));
  const all = await bar.findByRole('button', { name: 'Select all you can decide' });
  await waitFor(() => expect(queryClient.isFetching()).toBe(0));
  // Effects of the failure, which could ask again, have run.
  await act(async () => undefined);
  expect(queryClient.isFetching()).toBe(0);
  expect(asked).toBe(1);
  expect(all.getAttribute('aria-disabled')).toBe('true');

  isRefused = false;
  await user.click(screen.getByText('Try again'));
  await user.click(await bar.findByRole('button', { name: 'Select all 101' }));
  expect(await bar.findByText('101 selected')).toBeTruthy();
  expect(asked).toBe(2);
});

test('Escape also cancels “Select all” while it loads the other pages', async () => {
  const [draft] = await manyDrafts(await startService(), 101);
  let held = Promise.resolve();
  const { user } = await openDesk(`/review/${draft?.id}`, 'reply 1', {
    wrapFetch: answering((url) => url.includes('page[number]=2') && held),
  });
  const { promise, resolve } = Promise.withResolvers<void>();
  held = promise;
  await user.keyboard('.x');
  await user.click(await screen.findByRole('button', { name: 'Select all you can decide' }));
  await user.keyboard('{Escape}');
  resolve();
  await waitFor(() => expect(queryClient.isFetching()).toBe(0));
  await act(async () => undefined);
  expect(screen.queryByRole('group', { name: 'Selected drafts' })).toBeNull();
});
