import { waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { updateSettings } from '#src/lib/storage/settings.ts';
import { aDraft, aRoom } from '#test/builders.ts';
import { freshDesk, openDrafts, queue } from './render-review-desk.tsx';

beforeEach(freshDesk);

const isNew = (text: string) => within(queue()).getByText(text).closest('a')?.textContent?.startsWith('New') ?? false;

/** Opens two drafts; `write` adds one that is `seconds` newer than now. */
async function openTwo() {
  const page = await openDrafts(2);
  const write = async (message_content: string, seconds: number) => {
    const created_at_unix = Math.floor(Date.now() / 1000) + seconds;
    const room = await aRoom(page.service.db, { name: `About ${message_content}` });
    await aDraft(page.service.db, { room_id: room.id, message_content, created_at_unix });
  };
  return { ...page, write };
}

test('drafts loaded by . are marked as new until they are opened or . is pressed again', async () => {
  updateSettings({ pollSeconds: 5 });
  const { user, write } = await openTwo();
  await write('news 1', 60);
  await write('news 2', 61);
  await within(queue()).findByRole('button', { name: '2 new' });
  await user.keyboard('.');
  await within(queue()).findByText('news 2');
  await waitFor(() => expect(['reply 2', 'news 1', 'news 2'].map(isNew)).toEqual([false, true, true]));

  await user.keyboard('jj');
  await waitFor(() => expect(isNew('news 1')).toBe(false));
  await user.keyboard('k');
  expect(['news 1', 'news 2'].map(isNew)).toEqual([false, true]);

  await write('news 3', 62);
  await within(queue()).findByRole('button', { name: '1 new' });
  await user.keyboard('.');
  await within(queue()).findByText('news 3');
  await waitFor(() => expect(['news 1', 'news 2', 'news 3'].map(isNew)).toEqual([false, false, true]));
});

test('drafts seen are no longer new when . is pressed again within the same second', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: 1000 * Math.floor(Date.now() / 1000) });
  const { user, write } = await openTwo();
  await write('news 1', 60);
  vi.setSystemTime(Date.now() + 100);
  await user.keyboard('.');
  await within(queue()).findByText('news 1');
  await waitFor(() => expect(isNew('news 1')).toBe(true));
  vi.setSystemTime(Date.now() + 100);
  await user.keyboard('.');
  await waitFor(() => expect(isNew('news 1')).toBe(false));
});

test('search results are not marked as new', async () => {
  const { user } = await openDrafts(3, '/review?filter[content_or_room_name_like]=reply+2', { text: 'reply 2' });
  await user.click(within(queue()).getByText('reply 2'));
  await user.keyboard('/');
  await user.keyboard('{Escape}');
  await within(queue()).findByText('reply 3');
  expect(['reply 1', 'reply 2', 'reply 3'].map(isNew)).toEqual([false, false, false]);
});
