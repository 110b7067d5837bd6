import { createEvent, fireEvent, screen, waitFor, within } from '@testing-library/react';
import fc from 'fast-check';
import { beforeEach, expect, test } from 'vitest';
import { queryClient } from '#src/api/query-client.ts';
import { currentLocation } from '#src/lib/router.ts';
import { updateSettings } from '#src/lib/storage/settings.ts';
import { clientRoutes, keywordRoutes, roomListRoutes, roomRoutes, suggestionRoutes } from '#src/routes.tsx';
import { aClient, aKeyword, aRoom, aSuggestion } from '#test/builders.ts';
import { findOption } from '../find-picker.ts';
import { renderPage, startService } from '../render-page.tsx';

const PRESSES = 100;
const routes = [...clientRoutes, ...keywordRoutes, ...roomListRoutes, ...roomRoutes, ...suggestionRoutes];
beforeEach(() => updateSettings({ undoSeconds: 0 }));

/** Ways in which users submit twice. */
const ways = {
  'double click': (button: HTMLElement) => {
    fireEvent.click(button);
    fireEvent.click(button, { detail: 2 });
  },
  'key held down': (_: HTMLElement, field: HTMLElement) => {
    for (let repeat = 0; repeat < 5; repeat++)
      fireEvent.keyDown(field, { key: 'Enter', ctrlKey: true, repeat: repeat > 0 });
  },
  'click and key': (button: HTMLElement, field: HTMLElement) => {
    fireEvent.click(button);
    fireEvent.keyDown(field, { key: 'Enter', ctrlKey: true });
  },
  'key and submit': (_: HTMLElement, field: HTMLElement) => {
    fireEvent.keyDown(field, { key: 'Enter', metaKey: true });
    if (field instanceof HTMLInputElement) field.form?.requestSubmit();
  },
} as const;

test(`each of ${PRESSES} double submits is one request`, async () => {
  const { db } = await startService();
  await aClient(db, { title: 'Tidewater' });
  const { requests } = await renderPage('/clients/1?part=settings', { routes });
  const field = await screen.findByRole('textbox', { name: /^Title/ });
  const button = screen.getByRole('button', { name: /^Save/ });
  const writes = () => requests.filter(({ method }) => method !== 'GET').length;
  let saved = 0;
  const press = async (way: keyof typeof ways) => {
    fireEvent.input(field, { target: { value: `Title ${++saved}` } });
    ways[way](button, field);
    await waitFor(() => expect(writes()).toBe(saved));
    await waitFor(() => expect(button.getAttribute('aria-busy')).toBeNull());
    expect(writes()).toBe(saved);
  };
  const names = fc.constantFrom(...(Object.keys(ways) as (keyof typeof ways)[])); // The keys of `ways`.
  await fc.assert(fc.asyncProperty(names, press), { numRuns: PRESSES, endOnFailure: true });
  const { version } = await db.selectFrom('clients').select('version').executeTakeFirstOrThrow();
  expect(version).toBe(PRESSES + 1);
});

test.each([
  ['/keywords/new', /^Keyword/],
  ['/keywords/1', /^Title/],
  ['/clients/new', /^Title/],
  ['/clients/1', /^Title/],
  ['/rooms/new', /^Name/],
  ['/rooms/new/group', /^Name/],
  [`/rooms/2/edit`, /^Name/],
  ['/suggestions/1', /^Content/],
])('Enter that ends an IME composition at %s sends nothing', async (path, name) => {
  const { db } = await startService();
  await aClient(db);
  await aKeyword(db);
  const room = await aRoom(db);
  await aSuggestion(db, { room_id: room.id });
  const { requests } = await renderPage(path, { routes });
  const [field] = await screen.findAllByRole('textbox', { name });
  if (!field) throw new Error('no field');
  fireEvent.input(field, { target: { value: '配送' } });
  for (const keys of [{ isComposing: true }, { isComposing: true, ctrlKey: true }, { keyCode: 229, ctrlKey: true }]) {
    fireEvent(field, createEvent.keyDown(field, { key: 'Enter', ...keys }));
  }
  // By now, a press would have started its request.
  await new Promise((resolve) => setTimeout(resolve));
  expect(requests.filter(({ method }) => method !== 'GET')).toEqual([]);
  expect(currentLocation().pathname).toBe(path);
  expect((field as HTMLInputElement).value).toBe('配送'); // It is a text field.
});

test('a new room is requested once, however often its button is pressed', async () => {
  const { user, requests } = await renderPage('/rooms/new/direct', { routes });
  const dialog = within(await screen.findByRole('dialog'));
  const picker = await dialog.findByRole<HTMLInputElement>('combobox', { name: /^Colleague/ });
  await waitFor(() => expect(picker.readOnly).toBe(false));
  await user.type(picker, 'Sam rev');
  await user.click(await findOption('Sam reviewer'));
  const button = dialog.getByRole('button', { name: 'Open room' });
  ways['double click'](button);
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(requests.filter(({ method }) => method === 'POST')).toHaveLength(1);
});

test.each([
  ['/keywords', '/master_keywords'],
  ['/suggestions', '/suggestions'],
])('a row of %s is copied once for a double click or a key held down', async (path, list) => {
  const { db, send } = await startService();
  await aKeyword(db, { key_name: 'refund' });
  const room = await aRoom(db);
  await aSuggestion(db, { room_id: room.id, suggestion_messages_data: '[{"content":"refund"}]' });
  const { user } = await renderPage(path, { routes });
  const button = await screen.findByRole('button', { name: 'Duplicate refund' });
  const copies = async () => {
    await waitFor(() => expect(queryClient.isMutating()).toBe(0));
    return (await send('GET', list)).records.length - 1;
  };
  fireEvent.click(button, { detail: 1 });
  fireEvent.click(button, { detail: 1 });
  await screen.findAllByText(/^Created the copy/);
  expect(await copies()).toBe(1);
  await user.dblClick(button);
  expect(await copies()).toBe(2);
  button.focus();
  await user.keyboard('{Enter>8/}');
  expect(await copies()).toBe(3);
});
