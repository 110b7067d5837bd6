import { act, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, test } from 'vitest';
import { queryClient } from '#src/api/query-client.ts';
import { currentLocation, navigate } from '#src/lib/router.ts';
import { updateSettings } from '#src/lib/storage/settings.ts';
import { roomRoutes } from '#src/routes.tsx';
import { aClient, aDraft, aMessage, aRoom, aSuggestion, aUser, MADE_AT_UNIX } from '#test/builders.ts';
import { answering, holding, refusal } from '#test/src/answering.ts';
import { findPicker } from '../find-picker.ts';
import { holdLongTimers } from '../hold-long-timers.ts';
import { pollQuickly } from '../poll-quickly.ts';
import { findToast, type PageOptions, renderPage, startService, takeToast } from '../render-page.tsx';
import { rowAround } from '../row-around.ts';
import { withOutbox } from '../with-outbox.tsx';

beforeEach(() => updateSettings({ undoSeconds: 6 }));

const routes = withOutbox([...roomRoutes, { path: '/rooms', Component: () => <p>All rooms</p> }]);
const show = (path: string, options: Partial<PageOptions> = {}) => renderPage(path, { routes, ...options });

async function startWithRoom() {
  const service = await startService();
  const { db } = service;
  const ana = await aUser(db, { name: 'Ana', kind: 'visitor' });
  const room = await aRoom(
    db,
    { name: 'Blue Heron', description: 'By the harbour', settings: '{"language":"pt"}', is_private: 1 },
    [ana.id, service.userIds.agent],
  );
  await aMessage(db, { room_id: room.id, user_id: ana.id, content: 'Is it open?' }, false);
  await aDraft(db, { room_id: room.id, created_user_id: service.userIds.agent, message_content: 'Until nine.' });
  await aSuggestion(db, { room_id: room.id, suggestion_messages_data: '[{"kind":"text","content":"Welcome!"}]' });
  await aSuggestion(db, { suggestion_messages_data: '[{"kind":"text","content":"Of another room"}]' });
  const path = `/rooms/${room.id}`;
  const attributes = async () => (await service.send('GET', path)).record.attributes ?? {};
  return { service, room, path, attributes };
}

/** Shows the room's page. */
async function showRoom(options: Partial<PageOptions> = {}) {
  const made = await startWithRoom();
  return { ...made, ...(await show(made.path, options)) };
}

/** Write requests, except those that mark the room as read. */
const changesIn = (requests: readonly Request[]) =>
  requests.filter(({ method, url }) => method !== 'GET' && !url.endsWith('/mark_read'));

const awaitsSupport = () => screen.findByRole<HTMLInputElement>('switch', { name: 'Waiting' });
const section = async (name: string | RegExp) => within(await screen.findByRole('region', { name }));

