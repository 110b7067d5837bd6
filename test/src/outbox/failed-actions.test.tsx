import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { meQuery } from '#src/api/me-query.ts';
import { queryClient } from '#src/api/query-client.ts';
import { failedActions } from '#src/bulk/failed-actions.ts';
import { defaultSettings, settings, updateSettings } from '#src/lib/storage/settings.ts';
import { clientRoutes, keywordRoutes, roomRoutes, watchRoutes } from '#src/routes.tsx';
import { aClient, aKeyword, aRoom } from '#test/builders.ts';
import { answering, refusal } from '../answering.ts';
import { renderPage, startService } from '../render-page.tsx';
import { withOutbox } from '../with-outbox.tsx';

const KEY = 'countersign.failed-actions';
let isIll = true;

beforeEach(() => {
  isIll = true;
  updateSettings({ undoSeconds: 0 });
  failedActions.set([]);
});
afterEach(() => settings.set(defaultSettings));

const routes = withOutbox([...keywordRoutes, ...clientRoutes, ...roomRoutes, ...watchRoutes]);

async function show(path: string) {
  const wrapFetch = answering(
    (_, { method = 'GET' }) => isIll && method !== 'GET' && refusal(403, { title: 'No', detail: 'The pigeon is ill.' }),
  );
  const page = await renderPage(path, { routes, wrapFetch });
  await waitFor(() => queryClient.query(meQuery()));
  return page;
}

/** Opens a page as a new tab would, after the one before was closed. */
function reload(path: string) {
  cleanup();
  const text = localStorage.getItem(KEY) ?? '';
  failedActions.set([]);
  localStorage.setItem(KEY, text);
  window.dispatchEvent(new StorageEvent('storage', { key: null }));
  return show(path);
}

const failure = async (isIn: HTMLElement) => {
  await within(isIn).findByText('The pigeon is ill.');
  isIll = false;
  return within(isIn).getByRole('button', { name: /^Retry: / });
};
const isOver = () =>
  waitFor(() => expect(JSON.stringify([localStorage.getItem(KEY), failedActions.get()])).toBe('[null,[]]'));

test('a failed deletion of a keyword stands below its row, also after a reload, and can be retried', async () => {
  const service = await startService();
  for (const key_name of ['refund', 'parcel']) await aKeyword(service.db, { key_name });
  const { user } = await show('/keywords');
  await user.click(await screen.findByRole('checkbox', { name: 'Select parcel' }));
  await user.click(screen.getByRole('button', { name: 'Delete' }));
  await within(await screen.findByRole('grid')).findByText('The pigeon is ill.');
  const again = await reload('/keywords');
  await again.user.click(await failure(await screen.findByRole('grid')));
  await waitFor(() => expect(screen.queryByRole('gridcell', { name: 'parcel' })).toBeNull());
  await isOver();
  expect(await service.db.selectFrom('master_keywords').select('key_name').execute()).toEqual([{ key_name: 'refund' }]);
});

test('a failed end of a wait stands on the row in Watch and in the room', async () => {
  const service = await startService();
  const wait = { awaiting_support: 1, awaiting_since_unix: Math.floor(Date.now() / 1000) - 600 };
  const room = await aRoom(service.db, { name: 'Blue Heron', ...wait });
  const { user } = await show('/watch');
  const row = () => screen.findByRole('row', { name: /Blue Heron/ });
  await row();
  await user.keyboard('je');
  await within(await row()).findByText('The pigeon is ill.');
  const again = await reload(`/rooms/${room.id}`);
  await again.user.click(await failure(await screen.findByRole('complementary', { name: 'About this room' })));
  await waitFor(async () => {
    const { record } = await service.send('GET', `/rooms/${room.id}`);
    expect(record.attributes?.awaiting_support).toBe(false);
  });
  await isOver();
});

test('a failed save of a client stands on its row', async () => {
  const service = await startService();
  await aClient(service.db, { title: 'Tidewater' });
  const { user } = await show('/clients/1');
  await user.type(await screen.findByRole('textbox', { name: /^Title/ }), ' Ltd');
  await user.click(screen.getByRole('button', { name: /^Save/ }));
  await waitFor(() => expect(localStorage.getItem(KEY)).toContain('The pigeon is ill.'));
  const again = await reload('/clients');
  await again.user.click(await failure(await screen.findByRole('row', { name: /Tidewater/ })));
  expect(await screen.findByRole('link', { name: 'Tidewater Ltd' })).toBeTruthy();
  await isOver();
});

// Last, as it leaves listeners of a second page behind.
test('a page that starts where an action has failed knows of it', async () => {
  const service = await startService();
  await aKeyword(service.db, { key_name: 'refund' });
  const { user } = await show('/keywords');
  await user.click(await screen.findByRole('checkbox', { name: 'Select refund' }));
  await user.click(screen.getByRole('button', { name: 'Delete' }));
  await within(await screen.findByRole('grid')).findByText('The pigeon is ill.');
  // The code of the page runs once more, as after a reload.
  vi.resetModules();
  const loaded = await import('#src/bulk/failed-actions.ts');
  expect(loaded.failedActions.get().map(({ detail }) => detail)).toEqual(['The pigeon is ill.']);
});
