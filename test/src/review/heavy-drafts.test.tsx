import { screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { aDraft, aRoom } from '#test/builders.ts';
import type { TestService } from '#test/service.ts';
import { startService } from '../render-page.tsx';
import { freshDesk, openDesk } from './render-review-desk.tsx';

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