test('a draft in review is in the conversation where it was written, until it is decided', async () => {
  updateSettings({ undoSeconds: 0 });
  const { path, room, service } = await startWithRoom();
  const { db, userIds } = service;
  const at = MADE_AT_UNIX + 86_400;
  const said = (content: string, unix: number) =>
    aMessage(db, { room_id: room.id, user_id: userIds.agent, content, created_at_unix: unix });
  await said('A moment', at);
  const draft = { room_id: room.id, created_user_id: userIds.agent };
  await aDraft(db, { ...draft, message_content: 'Until ten.', created_at_unix: at + 60 });
  await said('Still there?', at + 120);
  await aDraft(db, { ...draft, message_content: 'Come in.', created_at_unix: at + 180 });
  const { user } = await show(path, { role: 'reviewer' });
  const messages = within(await screen.findByRole('list', { name: 'Messages' }));
  await messages.findByText('Come in.');
  const order = ['Is it open?', 'Until nine.', 'A moment', 'Until ten.', 'Still there?', 'Come in.'];
  const shown = () => order.filter((text) => messages.queryByText(text));
  const places = order.map((text) => messages.getByText(text));
  for (const [index, place] of places.slice(1).entries())
    expect(places[index]?.compareDocumentPosition(place)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
  expect(messages.getAllByRole('article', { name: 'Draft' })[0]?.textContent).toMatch(
    /^Draft by Sam agent.*Not sent yet/,
  );
  // One mark for each of the two days.
  expect(messages.getAllByText(/20\d\d|Monday|Tuesday|Wednesday|Thursday|Friday|Saturday|Sunday/)).toHaveLength(2);
  await user.keyboard('a');
  const status = async () => (await service.send('GET', '/support_draft_messages/1')).record.attributes?.status;
  await waitFor(async () => expect(await status()).toBe('approved'));
  // The approved draft is a message now.
  await waitFor(() => expect(messages.getAllByRole('article', { name: 'Draft' })).toHaveLength(2));
  expect(shown()).toContain('Come in.');
});

test('a draft without a creation time is at the end of the conversation, without a time', async () => {
  const { path, room, service } = await startWithRoom();
  await aDraft(service.db, {
    room_id: room.id,
    created_user_id: service.userIds.agent,
    message_content: 'Timeless.',
    created_at_unix: 0,
  });
  await show(path, { role: 'reviewer' });
  const messages = within(await screen.findByRole('list', { name: 'Messages' }));
  const card = (await messages.findByText('Timeless.')).closest('article');
  const last = messages.getAllByRole('listitem').at(-1);
  expect(last?.contains(card)).toBe(true);
  expect(card?.textContent).toMatch(/^Draft by Sam agent(?! ·).*Not sent yet/);
  expect(messages.queryByText(/1970/)).toBeNull();
});

test('a room shows its conversation, facts, members, drafts and suggestions', async () => {
  const { user } = await showRoom();
  expect(await screen.findByRole('heading', { level: 1, name: 'Blue Heron' })).toBeTruthy();
  expect(await (await section('Conversation')).findByText('Is it open?')).toBeTruthy();
  expect(await (await section(/Drafts in review/)).findByText('Until nine.')).toBeTruthy();
  expect((await section('Details')).getByText('By the harbour')).toBeTruthy();
  const members = await section(/Members/);
  expect(await members.findByText('Sam agent')).toBeTruthy();
  expect(members.getByText('Ana').closest('li')?.textContent).toContain('Visitor');
  const suggestions = await section('Suggestions');
  expect(await suggestions.findByText('Welcome!')).toBeTruthy();
  expect(suggestions.queryByText('Of another room')).toBeNull();
  await user.click(screen.getByText('Settings'));
  expect(screen.getByText(/"language": "pt"/)).toBeTruthy();
});

test('the switch for waiting changes at once, and is sent when the undo window ends', async () => {
  updateSettings({ undoSeconds: 0 });
  const { user, attributes } = await showRoom();
  const toggle = await awaitsSupport();
  expect(toggle.checked).toBe(false);
  await user.click(toggle);
  expect(toggle.checked).toBe(true);
  await waitFor(async () => expect((await attributes()).awaiting_support).toBe(true));
  const header = screen.getByRole('heading', { level: 1 }).parentElement;
  await waitFor(() => expect(header?.textContent).toMatch(/Waiting \d/));
  await user.click(toggle);
  await waitFor(async () => expect((await attributes()).awaiting_support).toBe(false));
});

test.each<[string, (page: Awaited<ReturnType<typeof show>>, toggle: HTMLElement) => Promise<unknown>]>([
  ['switching back', ({ user }, toggle) => user.click(toggle)],
  ['z', ({ user }) => user.keyboard('z')],
  ['Undo', async ({ user }) => user.click(await screen.findByRole('button', { name: /Undo/ }))],
])('%s within the undo window sends nothing, and the wait keeps its start', async (_, takeBack) => {
  holdLongTimers();
  const { service, room, path } = await startWithRoom();
  await service.update('rooms', room.id, { awaiting_support: true }, { as: 'supervisor' });
  const since = async () => (await service.send('GET', path)).record.meta?.awaiting_since_unix;
  const before = await since();
  const page = await show(path);
  const toggle = await awaitsSupport();
  await page.user.click(toggle);
  await findToast('“Blue Heron” is no longer waiting');
  expect(toggle.checked).toBe(false);
  await takeBack(page, toggle);
  await waitFor(() => expect(toggle.checked).toBe(true));
  expect(screen.queryByRole('button', { name: /Undo/ })).toBeNull();
  expect(changesIn(page.requests)).toEqual([]);
  expect(await since()).toBe(before);
});

test('a switch is sent when the page is left, with a keepalive request', async () => {
  holdLongTimers();
  const { user, requests, attributes } = await showRoom();
  await user.click(await awaitsSupport());
  window.dispatchEvent(new PageTransitionEvent('pagehide'));
  await waitFor(async () => expect((await attributes()).awaiting_support).toBe(true));
  const sent = changesIn(requests);
  expect(sent.map(({ method, keepalive }) => [method, keepalive])).toEqual([['PUT', true]]);
});

test('a refused switch reverts and shows the reason', async () => {
  updateSettings({ undoSeconds: 0 });
  const { user } = await showRoom({
    wrapFetch: answering(
      (_, { method }) => method === 'PUT' && refusal(403, { title: 'Forbidden', detail: 'Only on Sundays.' }),
    ),
  });
  const toggle = await awaitsSupport();
  await user.click(toggle);
  await findToast('Only on Sundays.');
  expect(toggle.checked).toBe(false);
});

test('a draft written on the page appears among the drafts in review', async () => {
  const { user, requests } = await showRoom({ role: 'agent' });
  await user.type(await screen.findByRole('textbox', { name: 'Write a draft' }), 'And until noon on Sundays.');
  await user.keyboard('{Control>}{Enter}{/Control}');
  await findToast('Sent for review');
  expect(await (await section(/Drafts in review/)).findByText('And until noon on Sundays.')).toBeTruthy();
  expect(screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Write a draft' }).value).toBe('');
  expect(requests.filter(({ method }) => method === 'POST')).toHaveLength(1);
});

test('a room is edited in a dialog over its page', async () => {
  const { user, path, attributes } = await showRoom();
  await user.click(await screen.findByRole('link', { name: 'Edit' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Edit room' }));
  const name = await dialog.findByRole('textbox', { name: /^Name/ });
  await user.clear(name);
  await user.type(name, 'Grey Heron');
  await user.click(dialog.getByRole('button', { name: /Save/ }));
  await waitFor(() => expect(currentLocation().pathname).toBe(path));
  expect(await screen.findByRole('heading', { level: 1, name: 'Grey Heron' })).toBeTruthy();
  expect(await attributes()).toMatchObject({ name: 'Grey Heron', description: 'By the harbour' });
});

test('deleting opens the list and can be undone', async () => {
  holdLongTimers();
  const { path, attributes } = await startWithRoom();
  const { user } = await show(`${path}/edit`);
  await user.click(await screen.findByRole('button', { name: 'Delete' }));
  expect(await screen.findByText('All rooms')).toBeTruthy();
  await findToast('Deleted “Blue Heron”');
  await user.click(screen.getByRole('button', { name: /Undo/ }));
  expect((await attributes()).name).toBe('Blue Heron');
});

test('an agent can read but not edit', async () => {
  await showRoom({ role: 'agent' });
  expect((await awaitsSupport()).disabled).toBe(true);
  expect(screen.queryByRole('link', { name: 'Edit' })).toBeNull();
});

test('a missing room says so', async () => {
  await show('/rooms/4711');
  expect(await screen.findByText('Not found')).toBeTruthy();
});

test('members are added and removed, and a removal can be undone', async () => {
  holdLongTimers();
  const { path, service } = await startWithRoom();
  await aUser(service.db, { name: 'Nils Grote' });
  const names = async () =>
    (await service.send('GET', `${path}/users`)).records.map(({ attributes }) => attributes?.name);
  const { user } = await show(path);
  const members = await section(/Members/);
  await user.click(await findPicker(/Add a member/));
  await user.keyboard('nils');
  await user.click(await screen.findByRole('option', { name: 'Nils Grote' }));
  await waitFor(async () => expect(await names()).toContain('Nils Grote'));
  await user.click(await members.findByRole('button', { name: 'Remove Sam agent' }));
  await waitFor(async () => expect(await names()).not.toContain('Sam agent'));
  await findToast('Removed Sam agent');
  await user.click(screen.getByRole('button', { name: 'Undo' }));
  await waitFor(async () => expect(await names()).toContain('Sam agent'));
  expect(await members.findByText('Sam agent')).toBeTruthy();
});

test('two removals in quick succession each say what became of them', async () => {
  const { path, service } = await startWithRoom();
  const first = Promise.withResolvers<Response>();
  let removals = 0;
  const { user } = await show(path, {
    wrapFetch: answering((_, { method }) => method === 'DELETE' && ++removals === 1 && first.promise),
  });
  const members = await section(/Members/);
  await user.click(await members.findByRole('button', { name: 'Remove Ana' }));
  await user.click(members.getByRole('button', { name: 'Remove Sam agent' }));
  await findToast('Removed Sam agent');
  first.resolve(refusal(403, { title: 'Forbidden', detail: 'Ana stays.' }));
  await findToast('Couldn’t change the members');
  await findToast('Ana stays.');
  expect((await service.send('GET', `${path}/users`)).records).toHaveLength(1);
});

test('a removal can be undone after the page is left', async () => {
  holdLongTimers();
  const { path, service } = await startWithRoom();
  const names = async () =>
    (await service.send('GET', `${path}/users`)).records.map(({ attributes }) => attributes?.name);
  const { wrapFetch, release } = holding((_, { method }) => method === 'DELETE');
  const { user } = await show(path, { wrapFetch });
  await user.click(await (await section(/Members/)).findByRole('button', { name: 'Remove Sam agent' }));
  await act(() => navigate('/rooms'));
  await screen.findByText('All rooms');
  release();
  await findToast('Removed Sam agent');
  expect(await names()).not.toContain('Sam agent');
  await user.click(screen.getByRole('button', { name: 'Undo' }));
  await waitFor(async () => expect(await names()).toContain('Sam agent'));
});

test('the details name the visitor’s client, page and language, flags in words, and other simple settings', async () => {
  const { path, room, service } = await startWithRoom();
  await aClient(service.db, { code: 'gannet', title: 'Gannet Air', settings: '{"accent_color":"#0f766e"}' });
  const settings = { client: 'gannet', page_url: 'https://gannet.example/refunds', language: 'pt', plan: 'gold' };
  await service.db
    .updateTable('rooms')
    .set({ settings: JSON.stringify(settings), enabled: 0 })
    .where('id', '=', room.id)
    .execute();
  await service.db
    .insertInto('room_members')
    .values({ room_id: room.id, user_id: service.userIds.admin, starred: 1 })
    .execute();
  await show(path);
  const facts = await section('Details');
  const fact = async (name: string) => (await facts.findByText(name)).nextElementSibling?.textContent;
  await waitFor(async () => expect(await fact('Flags')).toBe('Private, Disabled, Starred'));
  await waitFor(async () => expect(await fact('Client')).toBe('Gannet Air'));
  expect(facts.getByRole('link', { name: 'gannet.example/refunds' }).getAttribute('href')).toBe(settings.page_url);
  expect(await fact('Plan')).toBe('gold');
  expect(await fact('Language')).toBe('Portuguese');
});

describe('the keys of drafts', () => {
  const drafts = async () => section(/Drafts in review/);
  const draftOf = (text: string) => async () => rowAround(await (await drafts()).findByText(text));
  const first = draftOf('Until nine.');

  async function startWithTwo() {
    const started = await startWithRoom();
    const { db, userIds } = started.service;
    await aDraft(db, {
      room_id: started.room.id,
      created_user_id: userIds.agent,
      created_at_unix: MADE_AT_UNIX + 60,
      message_content: 'Until ten.',
    });
    const found = (await started.service.send('GET', '/support_draft_messages?sort=id')).records;
    const statusOf = async (text: string) => {
      const { id } = found.find(({ attributes }) => attributes?.message_content === text) ?? {};
      return (await started.service.send('GET', `/support_draft_messages/${id}`)).record.attributes ?? {};
    };
    return { ...started, statusOf };
  }

  test('a approves the first draft, and the next one is the target', async () => {
    updateSettings({ undoSeconds: 0 });
    const { path, statusOf } = await startWithTwo();
    const { user } = await show(path, { role: 'reviewer' });
    expect(within(await first()).getByRole('button', { name: 'Approve' }).textContent).toBe('ApproveA');
    expect(within(await draftOf('Until ten.')()).getByRole('button', { name: 'Approve' }).textContent).toBe('Approve');
    await user.keyboard('a');
    await waitFor(async () => expect((await statusOf('Until nine.')).status).toBe('approved'));
    expect((await statusOf('Until ten.')).status).toBe('in_review');
    const next = within(await draftOf('Until ten.')());
    expect(next.getByRole('button', { name: 'Approve' }).textContent).toBe('ApproveA');
  });

  test('r asks for a reason to reject the focused draft, and a number key sends it', async () => {
    updateSettings({ undoSeconds: 0 });
    const { path, statusOf } = await startWithTwo();
    const { user } = await show(path, { role: 'reviewer' });
    within(await draftOf('Until ten.')())
      .getByRole('button', { name: 'Approve' })
      .focus();
    await user.keyboard('r');
    await screen.findByRole('textbox', { name: /Reason/ });
    await user.keyboard('1');
    await waitFor(async () => expect((await statusOf('Until ten.')).status).toBe('rejected'));
    expect((await statusOf('Until nine.')).status).toBe('in_review');
  });

  test('e edits the draft in its row, and Escape returns to its button', async () => {
    updateSettings({ undoSeconds: 0 });
    const { path, statusOf } = await startWithTwo();
    const { user } = await show(path, { role: 'reviewer' });
    await first();
    await user.keyboard('e');
    await user.type(await screen.findByRole('textbox', { name: 'Text' }), ' Daily.');
    await user.keyboard('{Escape}');
    expect(document.activeElement).toBe(within(await first()).getByRole('button', { name: 'Edit' }));
    await user.keyboard('e');
    expect((await screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'Text' })).value).toBe(
      'Until nine. Daily.',
    );
    await user.keyboard('{Control>}{Enter}{/Control}');
    await waitFor(async () =>
      expect(await statusOf('Until nine.')).toMatchObject({
        status: 'approved',
        message_content: 'Until nine. Daily.',
      }),
    );
  });

  test('a key that cannot act says why', async () => {
    const { user, unmount, path, service } = await showRoom({ role: 'agent' });
    await first();
    // The row says so already, and now a toast as well.
    const said = (text: string) => waitFor(() => expect(screen.getAllByText(text).length).toBeGreaterThan(1));
    await user.keyboard('a');
    await said('Another reviewer has to decide.');
    unmount();
    queryClient.clear();
    await service.db.deleteFrom('support_draft_messages').execute();
    await show(path, { role: 'agent' });
    await (await drafts()).findByText('No drafts to review here');
    await user.keyboard('e');
    await said('No drafts to review here');
  });
});

test('the keys of lists say why they do nothing here, or what they did', async () => {
  const { user } = await showRoom();
  await (await section('Conversation')).findByText('Is it open?');
  for (const [key, text] of [
    ['x', 'There’s nothing to select in a room.'],
    ['/', 'There’s no search on this page.'],
    ['o', 'This room is already open.'],
    ['{Enter}', 'This room is already open.'],
    ['.', 'This room is up to date.'],
  ] as const) {
    await user.keyboard(key);
    await takeToast(text);
  }
});

test.each([
  ['the room', /\/rooms\/\d+(\?|$)/],
  ['the conversation', /\/history/],
])('the key . does not call a room up to date if %s could not be read, but says why', async (_, read) => {
  const { path } = await startWithRoom();
  let isFailing = false;
  const { user } = await show(path, {
    wrapFetch: answering((url) => isFailing && read.test(url) && refusal(403, { detail: 'Only on Sundays.' })),
  });
  await (await section('Conversation')).findByText('Is it open?');
  isFailing = true;
  await user.keyboard('.');
  await findToast('Only on Sundays.');
  expect(screen.queryAllByText('This room is up to date.')).toEqual([]);
  isFailing = false;
  await user.keyboard('.');
  await findToast('This room is up to date.');
});

test('new messages of an open room are marked as read automatically, or by M', async () => {
  pollQuickly();
  const { service, room, path } = await startWithRoom();
  const { db, userIds } = service;
  await service.send('POST', `${path}/relationships/users`, {
    body: { data: [{ type: 'users', id: String(userIds.admin) }] },
  });
  const isUnread = async () => (await service.send('GET', `${path}?roomMeta=summary`)).record.meta?.is_unread;
  expect(await isUnread()).toBe(true);
  const { user } = await show(path);
  await waitFor(async () => expect(await isUnread()).toBe(false));
  await aMessage(db, { room_id: room.id, content: 'Hello?' }, false);
  expect(await isUnread()).toBe(true);
  await queryClient.refetchQueries();
  await screen.findByText('Hello?');
  await waitFor(async () => expect(await isUnread()).toBe(false));
  await aMessage(db, { room_id: room.id, content: 'Still there?' }, false);
  await user.keyboard('m');
  await waitFor(async () => expect(await isUnread()).toBe(false));
});
