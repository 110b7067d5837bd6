import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { signIn } from '#src/api/connection.ts';
import { currentLocation, navigate } from '#src/lib/router.ts';
import { updateSettings } from '#src/lib/storage/settings.ts';
import { clientRoutes } from '#src/routes.tsx';
import { aClient } from '#test/builders.ts';
import { answering, refusal } from '#test/src/answering.ts';
import { asksBeforeLeaving, leavePage } from '../browser-events.ts';
import { findToast, type PageOptions, renderPage, startService } from '../render-page.tsx';
import { noOutboxBar, outboxBar, withOutbox } from '../with-outbox.tsx';
import { writeCode } from './code-fields.ts';

beforeEach(() => updateSettings({ undoSeconds: 30 }));

const title = () => screen.findByRole<HTMLInputElement>('textbox', { name: /^Title/ });
const list = () => screen.findByRole('link', { name: /Tidewater/ });

/** Saves a new title of a client; the save is then in its undo window. */
async function saveTitle(options: Partial<PageOptions> = {}) {
  const service = await startService();
  await aClient(service.db, { title: 'Tidewater' });
  const page = await renderPage('/clients/1', { routes: withOutbox(clientRoutes), ...options });
  await page.user.type(await title(), ' Ltd');
  await page.user.click(screen.getByRole('button', { name: /^Save/ }));
  await (await outboxBar()).findByText('Saving “Tidewater Ltd”');
  const stored = async () => (await service.send('GET', '/clients/1')).record.attributes?.title;
  const writes = () => page.requests.filter(({ method }) => method !== 'GET');
  return { ...page, stored, writes };
}

test('a save is delayed; undoing it sends nothing and keeps the typed text', async () => {
  const { user, writes, stored } = await saveTitle();
  const form = within(screen.getByRole('button', { name: /^Save/ }).closest('form') ?? document.body);
  expect(form.getByText('Saving…')).toBeTruthy();
  await user.click(form.getByRole('button', { name: 'Undo' }));
  await form.findByText('Unsaved – kept as a draft in this browser');
  expect((await title()).value).toBe('Tidewater Ltd');
  leavePage();
  expect(writes()).toEqual([]);
  expect(await stored()).toBe('Tidewater');
});

test('leaving the page sends a delayed save once, without a prompt', async () => {
  const { writes, requests, stored } = await saveTitle();
  expect(asksBeforeLeaving()).toBe(false);
  const before = requests.length;
  leavePage();
  leavePage();
  // Sent in the same task, without a read before it.
  expect(requests.slice(before).map(({ method }) => method)).toEqual(['PUT']);
  expect(writes().map(({ method, keepalive }) => [method, keepalive])).toEqual([['PUT', true]]);
  await findToast('Saved “Tidewater Ltd”');
  expect(await stored()).toBe('Tidewater Ltd');
});

test.each([
  ['closing the page', leavePage, ''],
  ['switching the tenant', () => signIn('https://elsewhere.example', 'token'), ' · harbor.test'],
])('%s sends a delayed save, and nothing is read after it', async (_, leave, where) => {
  const { requests } = await saveTitle({
    wrapFetch: answering(
      (_, { method }) =>
        method === 'PUT' && refusal(409, { code: 'stale_version', title: 'Conflict', detail: 'It has changed.' }),
    ),
  });
  const reads = () => requests.filter(({ method, url }) => method === 'GET' && /\/clients\/1\b/.test(url)).length;
  await navigate('/elsewhere');
  const before = reads();
  leave();
  await findToast(`Couldn’t save “Tidewater Ltd”${where}`);
  expect(screen.getAllByText('It has changed.')).not.toEqual([]);
  expect(reads()).toBe(before);
});

test('a save is delayed only if a closing page could send it with those already delayed', async () => {
  const service = await startService();
  for (const title of ['Tidewater', 'Gannet']) {
    await aClient(service.db, { title, default_guest_css: `/*${'.'.repeat(70_000)}*/` });
  }
  const { user, requests } = await renderPage('/clients/1', { routes: withOutbox(clientRoutes) });
  const writes = () => requests.filter(({ method }) => method !== 'GET').map(({ url }) => new URL(url).pathname);
  const saveCode = async (path: string, name: string) => {
    await navigate(path);
    await screen.findByRole('heading', { name });
    await writeCode('HTML', 'x'.repeat(40_000));
    await user.click(screen.getByRole('button', { name: /^Save/ }));
  };
  await saveCode('/clients/1', 'Tidewater');
  await (await outboxBar()).findByText('Saving “Tidewater”');
  expect(writes()).toEqual([]);
  await saveCode('/clients/2', 'Gannet');
  await waitFor(() => expect(writes()).toEqual([expect.stringMatching(/\/clients\/2$/)]));
  leavePage();
  expect(writes()).toHaveLength(2);
  await findToast('Saved “Tidewater”');
});

