import { screen, waitFor, within } from '@testing-library/react';
import { Outlet, type RouteObject } from 'react-router';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { drafts } from '#contract/drafts.ts';
import { rooms } from '#contract/rooms.ts';
import { capabilities, isUnsupported, unannouncedGaps } from '#src/api/capabilities.ts';
import { signIn } from '#src/api/connection.ts';
import { fetchHistory } from '#src/api/history.ts';
import { queryClient } from '#src/api/query-client.ts';
import { fetchList } from '#src/api/reads.ts';
import { waitingRoomsQuery } from '#src/domain/waiting/waiting-rooms-query.ts';
import { Component as ConnectRoute } from '#src/features/connections/connect-page.tsx';
import { checkToken } from '#src/features/connections/use-sign-in.ts';
import { CapabilityNotices, consumeNotices } from '#src/features/settings/capabilities/capability-notices.tsx';
import { clientRoutes, watchRoutes } from '#src/routes.tsx';
import { dismissToast, toasts } from '#src/ui/overlay/toasts.ts';
import { rewriting } from '#test/src/answering.ts';
import { failing, refusedWith } from '#test/src/network-faults.ts';
import { aClient, aMessage, aRoom, aUser } from '../builders.ts';
import { hastenTimers } from '../src/hold-long-timers.ts';
import { findToast, renderPage, startService } from '../src/render-page.tsx';
import { deskRoutes, freshDesk, manyDrafts, oneDraft, openDesk, queue } from '../src/review/render-review-desk.tsx';
import { fetchThrough } from './fetch-through.ts';
import { type RewriteName, rewrites } from './rewrites.ts';

beforeEach(freshDesk);

const through = (...names: RewriteName[]) => fetchThrough(names.map((name) => rewrites[name]));
const refusing: RewriteName[] = [
  'no people along: 112',
  'no people along: 101',
  'nothing along: words',
  'nothing along: no words',
];
const query = (url: string) => new URL(url).searchParams;
const listed = (requests: readonly Request[]) =>
  requests.filter(({ url }) => new URL(url).pathname.endsWith('/support_draft_messages')).map(({ url }) => query(url));

describe.each(refusing)('%s', (name) => {
  test('the queue is read without the include, shows its rooms and people, and the refusal is remembered', async () => {
    const { room } = await oneDraft(await startService());
    const { requests } = await openDesk('/review', 'It is on its way.', { wrapFetch: through(name) });
    await within(queue()).findByText('Anna · parcel');
    await screen.findAllByText('Sam agent');
    expect(screen.queryByText('Unknown room')).toBeNull();
    // The author of the open draft is loaded after the draft.
    await waitFor(() => expect(screen.queryByText('Someone')).toBeNull());
    expect(unannouncedGaps(capabilities.get()).filter((lack) => lack.includes('include['))).not.toEqual([]);
    requests.length = 0;
    await fetchList(drafts, { filter: { room_id: String(room.id) }, include: ['created_user'] });
    const asked = listed(requests);
    expect(asked.length).toBeGreaterThan(0);
    expect(asked.filter((search) => search.get('include')?.includes('created_user'))).toEqual([]);
  });

  test('a single draft is read without the include as well', async () => {
    const { draft } = await oneDraft(await startService());
    await openDesk(`/review/${draft.id}`, 'It is on its way.', { wrapFetch: through(name, 'filters are ignored') });
    const chosen = within(screen.getByRole('region', { name: 'Current draft' }));
    await within(chosen.getByRole('article', { name: 'Draft' })).findByText('Sam agent');
    expect((await chosen.findAllByText('Anna · parcel')).length).toBeGreaterThan(0);
  });
});

test('links without linkage are followed, a few at a time, also if every include is refused', async () => {
  await manyDrafts(await startService(), 12);
  let [running, most] = [0, 0];
  await openDesk('/review', 'reply 1', {
    wrapFetch: (fetch) => {
      const served = through('nothing along: words', 'links without linkage')(fetch);
      return async (input, init) => {
        const isFollowed = /\/\d+\/(room|created_user)$/.test(String(input));
        if (isFollowed) most = Math.max(most, ++running);
        const answer = await served(input, init);
        if (isFollowed) running--;
        return answer;
      };
    },
  });
  for (let number = 1; number <= 12; number++) await within(queue()).findByText(`Room ${number}`);
  expect(most).toBeGreaterThan(0);
  // Includes the requests for the open draft.
  expect(most).toBeLessThanOrEqual(4);
  expect(screen.queryByText('Unknown room')).toBeNull();
});

