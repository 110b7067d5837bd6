import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { queryClient } from '#src/api/query-client.ts';
import { currentLocation } from '#src/lib/router.ts';
import { updateSettings } from '#src/lib/storage/settings.ts';
import { roomRoutes, watchRoutes } from '#src/routes.tsx';
import { aDraft, aMessage, aRoom, aUser } from '#test/builders.ts';
import { answering, ignoringPageNumbers, refusal, withoutExtensions } from '#test/src/answering.ts';
import { holdLongTimers } from '../hold-long-timers.ts';
import { pollQuickly } from '../poll-quickly.ts';
import { findToast, type PageOptions, renderPage, startService, startThenShow } from '../render-page.tsx';
import { textsOf } from '../texts-of.ts';
import { withOutbox } from '../with-outbox.tsx';
import { waitingSince, watchSight } from './waiting.ts';

const routes = withOutbox([...watchRoutes, { path: '/rooms/:id', Component: () => <p>A room</p> }]);
const show = (path = '/watch', options: Partial<PageOptions> = {}) => renderPage(path, { routes, ...options });

/** Three visitors who wait: without an answer, with a draft in review, and with an answer. */
async function startWithVisitors() {
  const service = await startService();
  const { db, userIds } = service;
  const ana = await aUser(db, { name: 'Ana', kind: 'visitor' });
  await service.create('clients', { title: 'Gannet Air', code: 'gannet', settings: { accent_color: '#117744' } });
  const settings = '{"client":"gannet","language":"pt"}';
  const elena = await aRoom(db, { name: 'Elena', settings, ...waitingSince(112) });
  const hassan = await aRoom(db, { name: 'Hassan', ...waitingSince(14) });
  const joana = await aRoom(db, { name: 'Joana', ...waitingSince(12) });
  const says = (room: { id: number }, content: string) =>
    aMessage(db, { room_id: room.id, user_id: ana.id, content }, false);
  await says(elena, 'Is anybody\nthere?');
  await says(hassan, 'It says no again');
  await says(joana, 'Is it ready?');
  await aMessage(db, { room_id: joana.id, user_id: userIds.agent, content: 'Nearly.' });
  const draft = await aDraft(db, { room_id: hassan.id, created_user_id: userIds.agent });
  return { service, elena, hassan, joana, draft };
}

const showVisitors = startThenShow(startWithVisitors, show);

const table = () => screen.findByRole('table', { name: 'Waiting visitors' });
const row = async (name: string) => within(await table()).getByRole('row', { name: new RegExp(name) });
const panel = (name: string) => screen.findByRole('complementary', { name: `Conversation with ${name}` });
const cellsOf = async (name: string) => textsOf(within(await row(name)).getAllByRole('cell'));

test('an unknown state or filter in the URL lists all visitors, and is reported as ignored', async () => {
  await showVisitors('/watch?filter[state]=lost&filter[kind]=support_room');
  expect(within(await table()).getAllByRole('row').length).toBeGreaterThan(3);
  expect(screen.getByText(/Ignored URL parameters: filter\[kind\], filter\[state\]/)).toBeTruthy();
});

const historiesIn = (requests: readonly Request[]) => requests.filter(({ url }) => url.includes('/history'));

test.each<[string, Partial<PageOptions>, number]>([
  ['our service, in one request', {}, 0],
  ['another service, by further requests for the rows in sight', { wrapFetch: withoutExtensions, isStrict: false }, 3],
])('a row shows the last message, the client, the language and the state at %s', async (_, options, histories) => {
  const { requests } = await showVisitors('/watch', options);
  await waitFor(async () => {
    expect(await cellsOf('Elena')).toEqual([
      '1 h 52 m Overdue',
      'Elena',
      'Is anybody there?',
      'Gannet Air',
      'Portuguese',
      'No answer yet',
    ]);
    expect((await cellsOf('Hassan')).slice(2)).toEqual(['It says no again', '–', '–', 'Draft in review · Sam agent']);
    expect((await cellsOf('Joana')).slice(2)).toEqual(['Nearly.', '–', '–', 'Answered']);
  });
  expect(historiesIn(requests)).toHaveLength(histories);
  expect(requests.some(({ url }) => url.includes('roomMeta'))).toBe(histories === 0);
});

test('at another service, rows that are not visible cause no requests', async () => {
  const { db } = await startService();
  for (let minute = 1; minute <= 9; minute++) await aRoom(db, { name: `Visitor ${minute}`, ...waitingSince(minute) });
  const watched = watchSight();
  const { requests } = await show('/watch', { wrapFetch: withoutExtensions, isStrict: false });
  await row('Visitor 9');
  await waitFor(() => expect(watched.size).toBeGreaterThan(0));
  const shown = await row('Visitor 3');
  for (const [element, comeIntoSight] of watched) if (shown.contains(element)) comeIntoSight();
  await waitFor(() => expect(historiesIn(requests)).toHaveLength(1));
  await waitFor(async () => expect((await row('Visitor 3')).textContent).toContain('No answer yet'));
  expect(historiesIn(requests)).toHaveLength(1);
  expect(requests.filter(({ url }) => url.includes('in_review'))).toHaveLength(1);
});

