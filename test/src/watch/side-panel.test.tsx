import { act, screen, waitFor, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { currentLocation, navigate } from '#src/lib/router.ts';
import { updateSettings } from '#src/lib/storage/settings.ts';
import { watchRoutes } from '#src/routes.tsx';
import { aMember, aMessage, aRoom, aUser } from '#test/builders.ts';
import { withoutExtensions } from '#test/src/answering.ts';
import { findToast, type PageOptions, renderPage, startService, startThenShow, takeToast } from '../render-page.tsx';
import { withOutbox } from '../with-outbox.tsx';
import { waitingSince } from './waiting.ts';

const routes = withOutbox([...watchRoutes, { path: '/rooms/:id', Component: () => <p>A room</p> }]);
const show = (path = '/watch', options: Partial<PageOptions> = {}) => renderPage(path, { routes, ...options });

/** A visitor who is waiting, and one who no longer is. */
async function startWithVisitors() {
  const service = await startService();
  const { db } = service;
  const ana = await aUser(db, { name: 'Ana', kind: 'visitor' });
  const settings = '{"client":"Gannet Air","language":"pt"}';
  const elena = await aRoom(db, { name: 'Elena', settings, ...waitingSince(12) });
  const joana = await aRoom(db, { name: 'Joana' });
  for (const { id } of [elena, joana])
    await aMessage(db, { room_id: id, user_id: ana.id, content: `Room ${id}` }, false);
  return { service, elena, joana };
}

const showVisitors = startThenShow(startWithVisitors, show);

const table = () => screen.findByRole('table', { name: 'Waiting visitors' });
const row = async (name: string) => within(await table()).getByRole('row', { name: new RegExp(name) });
const panel = (name: string) => screen.findByRole('complementary', { name: `Conversation with ${name}` });

/** A window of a width in pixels, until the end of the test. */
function withWidth(pixels: number): void {
  const isReached = (query: string) => {
    const [, rem] = /width >= ([\d.]+)rem/.exec(query) ?? [];
    return rem !== undefined && pixels >= Number(rem) * 16;
  };
  vi.stubGlobal('matchMedia', (query: string) => Object.assign(new EventTarget(), { matches: isReached(query) }));
}

test.each([1440, 1024])('at %i px, keys open and close the panel; client and language stay', async (px) => {
  withWidth(px);
  const { user, elena } = await showVisitors();
  await waitFor(async () => expect((await row('Elena')).textContent).toMatch(/Gannet Air.*Portuguese/));
  await user.keyboard('j');
  const opened = within(await panel('Elena'));
  expect(await opened.findByText(`Room ${elena.id}`)).toBeTruthy();
  expect(opened.getByText(/Gannet Air/).closest('p')?.textContent).toContain('Portuguese');
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('complementary', { name: /Conversation/ })).toBeNull());
});

test('with single keys turned off, Escape still closes the panel, as its button says', async () => {
  updateSettings({ shortcuts: false });
  const { user, elena } = await showVisitors(({ elena }) => `/watch/${elena.id}`);
  const close = await within(await panel('Elena')).findByRole('button', { name: 'Close' });
  expect(close.getAttribute('aria-keyshortcuts')).toBe('Escape');
  await user.keyboard('j');
  expect(currentLocation().pathname).toBe(`/watch/${elena.id}`);
  await user.keyboard('{Escape}');
  await waitFor(() => expect(currentLocation().pathname).toBe('/watch'));
});

test('at 768 px client and language are columns, and a row links to its room', async () => {
  withWidth(768);
  const { user, elena } = await showVisitors();
  await waitFor(async () => expect((await row('Elena')).textContent).toMatch(/Gannet Air.*Portuguese/));
  await user.keyboard('jo');
  expect(await screen.findByText('A room')).toBeTruthy();
  expect(currentLocation().pathname).toBe(`/rooms/${elena.id}`);
});

test('a link to a missing room says so, and to a room that is no longer waiting opens its panel and says so', async () => {
  const { user, joana } = await showVisitors('/watch/4711');
  const missing = await screen.findByRole('complementary', { name: 'Room' });
  expect(await within(missing).findByText('Not found')).toBeTruthy();
  await user.keyboard('{Escape}');
  await waitFor(() => expect(currentLocation().pathname).toBe('/watch'));
  expect(screen.queryByRole('complementary', { name: 'Room' })).toBeNull();
  await act(() => navigate(`/watch/${joana.id}`));
  const opened = within(await panel('Joana'));
  expect(await opened.findByText(`Room ${joana.id}`)).toBeTruthy();
  expect(opened.getByText(/No longer waiting/)).toBeTruthy();
  expect(opened.getByRole('button', { name: 'Answered elsewhere' }).getAttribute('aria-disabled')).toBe('true');
  await user.keyboard('e');
  await findToast('This visitor is no longer waiting.');
});