test.each<RewriteName>(['not sorted by time: 114', 'not sorted at all'])('%s: sorted in the browser', async (name) => {
  const { db } = await startService();
  for (const [index, room] of ['Berta', 'Anna', 'Carla'].entries())
    await aRoom(db, { name: room, created_at_unix: 1_700_000_000 + ((index * 7) % 5) });
  const { requests } = await renderPage('/', {
    routes: [{ path: '/', Component: () => <CapabilityNotices /> }],
    wrapFetch: through(name),
  });
  const sorted = async () => {
    const { rows } = await fetchList(rooms, { sort: ['-created_at_unix'], filter: { kind: 'support_room' } });
    return rows.map((row) => row.created_at_unix);
  };
  const times = await sorted();
  expect(times).toEqual(times.toSorted((a, b) => b - a));
  expect(times.length).toBeGreaterThan(3);
  await findToast('This server doesn’t sort rooms by “created_at_unix”. Countersign sorts the loaded rows.');
  requests.length = 0;
  expect(await sorted()).toEqual(times);
  expect(requests).toHaveLength(1);
});

test.each<[string, RewriteName[]]>([
  ['are refused', ['compound fields are refused']],
  ['are refused without saying so', ['compound fields are refused', 'dashed keys', 'errors without a body']],
  ['are left out', ['compound fields are left out']],
  ['are left out at a tenant with dashes', ['compound fields are left out', 'dashed keys']],
])('where some fields %s, Watch reads whole rooms without a notice', async (_, names) => {
  const { db } = await startService();
  await aRoom(db, { name: 'Anna', awaiting_support: 1, awaiting_since_unix: Math.floor(Date.now() / 1000) - 420 });
  const { requests } = await renderPage('/watch', { routes: withNotices(watchRoutes), wrapFetch: through(...names) });
  const table = await screen.findByRole('table', { name: 'Waiting visitors' });
  expect(within(table).getByRole('row', { name: /Anna/ })).toBeTruthy();
  expect(unannouncedGaps(capabilities.get())).toEqual([]);
  expect(isUnsupported('GET /rooms fields[rooms]')).toBe(true);
  requests.length = 0;
  await queryClient.query({ ...waitingRoomsQuery(), staleTime: 0 });
  const asked = requests.map(({ url }) => query(url)).filter((search) => search.has('filter[awaiting_support]'));
  expect(asked.length).toBeGreaterThan(0);
  expect(asked.filter((search) => search.has('fields[rooms]'))).toEqual([]);
});

test('of concurrent reads whose fields are left out, each is repeated', async () => {
  const { db } = await startService();
  await aRoom(db, { name: 'Anna', awaiting_support: 1 });
  await renderPage('/', {
    routes: [{ path: '/', Component: () => <CapabilityNotices /> }],
    wrapFetch: through('compound fields are left out'),
  });
  const readWaiting = async () => {
    const fields = { rooms: ['name', 'awaiting_support'] };
    const { rows } = await fetchList(rooms, { filter: { awaiting_support: '1' }, fields });
    return rows.map((room) => [room.name, room.awaiting_support]);
  };
  expect(await Promise.all([readWaiting(), readWaiting()])).toEqual([[['Anna', true]], [['Anna', true]]]);
});

test('a tenant with dashed names is not asked for fields by other names', async () => {
  await oneDraft(await startService());
  const { requests } = await openDesk('/review', 'It is on its way.', { wrapFetch: through('dashed keys') });
  requests.length = 0;
  await fetchList(rooms, { filter: { starred: '1' }, fields: { rooms: ['awaiting_support'] } });
  const asked = requests.map(({ url }) => query(url)).filter((search) => search.has('filter[starred]'));
  expect(asked.map((search) => [...search.keys()])).toEqual([['filter[starred]']]);
});

