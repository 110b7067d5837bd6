import { act, screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { currentLocation, navigate } from '#src/lib/router.ts';
import { updateSettings } from '#src/lib/storage/settings.ts';
import { clientRoutes } from '#src/routes.tsx';
import { aClient } from '#test/builders.ts';
import { answering } from '#test/src/answering.ts';
import { asPhone } from '../as-phone.ts';
import { renderPage, startService } from '../render-page.tsx';
import { runPageAction } from '../run-page-action.ts';
import { minutesAgo } from '../watch/waiting.ts';
import { withOutbox } from '../with-outbox.tsx';
import { field, show, showClient } from './one-client.tsx';

beforeEach(() => updateSettings({ undoSeconds: 0 }));

const leaveField = () => (document.activeElement as HTMLElement).blur();
const sorted = '/clients?sort=-title';
const place = () => currentLocation().pathname + currentLocation().search;

test('a client opens on its own page, from which every way back leads to the list as it was left', async () => {
  const { user } = await showClient(sorted, { code: 'tide', injectable_code: '<script></script>' });
  const entries = history.length;
  for (const way of ['u', '{Escape}', 'Back to clients']) {
    await user.click(await screen.findByRole('link', { name: 'Tidewater' }));
    expect((await field(/^Title/)).value).toBe('Tidewater');
    expect(screen.getByRole('heading', { name: 'Tidewater' })).toBeTruthy();
    expect(screen.getByRole('region', { name: 'Embed code' }).textContent).toContain('<script></script>');
    await user.click(await screen.findByRole('link', { name: 'CSS' }));
    await runPageAction('Test sign-in');
    await screen.findByText('Sign-in works');
    await user.click(screen.getByRole('link', { name: 'Settings' }));
    leaveField();
    if (way.startsWith('Back')) await user.click(screen.getByRole('link', { name: way }));
    else await user.keyboard(way);
    await waitFor(() => expect(place()).toBe(sorted));
    expect(history.length).toBe(entries + 1);
    expect(document.activeElement).toBe(await screen.findByRole('link', { name: 'Tidewater' }));
  }
});

test('Back leads to the list from a missing client, and from a new one, created or not, as it was left', async () => {
  const { user } = await show('/clients/5');
  await screen.findByText('Not found');
  await user.click(screen.getByRole('link', { name: 'Back to clients' }));
  await waitFor(() => expect(place()).toBe('/clients'));
  await act(() => navigate(sorted));
  const open = async () => user.click((await screen.findAllByRole('link', { name: 'New client' }))[0] as HTMLElement);
  await open();
  await field(/^Title/);
  leaveField();
  await user.keyboard('u');
  await waitFor(() => expect(place()).toBe(sorted));
  await open();
  await user.type(await field(/^Title/), 'Gannet');
  await user.click(screen.getByRole('button', { name: /^Create/ }));
  await screen.findByRole('heading', { name: 'Gannet' });
  leaveField();
  await user.keyboard('u');
  await waitFor(() => expect(place()).toBe(sorted));
});

test.each([sorted, '/clients/1'])(
  'after deleting a client that was opened at %s, Back does not lead to it',
  async (at) => {
    const { user } = await showClient('/clients?sort=title');
    await screen.findByRole('link', { name: 'Tidewater' });
    await act(() => navigate(at));
    if (at === sorted) await user.click(await screen.findByRole('link', { name: 'Tidewater' }));
    await user.click(await screen.findByRole('button', { name: 'Delete' }));
    await waitFor(() => expect(place()).toBe(at === sorted ? sorted : '/clients'));
    await act(() => navigate(-1));
    await waitFor(() => expect(place()).toBe('/clients?sort=title'));
  },
);

const widget = {
  accent_color: '#0f766e',
  locales: ['en', 'pt'],
  allowed_origins: ['https://tidewater.example', 'https://shop.tidewater.example', 'app://tidewater'],
};
const rowTexts = () =>
  screen.getAllByRole('row').map((row) => [...row.querySelectorAll('td')].map((cell) => cell.textContent).slice(1, -2));
/** The colour beside a title. */
const dotOf = (title: string) => screen.getByRole('link', { name: title }).querySelector('[style]');

test('the list shows colours, languages, origins and last changes, and nothing for clients without them', async () => {
  const { db } = await startService();
  const updated_at_unix = minutesAgo(3 * 60);
  await aClient(db, { title: 'Tidewater', code: 'tide', settings: JSON.stringify(widget), updated_at_unix });
  await aClient(db, {
    title: 'Gannet',
    code: 'gannet',
    settings: '{"locale":"de","allowed_origins":"all","locales":7}',
  });
  await aClient(db, { title: 'Bare', code: 'bare', settings: '{"accent_color":"red;","locale":null}' });
  await show('/clients?sort=id');
  await screen.findByRole('link', { name: 'Tidewater' });
  expect(rowTexts().slice(1)).toEqual([
    ['Tidewater', 'tide', 'English, Portuguese', 'tidewater.example+2', '3 hours ago', '1'],
    ['Gannet', 'gannet', 'German', '', '', '2'],
    ['Bare', 'bare', '', '', '', '3'],
  ]);
  expect(dotOf('Tidewater')).toBeTruthy();
  expect(dotOf('Bare')).toBeNull();
});

test('another service may send the last change as an attribute, or not at all', async () => {
  const { db } = await startService();
  await aClient(db, { title: 'Tidewater' });
  await aClient(db, { title: 'Gannet' });
  const foreign = answering(
    (url) =>
      /\/clients(\?|$)/.test(url) &&
      Response.json({
        data: [
          { id: '1', type: 'clients', attributes: { title: 'Tidewater', updated_at: '2020-05-01T10:00:00Z' } },
          { id: '2', type: 'clients', attributes: { title: 'Gannet', updated_at: 'soon' } },
        ],
      }),
  );
  await renderPage('/clients', { routes: withOutbox(clientRoutes), wrapFetch: foreign });
  await screen.findByRole('link', { name: 'Tidewater' });
  expect(screen.getByText(/years ago/).getAttribute('datetime')).toBe('2020-05-01T10:00:00.000Z');
  expect(screen.getAllByRole('row')[2]?.textContent).not.toMatch(/undefined|null|NaN|Invalid/);
});

test('on a phone, a second line shows the fields that wide windows show as columns', async () => {
  asPhone();
  const { db } = await startService();
  await aClient(db, { title: 'Tidewater', code: 'tide', settings: JSON.stringify(widget), updated_at_unix: 1 });
  await aClient(db, { title: 'Bare', code: 'bare' });
  await show('/clients?sort=id');
  const link = await screen.findByRole('link', { name: /^Tidewater/ });
  expect(link.textContent).toMatch(/^TidewaterEnglish, Portuguesetidewater\.example\+2\d+ years ago$/);
  expect(screen.getByRole('link', { name: 'Bare' }).textContent).toBe('Bare');
});

test('deleting a client opens the list and can be undone', async () => {
  updateSettings({ undoSeconds: 30 });
  const { user } = await showClient('/clients/1');
  await user.click(await screen.findByRole('button', { name: 'Delete' }));
  expect(await screen.findByText(/No clients yet/)).toBeTruthy();
  await user.click(screen.getByRole('button', { name: /^Undo/ }));
  expect(await screen.findByRole('link', { name: 'Tidewater' })).toBeTruthy();
});
