import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { signIn } from '#src/api/connection.ts';
import { queryClient } from '#src/api/query-client.ts';
import { currentLocation, navigate } from '#src/lib/router.ts';
import { aKeyword } from '#test/builders.ts';
import { findToast } from '../render-page.tsx';
import { aRefund, type Fate, refuse, saveSlowly, typeInto } from './type-into.tsx';

/** Navigates to another page while a form is being saved. */
async function leaveWhileSaving(path: string, field: RegExp, text: string, to: string, fate?: Fate) {
  const page = await saveSlowly(path, field, text, fate);
  await navigate(to);
  await waitFor(() => expect(page.save.isConnected).toBe(false));
  return page;
}
/** Names of the stored drafts. */
const typedKeys = () =>
  Object.keys(localStorage).flatMap((key) => (key.includes('.typed.') ? key.replace(/.*harbor\.test\./, '') : []));
const textbox = (name: RegExp) => screen.findByRole<HTMLInputElement>('textbox', { name });

test.each([
  ['/clients/new', /^Title/],
  ['/rooms/new', /^Name/],
] as const)('the response to a save of %s does not navigate away from a page opened since', async (path, field) => {
  const { answer } = await leaveWhileSaving(path, field, 'Blue Heron', '/elsewhere');
  answer();
  await findToast('Created “Blue Heron”');
  await waitFor(() => expect(queryClient.isFetching()).toBe(0));
  expect(typedKeys()).toEqual([]);
  expect(currentLocation().pathname).toBe('/elsewhere');
});

test('a save rejected after its form was closed shows a toast that leads back to the draft', async () => {
  await aRefund();
  const { answer, user } = await leaveWhileSaving(
    '/keywords/1',
    /^Title/,
    '!',
    '/keywords',
    refuse(403, { code: 'x' }),
  );
  answer();
  await findToast('Couldn’t save your changes');
  await user.click(await screen.findByRole('button', { name: 'Open' }));
  expect((await textbox(/^Title/)).value).toBe('Refunds!');
});

test('the response to a closed form’s save leaves another record’s form open', async () => {
  const { db, stored } = await aRefund();
  await aKeyword(db, { key_name: 'parcel', key_title: 'Parcels' });
  const { answer, user } = await leaveWhileSaving('/keywords/1', /^Title/, '!', '/keywords/2');
  await user.type(await textbox(/^Title/), '?');
  answer();
  await findToast('Saved “refund”');
  expect(await stored()).toMatchObject([{ key_title: 'Refunds!' }, { key_title: 'Parcels' }]);
  expect((await textbox(/^Title/)).value).toBe('Parcels?');
});

test('the response to a closed form’s save keeps text typed since the form was reopened', async () => {
  await aRefund();
  const { answer, user } = await leaveWhileSaving('/keywords/1', /^Title/, '!', '/keywords');
  await navigate('/keywords/1');
  await screen.findByText('Unsaved changes restored');
  await user.type(await textbox(/^Title/), '?');
  const kept = () =>
    Object.entries(localStorage).find(([key]) => key.endsWith('.typed.http://harbor.test.master_keywords.1.form'));
  await waitFor(() => expect(kept()?.[1]).toContain('Refunds!?'));
  answer();
  await findToast('Saved “refund”');
  expect((await textbox(/^Title/)).value).toBe('Refunds!?');
  await navigate('/keywords');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(kept()?.[1]).toContain('Refunds!?');
});

test.each([
  ['/keywords/new', /^Keyword/, /^Title/, 'master_keywords.2.form', 'key_title'],
  ['/rooms/new', /^Name/, /^Description/, 'rooms.2.form', 'description'],
])('text typed while a record is created at %s is an unsaved change of it', async (path, first, second, key, name) => {
  const { send } = await aRefund();
  const { save, answer, user } = await saveSlowly(path, first, 'parcel');
  const field = await textbox(second);
  await user.type(field, 'Where');
  answer();
  await findToast('Created “parcel”');
  await user.keyboard(' it is');
  expect(field.isConnected && field.value).toBe('Where it is');
  expect(screen.getByRole('dialog').textContent).not.toMatch(/New|Create$/);
  expect(save.textContent).toMatch(/^Save/);
  await waitFor(() => expect(typedKeys()).toEqual([key]));
  fireEvent.click(save);
  await findToast('Saved “parcel”');
  const [type, id] = key.split('.');
  const { record } = await send('GET', `/${type}/${id}`);
  expect([record.attributes?.[name], record.meta?.version]).toEqual(['Where it is', '2']);
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(typedKeys()).toEqual([]);
});

