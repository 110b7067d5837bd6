import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { queryClient } from '#src/api/query-client.ts';
import { navigate } from '#src/lib/router.ts';
import { updateSettings } from '#src/lib/storage/settings.ts';
import { clientRoutes } from '#src/routes.tsx';
import { aClient } from '#test/builders.ts';
import { fetchThrough } from '#test/tolerance/fetch-through.ts';
import { rewrites } from '#test/tolerance/rewrites.ts';
import { codeOf, typeCode } from '../clients/code-fields.ts';
import { findToast, type PageOptions, renderPage, startService } from '../render-page.tsx';
import { withOutbox } from '../with-outbox.tsx';
import { aRefund, type Fate, typeInto } from './type-into.tsx';

beforeEach(() => updateSettings({ undoSeconds: 30 }));

const title = () => screen.findByRole<HTMLInputElement>('textbox', { name: /^Title/ });
const save = () => fireEvent.click(screen.getByRole('button', { name: /^Save/ }));
const reload = () => act(() => queryClient.refetchQueries());
const routes = withOutbox(clientRoutes);
type Fetch = typeof globalThis.fetch;

async function showClient(options: Partial<PageOptions> = {}) {
  const service = await startService();
  await aClient(service.db, { title: 'Tidewater' });
  const page = await renderPage('/clients/1', { routes, ...options });
  await title();
  const stored = async () => (await service.send('GET', '/clients/1')).record.attributes;
  return { ...page, stored };
}

test.each([
  ['', {}],
  [', at a tenant without versions', { wrapFetch: fetchThrough([rewrites['no versions']]) }],
])('a form with nothing typed shows the newer record that its page has read%s', async (_, options) => {
  const { service, stored } = await showClient(options);
  await service.update('clients', '1', { title: 'Theirs', default_embedded_html: '<b>theirs</b>' });
  await reload();
  await screen.findByRole('heading', { name: 'Theirs' });
  await waitFor(async () => expect((await title()).value).toBe('Theirs'));
  updateSettings({ undoSeconds: 0 });
  fireEvent.input(await title(), { target: { value: 'Theirs Ltd' } });
  save();
  await findToast('Saved “Theirs Ltd”');
  expect(await stored()).toMatchObject({ title: 'Theirs Ltd', default_embedded_html: '<b>theirs</b>' });
});

test('a form with something typed, also into a code editor a moment ago, keeps it when a newer record is read', async () => {
  const { service } = await showClient();
  await typeCode('HTML', '<b>mine</b>');
  await service.update('clients', '1', { title: 'Theirs', default_embedded_html: '<b>theirs</b>' });
  await reload();
  await screen.findByRole('heading', { name: 'Theirs' });
  expect(await codeOf('HTML')).toBe('<b>mine</b>');
  expect((await title()).value).toBe('Tidewater');
});

test('text typed in the undo window of a save is no conflict with it in a form opened again at once', async () => {
  const { user, stored } = await showClient();
  await user.type(await title(), ' Ltd');
  save();
  await screen.findByRole('region', { name: 'Outbox' });
  await user.type(await title(), ' & Sons');
  await navigate('/clients');
  await screen.findByRole('link', { name: /Tidewater/ });
  await navigate('/clients/1');
  await screen.findByRole('heading', { name: 'Tidewater Ltd' });
  expect((await title()).value).toBe('Tidewater Ltd & Sons');
  updateSettings({ undoSeconds: 0 });
  save();
  await findToast('Saved “Tidewater Ltd & Sons”');
  expect(await stored()).toMatchObject({ title: 'Tidewater Ltd & Sons' });
});

/** The server saves, but its answer and those to all reads after it are lost, until the next write. */
const lost: Fate = async (passOn) => {
  await passOn();
  const { fetch } = globalThis;
  globalThis.fetch = (...[url, init]: Parameters<Fetch>) => {
    if (!init?.method || init.method === 'GET') return Promise.reject(new TypeError('connection refused'));
    globalThis.fetch = fetch;
    return fetch(url, init);
  };
  throw new TypeError('connection reset');
};

test.each([
  ['typed on', '!', 'Refunds!!'],
  ['taken back', '{Backspace}', 'Refunds'],
  ['typed on and lost again', '!{lose}', 'Refunds!!?'],
])('text saved with an unknown outcome, then %s, is saved without a conflict', async (_, keys, title) => {
  const { stored } = await aRefund();
  const { user, input, press, answered } = await typeInto('/keywords/1', /^Title/, '!');
  await press(lost);
  await answered();
  await screen.findByText('Not confirmed');
  await user.type(input, keys.replace('{lose}', ''));
  if (keys.endsWith('{lose}')) {
    await press(() => Promise.reject(new TypeError('connection refused')));
    await answered();
    await user.type(input, '?');
  }
  await press();
  await findToast('Saved “refund”');
  expect(await stored()).toMatchObject([{ key_title: title, version: 3 }]);
});

test('a change by another user since a save with an unknown outcome is a conflict', async () => {
  const { update } = await aRefund();
  const { user, input, press, answered } = await typeInto('/keywords/1', /^Title/, '!');
  await press(lost);
  await answered();
  await update('master_keywords', '1', { suggestions: 'Theirs' });
  await user.type(input, '!');
  await press();
  await screen.findByRole('button', { name: 'Choose field by field' });
});
