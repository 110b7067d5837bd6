import { screen, waitFor } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { roomListRoutes } from '#src/routes.tsx';
import { aRoom } from '#test/builders.ts';
import { answering } from '#test/src/answering.ts';
import { findToast, renderPage, startService } from '../../render-page.tsx';

/** Exports rooms that fill two pages; the second is refused once, with `Retry-After`. */
async function exportFromBusyServer(seconds: number) {
  const { db } = await startService();
  for (let number = 1; number <= 105; number++) await aRoom(db, { name: `Room ${number}` });
  const createObjectURL = vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:rooms');
  vi.spyOn(URL, 'revokeObjectURL').mockImplementation(() => {});
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => {});
  const asked: string[] = [];
  const { user } = await renderPage('/rooms', {
    routes: roomListRoutes,
    wrapFetch: answering((url) => {
      const [page] = /page\[number\]=\d+&page\[size\]=100/.exec(url) ?? [];
      if (page) asked.push(page);
      const headers = { 'Retry-After': String(seconds) };
      return asked.length === 2 && page !== undefined && new Response('{"errors":[]}', { status: 429, headers });
    }),
  });
  await screen.findByRole('link', { name: 'Room 105' });
  await user.click(screen.getByRole('button', { name: 'Columns' }));
  await user.click(await screen.findByRole('button', { name: 'Export CSV' }));
  return { user, asked, createObjectURL };
}

test('an export waits for a busy server, and goes on from the page that was refused', async () => {
  const { asked } = await exportFromBusyServer(1);
  // The service has a room of its own.
  await findToast('Exported 106 rows');
  expect(asked.map((page) => page[13])).toEqual(['1', '2', '2']);
});

test('an export that waits for a busy server can be cancelled', async () => {
  const { user, asked, createObjectURL } = await exportFromBusyServer(60);
  await waitFor(() => expect(asked).toHaveLength(2));
  await user.click(screen.getByRole('button', { name: 'Cancel' }));
  await findToast('Export cancelled');
  expect(createObjectURL).not.toHaveBeenCalled();
});