test('a save undone from the list is back in its form, as typed', async () => {
  const { user, writes } = await saveTitle();
  await navigate('/clients');
  await list();
  await user.keyboard('z');
  await noOutboxBar();
  await navigate('/clients/1');
  expect((await title()).value).toBe('Tidewater Ltd');
  expect(screen.getByText('Unsaved changes restored')).toBeTruthy();
  leavePage();
  expect(writes()).toEqual([]);
});

test('a form opened again first sends the delayed save, and shows the saved values', async () => {
  const { stored } = await saveTitle();
  await navigate('/clients');
  await list();
  await navigate('/clients/1');
  await screen.findByRole('heading', { name: 'Tidewater Ltd' });
  expect((await title()).value).toBe('Tidewater Ltd');
  expect(screen.queryByText('Unsaved – kept as a draft in this browser')).toBeNull();
  expect(screen.queryByText('Unsaved changes restored')).toBeNull();
  expect(await stored()).toBe('Tidewater Ltd');
});

test('a refusal after the form was left is reported, and the form keeps the text', async () => {
  const { user, stored } = await saveTitle({
    wrapFetch: answering(
      (_, { method }) => method === 'PUT' && refusal(403, { title: 'Forbidden', detail: 'Only on Sundays.' }),
    ),
  });
  await navigate('/clients');
  await list();
  leavePage();
  await findToast('Couldn’t save “Tidewater Ltd”');
  expect(screen.getAllByText('Only on Sundays.')).not.toEqual([]);
  await user.click(screen.getByRole('button', { name: 'Open' }));
  await waitFor(() => expect(currentLocation().pathname).toBe('/clients/1'));
  expect((await title()).value).toBe('Tidewater Ltd');
  expect(await stored()).toBe('Tidewater');
});

test('a change by another user during the undo window is merged as usual', async () => {
  const { service, stored } = await saveTitle();
  await service.update('clients', '1', { title: 'Tidewater theirs' });
  leavePage();
  await screen.findByRole('button', { name: 'Choose field by field' });
  expect((await title()).value).toBe('Tidewater Ltd');
  expect(await stored()).toBe('Tidewater theirs');
});

test('text typed during the undo window is not lost', async () => {
  const { user, stored } = await saveTitle();
  await user.type(await title(), ' & Sons');
  leavePage();
  await waitFor(async () => expect(await stored()).toBe('Tidewater Ltd'));
  await screen.findByText('Unsaved – kept as a draft in this browser');
  expect((await title()).value).toBe('Tidewater Ltd & Sons');
});

test('a second save in the undo window replaces the first, and with the same text changes nothing', async () => {
  const { user, stored, writes } = await saveTitle();
  const box = await title();
  await user.type(box, ' & Sons');
  await user.click(screen.getByRole('button', { name: /^Save/ }));
  await (await outboxBar()).findByText('Saving “Tidewater Ltd & Sons”');
  await user.type(box, '!{Control>}{Enter}{/Control}');
  await (await outboxBar()).findByText('Saving “Tidewater Ltd & Sons!”');
  await user.type(box, '{Control>}{Enter}{/Control}');
  expect((await outboxBar()).getAllByText(/^Saving “/)).toHaveLength(1);
  expect(writes()).toEqual([]);
  leavePage();
  await findToast('Saved “Tidewater Ltd & Sons!”');
  expect(writes()).toHaveLength(1);
  expect(await stored()).toBe('Tidewater Ltd & Sons!');
  expect(screen.queryByText('Unsaved – kept as a draft in this browser')).toBeNull();
});

test('edits set aside for another user’s version are no longer offered after a save', async () => {
  const { service, stored, user } = await saveTitle();
  await service.update('clients', '1', { title: 'Tidewater theirs' });
  leavePage();
  await user.click(await screen.findByRole('button', { name: 'Load theirs' }));
  expect(screen.getByRole('button', { name: 'Restore my changes' })).toBeTruthy();
  await user.type(await title(), '!');
  await user.click(screen.getByRole('button', { name: /^Save/ }));
  leavePage();
  await findToast('Saved “Tidewater theirs!”');
  expect(await stored()).toBe('Tidewater theirs!');
  expect(screen.queryByRole('button', { name: 'Restore my changes' })).toBeNull();
});
