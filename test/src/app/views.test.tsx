import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { shellAfterStart } from '#src/app/after-start.tsx';
import { currentLocation, navigate } from '#src/lib/router.ts';
import { fillStorage, fireStorageEvent } from '../browser-events.ts';
import { renderPage, startService } from '../render-page.tsx';

const open = (path: string) => renderPage(path, { routes: [{ path: '*', Component: shellAfterStart.ViewLinks }] });

const links = () =>
  within(screen.getByRole('navigation', { name: 'Saved views' }))
    .getAllByRole('link')
    .map((link) => [link.textContent, link.getAttribute('href')]);

async function save(user: Awaited<ReturnType<typeof open>>['user'], name: string) {
  await user.click(await screen.findByRole('button', { name: 'Save view' }));
  const dialog = within(await screen.findByRole('dialog'));
  await user.type(dialog.getByRole('textbox', { name: 'Name' }), name);
  await user.click(dialog.getByRole('button', { name: 'Save view' }));
}

test('views are saved as links, renamed, reordered and deleted', async () => {
  const { user } = await open('/review?filter[approved]=1');
  await save(user, 'Approved ones');
  await navigate('/rooms?filter[awaiting_support]=1');
  await save(user, 'Waiting rooms');
  expect(links()).toEqual([
    ['Approved ones', '/review?filter[approved]=1'],
    ['Waiting rooms', '/rooms?filter[awaiting_support]=1'],
  ]);

  await user.click(screen.getByRole('button', { name: 'Save view' }));
  const dialog = within(await screen.findByRole('dialog'));
  await user.click(dialog.getByRole('button', { name: 'Move Waiting rooms up' }));
  const name = dialog.getByRole('textbox', { name: 'Rename Approved ones' });
  await user.clear(name);
  await user.type(name, 'Said yes to');
  await user.tab();
  await user.click(dialog.getByRole('button', { name: 'Delete Waiting rooms' }));
  const [close] = dialog.getAllByRole('button', { name: 'Close' });
  if (close) await user.click(close);
  expect(links()).toEqual([['Said yes to', '/review?filter[approved]=1']]);
});

test('a new name is stored as it is typed, and an empty one is not', async () => {
  const { user } = await open('/review?filter[approved]=1');
  await save(user, 'Approved ones');

  await user.click(screen.getByRole('button', { name: 'Save view' }));
  const name = await screen.findByRole<HTMLInputElement>('textbox', { name: 'Rename Approved ones' });
  await user.clear(name);
  expect(links().map(([text]) => text)).toEqual(['Approved ones']);
  await user.tab();
  expect(name.value).toBe('Approved ones');
  await user.clear(name);
  await user.type(name, ' Said yes to');
  expect(screen.getByRole('textbox', { name: 'Rename Approved ones' })).toBe(name);
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(links().map(([text]) => text)).toEqual(['Said yes to']);
});

test('views belong to the tenant they were saved for', async () => {
  const { user, unmount, service } = await open('/review?filter[approved]=1');
  await save(user, 'Approved ones');
  expect(localStorage.getItem(`countersign.views ${service.origin}`)).toContain('Approved ones');
  unmount();
  const again = await open('/watch');
  expect(links()).toHaveLength(1);
  await again.user.click(screen.getByRole('link', { name: 'Approved ones' }));
  expect(currentLocation().pathname).toBe('/review');
});

test('an address that would link to another site cannot be saved', async () => {
  await open('//evil.example/rooms?x=1');
  expect(screen.queryByRole('button', { name: 'Save view' })).toBeNull();
});

test('a view of a list does not open the record that was open when it was saved', async () => {
  const { user, service } = await open('/review/12?filter[approved]=1');
  await save(user, 'Approved ones');
  expect(links()).toEqual([['Approved ones', '/review?filter[approved]=1']]);
  const stored = localStorage.getItem(`countersign.views ${service.origin}`);
  expect(stored).not.toContain('/12');
  await navigate('/review/13?filter[approved]=1');
  expect(screen.getByRole('link', { name: 'Approved ones' }).getAttribute('aria-current')).toBe('page');
});

test.each([
  ['/watch/17', '/watch'],
  ['/watch/wall', '/watch/wall'],
  ['/keywords/bench', '/keywords/bench'],
  ['/mine/17', '/mine'],
  ['/rooms/17', '/rooms/17'],
])('a view saved at %s opens %s', async (path, saved) => {
  const { user } = await open(`${path}?sort=name`);
  await save(user, 'By name');
  expect(links()).toEqual([['By name', `${saved}?sort=name`]]);
});

test('the page for a new draft cannot be saved as a view', async () => {
  await open('/mine/new?room=17');
  await navigate('/mine?filter[approved]=1');
  await screen.findByRole('button', { name: 'Save view' });
  await navigate('/mine/new?room=17');
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Save view' })).toBeNull());
});

test('a view that an older version saved with an open record opens only the list', async () => {
  const service = await startService();
  const views = [
    { id: '1', name: 'Old', path: '/review/12?filter[approved]=1' },
    { id: '2', name: 'Bench', path: '/keywords/bench?x=1' },
  ];
  localStorage.setItem(`countersign.views ${service.origin}`, JSON.stringify(views));
  await open('/watch');
  expect(links()).toEqual([
    ['Old', '/review?filter[approved]=1'],
    ['Bench', '/keywords/bench?x=1'],
  ]);
});

const VIEW_OF_ANOTHER_TAB = { id: 'other', name: 'Waiting rooms', path: '/rooms?filter[awaiting_support]=1' };

/** Stores a view as another tab does. */
function saveElsewhere(origin: string) {
  localStorage.setItem(`countersign.views ${origin}`, JSON.stringify([VIEW_OF_ANOTHER_TAB]));
}

test('a view saved in another tab is listed at once', async () => {
  const { origin } = await startService();
  await open('/review?filter[approved]=1');
  saveElsewhere(origin);
  fireStorageEvent(`countersign.views ${origin}`);
  await screen.findByRole('link', { name: 'Waiting rooms' });
});

test('saving a view keeps one saved in another tab, even before the storage event arrives', async () => {
  const { user, service } = await open('/review?filter[approved]=1');
  const { origin } = service;
  saveElsewhere(origin);
  await save(user, 'Approved ones');
  expect(links().map(([text]) => text)).toEqual(['Waiting rooms', 'Approved ones']);
  expect(localStorage.getItem(`countersign.views ${origin}`)).toMatch(/Waiting rooms.*Approved ones/);
});

test('if the browser cannot store views, they are kept in memory until the tab is closed', async () => {
  const { user } = await open('/review?filter[approved]=1');
  fillStorage();
  await save(user, 'Approved ones');
  await save(user, 'The same again');
  expect(links().map(([text]) => text)).toEqual(['Approved ones', 'The same again']);
});