test.each<[RewriteName[]]>([
  [['users are not included']],
  [['nothing is included', 'links without linkage']],
  [['nothing is included', 'no history']],
])('with %j, a conversation has its authors', async (names) => {
  const { db, fetch, origin, tokens, userIds } = await startService();
  const room = await aRoom(db, { name: 'Anna' });
  const visitor = await aUser(db, { name: 'Anna', kind: 'visitor' });
  await aMessage(db, {
    room_id: room.id,
    user_id: visitor.id,
    content: 'Where is it?',
    created_at_unix: 1_700_000_000,
  });
  await aMessage(db, { room_id: room.id, user_id: userIds.agent, content: 'Near.', created_at_unix: 1_700_000_009 });
  vi.stubGlobal('fetch', through(...names)(fetch));
  signIn(origin, tokens.admin);
  const { entries } = await fetchHistory(String(room.id), 1, {});
  expect(entries.map(({ text, author }) => [text, author?.name, author?.isVisitor])).toEqual([
    ['Near.', 'Sam agent', false],
    ['Where is it?', 'Anna', true],
  ]);
});

const busy = refusedWith(503, {}, { 'Retry-After': '1' });

/** Adds the notices of the app shell to the routes. */
const withNotices = (routes: RouteObject[]): RouteObject[] => [
  {
    Component: () => (
      <>
        <CapabilityNotices />
        <Outlet />
      </>
    ),
    children: routes,
  },
];

test('a first read that has to wait is retried, and the page says so', async () => {
  hastenTimers();
  await oneDraft(await startService());
  await renderPage('/review', {
    routes: withNotices(deskRoutes),
    role: 'reviewer',
    wrapFetch: failing((url) => /support_draft_messages\?.*include/.test(url), busy, busy, busy, busy),
  });
  await findToast('The server is busy. Retrying automatically.');
  const pane = await screen.findByRole('region', { name: 'Review queue' });
  expect(await within(pane).findByText(/It is on its way/)).toBeTruthy();
  expect(within(pane).queryByRole('alert')).toBeNull();
});

/** Adds a warning to every response. */
const warning = (detail: string) =>
  rewriting(
    () => true,
    (document) => ({ ...document, meta: { warnings: [{ title: 'Old fields', detail }] } }),
  );

test.each<[string, RouteObject[]]>([
  ['/review', deskRoutes],
  ['/clients/1', clientRoutes],
])('a warning at %s is shown with its title and detail, once', async (path, routes) => {
  const { db } = await startService();
  await aClient(db);
  await renderPage(path, { routes: withNotices(routes), wrapFetch: warning(path) });
  expect(await findToast(`Old fields: ${path}`)).toBeTruthy();
  await queryClient.refetchQueries();
  expect(toasts.get().filter(({ detail }) => detail?.startsWith('Old fields'))).toHaveLength(1);
  dismissToast(toasts.get()[0]?.id ?? '');
  await queryClient.refetchQueries();
  expect(toasts.get().filter(({ detail }) => detail?.startsWith('Old fields'))).toEqual([]);
});

test('a warning during the sign-in is shown afterwards, once', async () => {
  const service = await startService();
  vi.stubGlobal('fetch', warning('at the door')(service.fetch));
  const { origin: key, tokens } = service;
  await checkToken(key, tokens.admin, false);
  await checkToken(key, tokens.admin, false);
  expect(consumeNotices(key).warnings).toEqual(['Old fields: at the door']);
});

test('a sign-in that has to wait is retried, and the page says so', async () => {
  const service = await startService();
  const { user } = await renderPage('/connect?new', {
    routes: [
      { path: '/connect', Component: ConnectRoute },
      { path: '/', Component: () => <p>The first page</p> },
    ],
    wrapFetch: failing((url) => url.includes('support_draft_messages'), busy),
  });
  await user.type(await screen.findByLabelText('Server address'), service.origin);
  await user.type(screen.getByLabelText('Access token'), service.tokens.admin);
  await user.click(screen.getByRole('button', { name: 'Connect' }));
  expect(await screen.findByText('The server is busy. Retrying automatically.')).toBeTruthy();
  expect(await screen.findByText('The first page')).toBeTruthy();
});