test('tabs list the visitors without an answer, and those with a draft in review, with their counts', async () => {
  const { user } = await showVisitors();
  const tabs = within(await screen.findByRole('navigation', { name: 'State' }));
  const tab = (name: string) => tabs.findByRole('link', { name });
  expect((await tab('Waiting 3')).getAttribute('aria-current')).toBe('page');
  await user.click(await tab('No answer yet 1'));
  await waitFor(() => expect(screen.queryByText('Hassan')).toBeNull());
  expect(await row('Elena')).toBeTruthy();
  await user.click(await tab('Draft in review 1'));
  expect(await row('Hassan')).toBeTruthy();
  expect(screen.queryByText('Elena')).toBeNull();
  expect(currentLocation().search).toBe('?filter%5Bstate%5D=in_review');
});

test('j and k move between rows and open each in the panel; Escape and u close the panel', async () => {
  const { user, elena, hassan } = await showVisitors();
  await row('Elena');
  await user.keyboard('j');
  expect(await within(await panel('Elena')).findByText(/Is anybody/)).toBeTruthy();
  expect(currentLocation().pathname).toBe(`/watch/${elena.id}`);
  expect((await row('Elena')).getAttribute('aria-current')).toBe('true');
  await user.keyboard('{ArrowDown}');
  expect(await panel('Hassan')).toBeTruthy();
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('complementary', { name: /Conversation/ })).toBeNull());
  expect(currentLocation().pathname).toBe('/watch');
  await user.keyboard('k');
  await panel('Elena');
  await user.keyboard('u');
  await waitFor(() => expect(currentLocation().pathname).toBe('/watch'));
  await user.click(await screen.findByText('Hassan'));
  await panel('Hassan');
  await user.keyboard('o');
  expect(await screen.findByText('A room')).toBeTruthy();
  expect(currentLocation().pathname).toBe(`/rooms/${hassan.id}`);
});

test('the panel links to the draft in review, and a draft is written in it, to whose field w and the button return', async () => {
  const { user, draft, service } = await showVisitors(({ hassan }) => `/watch/${hassan.id}`);
  const shown = within(await panel('Hassan'));
  const link = await shown.findByRole('link', { name: 'Review its draft' });
  expect(link.getAttribute('href')).toContain(`/review/${draft.id}`);
  await user.keyboard('w');
  const field = await shown.findByRole<HTMLTextAreaElement>('textbox', { name: 'Write a draft' });
  await user.type(field, 'Try');
  field.blur();
  await user.keyboard('w');
  await waitFor(() => expect(document.activeElement).toBe(field));
  await user.click(shown.getByRole('button', { name: 'Write' }));
  await waitFor(() => expect(document.activeElement).toBe(field));
  expect(field.value).toBe('Try');
  await user.keyboard(' the other card.{Control>}{Enter}{/Control}');
  await findToast('Sent for review');
  const { records } = await service.send('GET', '/support_draft_messages?filter[in_review]=1');
  expect(records.map(({ attributes }) => attributes?.message_content)).toContain('Try the other card.');
});

test('z and the button in the row undo “Answered elsewhere”: nothing is sent, and the wait keeps its start', async () => {
  holdLongTimers();
  const { user, requests, service, elena } = await showVisitors();
  await row('Elena');
  await user.keyboard('j');
  for (const takeBack of [
    () => user.keyboard('z'),
    async () => user.click(screen.getByRole('button', { name: 'Undo: Elena' })),
  ]) {
    await panel('Elena');
    await user.keyboard('e');
    await waitFor(async () => expect((await row('Elena')).textContent).toContain('Answered elsewhere'));
    expect(screen.getByText(/2 visitors waiting/)).toBeTruthy();
    await takeBack();
    await waitFor(async () => expect((await row('Elena')).textContent).not.toContain('Answered elsewhere'));
    expect(await panel('Elena')).toBeTruthy();
    expect(screen.getByText(/3 visitors waiting/)).toBeTruthy();
  }
  // A wait that is already being ended is not ended twice.
  await user.keyboard('e');
  await panel('Hassan');
  await user.keyboard('ke');
  await findToast('“Elena” is already marked as answered.');
  await user.keyboard('z');
  await waitFor(async () => expect((await row('Elena')).textContent).not.toContain('Answered elsewhere'));
  expect(requests.filter(({ method }) => method !== 'GET')).toEqual([]);
  const { record } = await service.send('GET', `/rooms/${elena.id}`);
  expect(record.meta?.awaiting_since_unix).toBe(elena.awaiting_since_unix);
});

