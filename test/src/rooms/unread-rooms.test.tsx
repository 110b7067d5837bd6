import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { aMessage, aRoom } from '#test/builders.ts';
import { startService } from '../render-page.tsx';
import { tableLinks } from '../table-links.ts';
import { show } from './list-of-rooms.ts';

const next = () => screen.queryByRole('link', { name: 'Next page' });

test('unread rooms that are marked as read make room for the others, page by page and to the last', async () => {
  const { db, userIds } = await startService();
  for (let n = 1; n <= 7; n++) {
    const room = await aRoom(db, { name: `Room ${n}` }, [userIds.admin]);
    await aMessage(db, { room_id: room.id, content: `Hello ${n}` }, false);
  }
  const { user } = await show(`/rooms?filter[sort_unread_read_for_user_id]=${userIds.admin}&page[size]=3`);
  await screen.findByRole('link', { name: 'Unread 7' });
  await waitFor(() => expect(tableLinks()).toHaveLength(3));
  for (let left = 6; left > 0; left--) {
    const name = tableLinks()[0] ?? '';
    await user.keyboard('jm');
    await waitFor(() => expect(tableLinks()).not.toContain(name));
    await screen.findByRole('link', { name: `Unread ${left}` });
    await waitFor(() => expect(tableLinks()).toHaveLength(Math.min(3, left)));
    // A full page can be the last one, which only the page after it tells.
    await waitFor(() => expect(next() !== null).toBe(left >= 3));
  }
  await user.keyboard('jm');
  await screen.findByText('No unread messages in your rooms');
});
