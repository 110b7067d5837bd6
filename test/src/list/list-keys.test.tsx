import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { clientRoutes, roomListRoutes } from '#src/routes.tsx';
import { aClient, aRoom } from '#test/builders.ts';
import { deleteRows } from '../delete-rows.ts';
import { holdLongTimers } from '../hold-long-timers.ts';
import { renderPage, startService } from '../render-page.tsx';
import { tableLinks } from '../table-links.ts';
import { withOutbox } from '../with-outbox.tsx';

const routes = withOutbox([...clientRoutes, ...roomListRoutes]);
const focused = () => document.activeElement?.textContent;

/** Shows pages of 25 clients, sorted by title. */
async function showClients(count: number) {
  holdLongTimers();
  const { db } = await startService();
  for (let n = 1; n <= count; n++) await aClient(db, { title: `Client ${String(n).padStart(2, '0')}`, code: `c${n}` });
  const page = await renderPage('/clients?sort=title', { routes });
  await screen.findByRole('link', { name: 'Client 01' });
  return page;
}

test.each([40, 60])('J and K start at the first row of the next page, of %i rows', async (count) => {
  const { user } = await showClients(count);
  await user.keyboard('j'.repeat(24));
  expect(focused()).toBe('Client 24');
  await user.click(screen.getByRole('link', { name: 'Next page' }));
  await waitFor(() => expect(tableLinks()[0]).toBe('Client 26'));
  await user.keyboard('j');
  expect(focused()).toBe('Client 26');
  await user.keyboard('j');
  expect(focused()).toBe('Client 27');
});

test.each(['j', 'k'])('%s starts at the first match of a search', async (key) => {
  const { db } = await startService();
  for (let n = 1; n <= 9; n++) await aRoom(db, { name: `Room ${n}` });
  for (let n = 1; n <= 4; n++) await aRoom(db, { name: `Desk ${n}` });
  const { user } = await renderPage('/rooms?sort=id', { routes });
  await screen.findByRole('link', { name: 'Room 1' });
  await user.keyboard('jjj/Desk{Enter}');
  await waitFor(() => expect(tableLinks()).toHaveLength(4));
  await user.keyboard(key);
  expect(focused()).toBe('Desk 1');
});

test('the row after a removed one takes its place for J and K, and there is one at the ends as well', async () => {
  const { user } = await showClients(5);
  const remove = async (name: string) => {
    await user.keyboard('{Escape}');
    await deleteRows(user, name);
    await waitFor(() => expect(tableLinks()).not.toContain(name));
  };
  await user.keyboard('jj');
  await remove('Client 02');
  await user.keyboard('j');
  expect(focused()).toBe('Client 03');
  await user.keyboard('jj');
  await remove('Client 05');
  await user.keyboard('j');
  expect(focused()).toBe('Client 04');
  await user.keyboard('kk');
  await remove('Client 01');
  await user.keyboard('k');
  expect(focused()).toBe('Client 03');
});

test('after several rows were deleted, J goes on at the next row that is left', async () => {
  const { user } = await showClients(9);
  await user.keyboard('jxjjxjjx');
  expect(focused()).toBe('Client 05');
  await user.click(screen.getByRole('button', { name: 'Delete' }));
  await waitFor(() => expect(tableLinks()).toHaveLength(6));
  await user.keyboard('j');
  expect(focused()).toBe('Client 06');
});