test('with nothing open, each key says why it does nothing, or what it did', async () => {
  const { user } = await showVisitors();
  await row('Elena');
  for (const [key, text] of [
    ['u', 'Nothing to go back to.'],
    ['{Escape}', 'Nothing to go back to.'],
    ['x', 'Rows can’t be selected here.'],
    ['/', 'There’s no search on this page.'],
    ['e', 'Choose a row first (J/K).'],
    ['m', 'Choose a row first (J/K).'],
    ['w', 'Open a visitor first to write.'],
    ['.', 'The list is up to date.'],
    ['{Control>}a{/Control}', 'Rows can’t be selected here.'],
  ] as const) {
    await user.keyboard(key);
    await takeToast(text);
  }
});

test('showing an unread conversation in the panel marks it read, and m marks a row', async () => {
  const { service, elena } = await startWithVisitors();
  await aMember(service.db, elena.id, service.userIds.admin);
  const isUnread = async () =>
    (await service.send('GET', `/rooms/${elena.id}?roomMeta=summary`)).record.meta?.is_unread;
  expect(await isUnread()).toBe(true);
  const { user } = await show();
  await row('Elena');
  await user.keyboard('j');
  await panel('Elena');
  await waitFor(async () => expect(await isUnread()).toBe(false));
  await aMessage(service.db, { room_id: elena.id }, false);
  await user.keyboard('m');
  await waitFor(async () => expect(await isUnread()).toBe(false));
});

test('the focus returns to “Write” after Escape, Cancel and sending', async () => {
  const { user } = await showVisitors(({ elena }) => `/watch/${elena.id}`);
  const opened = within(await panel('Elena'));
  const write = await opened.findByRole('button', { name: 'Write' });
  const field = () => opened.findByRole('textbox', { name: 'Write a draft' });
  const isBack = () =>
    waitFor(() => {
      expect(opened.queryByRole('textbox', { name: 'Write a draft' })).toBeNull();
      expect(document.activeElement).toBe(write);
    });
  await user.keyboard('w');
  await user.type(await field(), 'On its way.{Escape}');
  await isBack();
  await user.keyboard('{Enter}');
  await field();
  await user.click(opened.getByRole('button', { name: 'Cancel' }));
  await isBack();
  await user.keyboard('w');
  await user.type(await field(), '{Control>}{Enter}{/Control}');
  await findToast('Sent for review');
  await isBack();
});

test('if the server keeps no read marks, m says so', async () => {
  const { user } = await showVisitors('/watch', { wrapFetch: withoutExtensions });
  await row('Elena');
  await user.keyboard('jm');
  await findToast('This server doesn’t let you mark rooms as read.');
});

test('the waiting visitors are exported as CSV, and the server is notified', async () => {
  const { service, elena } = await startWithVisitors();
  const { origin } = service;
  // Only the server of the page is notified.
  service.origin = location.origin;
  const saved: Blob[] = [];
  vi.spyOn(URL, 'createObjectURL').mockImplementation((file) => {
    if (file instanceof Blob) saved.push(file);
    return 'blob:csv';
  });
  vi.spyOn(URL, 'revokeObjectURL').mockImplementation(() => {});
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => {});
  const { user, requests } = await show('/watch', {
    wrapFetch: (fetch) => (input, init) => fetch(String(input).replace(location.origin, origin), init),
  });
  await row('Elena');
  await user.click(screen.getByRole('button', { name: 'Columns' }));
  await user.click(await screen.findByRole('button', { name: 'Export CSV' }));
  await findToast('Exported 1 row');
  const since = new Date((elena.awaiting_since_unix ?? 0) * 1000).toISOString();
  const lines = (await saved[0]?.text())?.split('\r\n');
  expect(lines?.[0]).toContain('"Waiting","Visitor","Last message","Client","Language","State"');
  expect(lines?.[1]).toBe(`"${since}","Elena","Room ${elena.id}","Gannet Air","Portuguese","No answer yet"`);
  // The rows are already loaded: this request is for the audit trail of the server.
  const told = requests.filter(({ headers }) => headers.get('X-Purpose') === 'export');
  expect(told.map(({ url }) => /awaiting_support.*page\[size\]=1$/.test(decodeURIComponent(url)))).toEqual([true]);
});

test('moving a column beside the panel keeps the places of those that the panel replaces', async () => {
  withWidth(1440);
  const { user } = await showVisitors();
  const columns = async () =>
    within(await table())
      .getAllByRole('columnheader')
      .flatMap((header) => header.getAttribute('aria-label') ?? []);
  await row('Elena');
  await user.keyboard('j');
  await panel('Elena');
  expect(await columns()).toEqual(['Waiting', 'Visitor', 'Last message', 'State']);
  await user.click(screen.getByRole('button', { name: 'Columns' }));
  await user.click(await screen.findByRole('button', { name: 'Move Visitor towards the end' }));
  expect(await columns()).toEqual(['Waiting', 'Last message', 'Visitor', 'State']);
  await user.keyboard('{Escape}{Escape}');
  await waitFor(() => expect(screen.queryByRole('complementary', { name: /Conversation/ })).toBeNull());
  expect(await columns()).toEqual(['Waiting', 'Last message', 'Visitor', 'Client', 'Language', 'State']);
});
