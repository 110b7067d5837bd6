import { act, screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { currentLocation, navigate } from '#src/lib/router.ts';
import { roomListRoutes } from '#src/routes.tsx';
import { aRoom } from '#test/builders.ts';
import { renderPage, startService } from '../render-page.tsx';
import { tableLinks } from '../table-links.ts';

const box = () => screen.getByRole<HTMLInputElement>('searchbox');
const searched = () => new URLSearchParams(currentLocation().search).get('filter[name_like]');
const addressHas = (text: string | null) => waitFor(() => expect(searched()).toBe(text));

async function showRooms(...names: string[]) {
  const { db } = await startService();
  for (const name of names) await aRoom(db, { name });
  const page = await renderPage('/rooms?sort=id', { routes: roomListRoutes });
  await screen.findByRole('link', { name: names[0] ?? '' });
  return page;
}

test('a focused search follows Back and Forward, and typing goes on from there', async () => {
  const { user } = await showRooms('Harbour', 'Desk');
  await act(() => navigate('/rooms?sort=name'));
  await user.keyboard('/desk');
  await addressHas('desk');
  await act(() => navigate(-1));
  await screen.findByRole('link', { name: 'Harbour' });
  await waitFor(() => expect(box().value).toBe(''));
  expect(document.activeElement).toBe(box());
  await act(() => navigate(1));
  await waitFor(() => expect(box().value).toBe('desk'));
  await user.keyboard('{Backspace}');
  await addressHas('des');
  await waitFor(() => expect(tableLinks()).toEqual(['Desk']));
  expect(box().value).toBe('des');
});

test('a search keeps the spaces that are typed, also those that the address leaves out', async () => {
  const { user } = await showRooms('Old harbour', 'Desk');
  await user.keyboard('/h');
  await addressHas('h');
  await user.tripleClick(box());
  await user.keyboard(' ');
  await addressHas(null);
  expect(box().value).toBe(' ');
  await user.keyboard('harbour, ');
  await addressHas('" harbour, "');
  expect(box().value).toBe(' harbour, ');
});