test('“Answered elsewhere” opens the next visitor and ends the wait; refused, the row stays, with a retry', async () => {
  const { elena, service } = await startWithVisitors();
  updateSettings({ undoSeconds: 0 });
  let isRefused = true;
  const { user } = await show('/watch', {
    wrapFetch: answering(
      (_, { method }) =>
        method === 'PUT' && isRefused && refusal(403, { title: 'Forbidden', detail: 'Only on Sundays.' }),
    ),
  });
  await row('Elena');
  await user.keyboard('je');
  expect(await panel('Hassan')).toBeTruthy();
  await findToast('Couldn’t update “Elena”');
  await findToast('Only on Sundays.');
  expect(await row('Elena')).toBeTruthy();
  isRefused = false;
  const toasts = within(screen.getByRole('region', { name: 'Notifications' }));
  await user.click(toasts.getByRole('button', { name: 'Retry' }));
  await waitFor(() => expect(within(document.body).queryByRole('row', { name: /Elena/ })).toBeNull());
  const { record } = await service.send('GET', `/rooms/${elena.id}`);
  expect(record.attributes?.awaiting_support).toBe(false);
});

test('the panel stays open when the wait of its visitor ends, and says so', async () => {
  const { elena, service } = await startWithVisitors();
  pollQuickly();
  await show(`/watch/${elena.id}`);
  const shown = within(await panel('Elena'));
  await service.update('rooms', elena.id, { awaiting_support: false });
  expect(await shown.findByText(/No longer waiting/)).toBeTruthy();
  expect(shown.getByText(/Is anybody/)).toBeTruthy();
  expect(shown.getByRole('button', { name: 'Answered elsewhere' }).getAttribute('aria-disabled')).toBe('true');
});

test('overdue rows are tinted only while they are the minority', async () => {
  const { db } = await startService();
  await aRoom(db, { name: 'Overdue one', ...waitingSince(30) });
  await aRoom(db, { name: 'Fresh', ...waitingSince(1) });
  await show();
  expect((await row('Overdue one')).className).not.toContain('bg-');
  await aRoom(db, { name: 'Another one', ...waitingSince(1) });
  await queryClient.refetchQueries();
  await screen.findByText('Another one');
  expect((await row('Overdue one')).className).toContain('bg-');
  expect((await row('Another one')).className).not.toContain('bg-');
});

test('the charts show the waits that the service recorded', async () => {
  const { service } = await startWithVisitors();
  const { db } = service;
  const hour = 3600;
  const begun = Math.floor(Date.now() / 1000 / hour) * hour - 5 * hour;
  await db
    .updateTable('wait_recording')
    .set({ since_unix: begun - 24 * hour })
    .execute();
  const waits = [60, 120, 180].map((after) => ({ started_unix: begun + after, ended_unix: begun + 600 }));
  await db.insertInto('waits').values(waits).execute();
  const { user } = await show();
  const history = within(await screen.findByRole('region', { name: 'History' }));
  expect(await history.findByText(/^Recorded by the server since /)).toBeTruthy();
  const busiest = await history.findByRole('table', { name: 'Busiest hours' });
  expect(within(busiest).getByText('3')).toBeTruthy();
  expect(history.getByText(/^Peak: \w+ .+ \(3 visitors\)$/)).toBeTruthy();
  await user.click(history.getByText('Show as table'));
  const hours = within(history.getByRole('table', { name: 'Visitors waiting per hour' }));
  expect(hours.getAllByRole('row').length).toBeGreaterThan(10);
});

test('without recorded waits, the charts say what they show instead', async () => {
  await showVisitors('/watch', { wrapFetch: withoutExtensions });
  const history = within(await screen.findByRole('region', { name: 'History' }));
  expect(await history.findByText(/^Recorded by this browser since /)).toBeTruthy();
  expect(await history.findByRole('table', { name: 'New visitors per hour' })).toBeTruthy();
  expect(history.getByText(/This server doesn’t record waiting times/)).toBeTruthy();
});

test('without recorded waits, each room is counted once, also if the server ignores the page number', async () => {
  const { db } = await startService();
  const at = (day: number) => new Date().setHours(12, 0, 0, 0) / 1000 - day * 86_400;
  for (const day of [1, 1, 2, 3, 4]) await aRoom(db, { created_at_unix: at(day) });
  const firstThree = ignoringPageNumbers((url) => url.includes('sort=-created_at_unix'), 3);
  await show('/watch', { wrapFetch: (fetch) => firstThree(withoutExtensions(fetch)) });
  expect((await screen.findByText(/support rooms? opened/)).textContent).toMatch(/^2 support rooms opened/);
});

test('leaving a room opened from Watch returns to its visitor in Watch, with J and K between the visitors', async () => {
  const rooms = withOutbox([...watchRoutes, ...roomRoutes]);
  const { user, elena } = await showVisitors('/watch', { routes: rooms });
  const room = (name: string) => screen.findByRole('heading', { level: 1, name });
  await row('Elena');
  await user.keyboard('j');
  await panel('Elena');
  await user.keyboard('{Enter}');
  await room('Elena');
  expect(screen.getByRole('link', { name: 'Watch' })).toBeTruthy();
  await user.keyboard('u');
  await panel('Elena');
  expect(currentLocation().pathname).toBe(`/watch/${elena.id}`);
  await user.keyboard('j');
  await panel('Hassan');
  await user.click(screen.getByRole('link', { name: 'Open room' }));
  await room('Hassan');
  await user.keyboard('j');
  await room('Joana');
  await user.keyboard('{Escape}');
  await panel('Joana');
  expect(document.activeElement?.textContent).toBe('Joana');
});
