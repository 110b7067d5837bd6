import { act, fireEvent, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { closeOverlay } from '#src/app/overlay.ts';
import { navigate } from '#src/lib/router.ts';
import { routes } from '#src/routes.tsx';
import { dismissToast, toasts } from '#src/ui/overlay/toasts.ts';
import { aClient, aDraft, aKeyword, aRoom, aSuggestion } from '#test/builders.ts';
import { renderPage, startService } from '../render-page.tsx';

/** Shows an address of the whole dashboard, with one record of each type, and opens its help. */
async function openHelp(address: string) {
  const { db } = await startService();
  const { id } = await aRoom(db, { name: 'Blue Heron', awaiting_support: 1 });
  await aDraft(db, { room_id: id });
  await aClient(db, { title: 'Tidewater' });
  await aKeyword(db);
  await aSuggestion(db, { room_id: id });
  const path = address.replace(':room', String(id));
  const page = await renderPage(path, { routes });
  await page.user.click(await screen.findByRole('button', { name: 'Help for this page' }));
  const dialog = await screen.findByRole('dialog');
  const lines = [...dialog.querySelectorAll('dl > div')].map((line) =>
    [...line.querySelectorAll('kbd')].map((kbd) => [...kbd.children].map((key) => key.textContent)),
  );
  return { ...page, path, dialog, lines };
}

/** Texts for a key that the page never handles. Others, such as "No rows.", are about its present content. */
const REFUSALS = /doesn’t work on this page|no search on this page|nothing to select|can’t be selected|can be marked/i;

/** Presses keys as the help prints them, outside of fields. Returns the refusals. */
function press(keys: readonly (string | null)[]): string[] {
  for (const { id } of toasts.get()) act(() => dismissToast(id));
  for (const key of keys.filter((each) => each !== 'Ctrl')) {
    const name = key === '↵' ? 'Enter' : key?.length === 1 ? key.toLowerCase() : key;
    fireEvent.keyDown(document.body, { key: name, ctrlKey: keys.includes('Ctrl') });
  }
  return toasts
    .get()
    .map(({ text }) => text)
    .filter((text) => REFUSALS.test(text));
}

test.each([
  '/review',
  '/mine',
  '/mine/new',
  '/mine/new?room=:room',
  '/watch',
  '/rooms',
  '/rooms/:room',
  '/clients',
  '/clients/1',
  '/clients/new',
  '/keywords',
  '/suggestions',
  '/connections',
])('%s handles the keys of its help', async (address) => {
  const { path, lines } = await openHelp(address);
  expect(lines).not.toEqual([]);
  act(closeOverlay);
  for (const keys of lines.flat()) {
    await act(() => navigate('/settings'));
    await act(() => navigate(path));
    await screen.findAllByRole('heading', { level: 1 });
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
    // Polled, because some parts of a page load after its heading.
    await expect.poll(() => press(keys), { message: keys.join(' ') }).toEqual([]);
  }
});

test.each([
  ['/clients', 'Clients', /Chat widgets that.*undo a save for a few seconds; then it goes live/, 'J K ↵ X'],
  ['/clients/1', 'Client', /One chat widget/, 'Ctrl+↵ Z U'],
  ['/clients/new', 'New client', /Set up a chat widget/, 'Ctrl+↵ U'],
  ['/mine/new', 'New draft', /Choose a room/, 'J K ↵ U'],
  ['/mine/new?room=:room', 'New draft', /Choose a room/, 'Ctrl+↵ U'],
])('the help at %s is about that page', async (address, title, text, keys) => {
  const { dialog, lines } = await openHelp(address);
  expect(dialog.textContent).toMatch(title);
  expect(dialog.textContent).toMatch(text);
  expect(lines.flat().map((parts) => parts.join('+'))).toEqual(keys.split(' '));
});

test('the wall display, which has no button for it, has its own help in the palette', async () => {
  await startService();
  const { user } = await renderPage('/watch/wall', { routes });
  await screen.findByRole('button', { name: /Exit/ });
  await user.keyboard('{Control>}k{/Control}');
  await user.type(await screen.findByRole('combobox'), 'help for');
  await user.click(await screen.findByRole('option', { name: /^Help for this page/ }));
  expect((await screen.findByRole('dialog', { name: 'Wall display' })).textContent).toMatch(/in big numbers/);
});