test('a form opened again while its record is created creates no second one, and edits the first', async () => {
  const { db } = await aRefund();
  const { answer, user, writes } = await leaveWhileSaving('/rooms/new', /^Name/, 'Blue Heron', '/rooms');
  await navigate('/rooms/new');
  await screen.findByText('Unsaved changes restored');
  await user.type(await textbox(/^Description/), 'By the lake');
  const save = screen.getByRole('button', { name: /^(Save|Create)/ });
  fireEvent.click(save);
  answer();
  await findToast('Created “Blue Heron”');
  await waitFor(() => expect(save.textContent).toMatch(/^Save/));
  expect(writes).toHaveLength(1);
  fireEvent.click(save);
  await findToast('Saved “Blue Heron”');
  const rooms = await db.selectFrom('rooms').selectAll().where('name', '=', 'Blue Heron').execute();
  expect(rooms).toMatchObject([{ description: 'By the lake' }]);
  expect(typedKeys()).toEqual([]);
});

test('a form opened again for another record while one is created stays a form for a new record', async () => {
  const { stored } = await aRefund();
  const { answer, user } = await leaveWhileSaving('/keywords/new', /^Keyword/, 'parcel', '/keywords');
  await navigate('/keywords/new');
  await user.click(await screen.findByRole('button', { name: 'Discard' }));
  await user.type(await textbox(/^Keyword/), 'ferry');
  answer();
  await findToast('Created “parcel”');
  const save = screen.getByRole('button', { name: /^Create/ });
  await waitFor(() => expect(save.getAttribute('aria-busy')).toBeNull());
  fireEvent.click(save);
  await findToast('Created “ferry”');
  expect(await stored()).toMatchObject([{}, { key_name: 'parcel' }, { key_name: 'ferry' }]);
});

/** The server confirms a create without saying which record it made, and its lists lag behind. */
const unidentified: Fate = async (passOn) => {
  await passOn();
  const { fetch } = globalThis;
  const isWrite = (init?: RequestInit) => (init?.method ?? 'GET') !== 'GET';
  vi.stubGlobal('fetch', async (...[url, init]: Parameters<typeof fetch>) =>
    isWrite(init) ? fetch(url, init) : Response.json({ data: [] }),
  );
  return Response.json({ ok: true });
};

test('a keyword created without an ID is not in the table as a row that would be created again', async () => {
  await aRefund();
  const { press } = await typeInto('/keywords/new', /^Keyword/, 'parcel');
  await waitFor(() => expect(document.querySelector('[data-row="1"]')).toBeTruthy());
  await press(unidentified);
  await findToast('Created “parcel”');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(document.querySelector('[data-row=""]')).toBeNull();
  vi.unstubAllGlobals();
});

test('text typed while a record is created that the server does not identify creates no second record', async () => {
  const { stored } = await aRefund();
  const { save, answer, answered, user, writes } = await saveSlowly(
    '/keywords/new',
    /^Keyword/,
    'parcel',
    unidentified,
  );
  const title = await textbox(/^Title/);
  await user.type(title, 'Where');
  answer();
  await answered();
  const told = 'Created, but the server didn’t say under which ID. Open it from the list to save the rest.';
  const alert = () => screen.getByRole('alert').textContent;
  expect(alert()).toBe(`${told} Your changes are still here.`);
  fireEvent.click(save);
  await answered();
  expect(alert()).toBe(`${told} Your changes are still here.`);
  expect(title.value).toBe('Where');
  expect(writes).toHaveLength(1);
  vi.unstubAllGlobals();
  expect(await stored()).toHaveLength(2);
  await navigate('/keywords');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await navigate('/keywords/new');
  await screen.findByText('Unsaved changes restored');
  expect((await textbox(/^Title/)).value).toBe('Where');
  expect((await textbox(/^Keyword/)).value).toBe('');
});

/** Creates a keyword, types its title during the request, and closes the form. */
async function closeWhileCreating() {
  const page = await saveSlowly('/keywords/new', /^Keyword/, 'parcel');
  await page.user.type(await textbox(/^Title/), 'Where');
  await page.user.click(screen.getAllByRole('button', { name: 'Close' })[0] as HTMLElement);
  return page;
}

test('text typed while a record is created is not in the next new one, even if the form was closed', async () => {
  const { stored } = await aRefund();
  const { answer } = await closeWhileCreating();
  answer();
  await findToast('Created “parcel”');
  await navigate('/keywords/new');
  expect((await textbox(/^Title/)).value).toBe('');
  await navigate('/keywords/2');
  await screen.findByText('Unsaved changes restored');
  expect((await textbox(/^Title/)).value).toBe('Where');
  expect((await textbox(/^Keyword/)).value).toBe('parcel');
  expect(await stored()).toMatchObject([{}, { key_name: 'parcel', key_title: null }]);
});

test('text typed while a record is created stays at its workspace after a switch', async () => {
  const { origin, addTenant } = await aRefund();
  const lumen = await addTenant('lumen');
  const { answer } = await closeWhileCreating();
  signIn(lumen.origin, lumen.tokens.admin);
  answer();
  await findToast('Created “parcel”');
  const typed = Object.keys(localStorage).filter((key) => key.includes('.typed.') && key.includes('master_keywords'));
  expect(typed).toEqual([expect.stringContaining(`${origin}.master_keywords.2.form`)]);
});
