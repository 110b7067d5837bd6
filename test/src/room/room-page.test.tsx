import { act, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { queryClient } from '#src/api/query-client.ts';
import { delayedActions } from '#src/bulk/delayed-actions.ts';
import { currentLocation, navigate } from '#src/lib/router.ts';
import { updateSettings } from '#src/lib/storage/settings.ts';
import { aClient, aDraft, aMessage, aUser, MADE_AT_UNIX } from '#test/builders.ts';
import { answering, holding, refusal } from '#test/src/answering.ts';
import { leavePage } from '../browser-events.ts';
import { findOption, findPicker } from '../find-picker.ts';
import { holdLongTimers } from '../hold-long-timers.ts';
import { findToast, takeToast } from '../render-page.tsx';
import { awaitsSupport, section, show, showRoom, startWithRoom } from './blue-heron.tsx';

/** Write requests, except those that mark the room as read. */
const changesIn = (requests: readonly Request[]) =>
  requests.filter(({ method, url }) => method !== 'GET' && !url.endsWith('/mark_read'));

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

  // A draft without a creation time is at the end, without a time.
  await aDraft(db, { ...draft, message_content: 'Timeless.', created_at_unix: 0 });
  await queryClient.refetchQueries();
  const card = (await messages.findByText('Timeless.')).closest('article');
  expect(messages.getAllByRole('listitem').at(-1)?.contains(card)).toBe(true);
  expect(card?.textContent).toMatch(/^Draft by Sam agent(?! ·).*Not sent yet/);
  expect(messages.queryByText(/1970/)).toBeNull();
});

test('a room shows its conversation, facts, members, drafts and suggestions, and the keys of lists say why', async () => {
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
  await user.click(screen.getByText('Settings'));
  expect(screen.getByText(/"language": "pt"/)).toBeTruthy();
});

test('the switch for waiting changes at once and is sent when the undo window ends; refused, it reverts', async () => {
  updateSettings({ undoSeconds: 0 });
  let answer = (): Response | Promise<void> => refusal(403, { title: 'No', detail: 'Only on Sundays.' });
  const { user, attributes } = await showRoom({
    wrapFetch: answering((_, { method }) => method === 'PUT' && answer()),
  });
  const toggle = await awaitsSupport();
  await user.click(toggle);
  await findToast('Only on Sundays.');
  await waitFor(() => expect(delayedActions.get()).toEqual([]));
  expect(toggle.checked).toBe(false);
  const { promise, resolve: pass } = Promise.withResolvers<void>();
  answer = () => promise;
  await user.click(toggle);
  expect(toggle.checked).toBe(true);
  pass();
  await waitFor(async () => expect((await attributes()).awaiting_support).toBe(true));
  const header = screen.getByRole('heading', { level: 1 }).parentElement;
  await waitFor(() => expect(header?.textContent).toMatch(/Waiting \d/));
  await user.click(toggle);
  await waitFor(async () => expect((await attributes()).awaiting_support).toBe(false));
});

test('a switch taken back within the undo window is not sent, and the wait keeps its start; leaving sends it', async () => {
  holdLongTimers();
  const { service, room, path, attributes } = await startWithRoom();
  await service.update('rooms', room.id, { awaiting_support: true }, { as: 'supervisor' });
  const since = async () => (await service.send('GET', path)).record.meta?.awaiting_since_unix;
  const before = await since();
  const { user, requests } = await show(path);
  const toggle = await awaitsSupport();
  for (const takeBack of [
    () => user.click(toggle),
    () => user.keyboard('z'),
    async () => user.click(await screen.findByRole('button', { name: /Undo/ })),
  ]) {
    await user.click(toggle);
    await screen.findByRole('button', { name: /Undo/ });
    await findToast('“Blue Heron” is no longer waiting');
    expect(toggle.checked).toBe(false);
    await takeBack();
    await waitFor(() => expect(toggle.checked).toBe(true));
    expect(screen.queryByRole('button', { name: /Undo/ })).toBeNull();
  }
  expect(changesIn(requests)).toEqual([]);
  expect(await since()).toBe(before);

  await user.click(toggle);
  leavePage();
  await waitFor(async () => expect((await attributes()).awaiting_support).toBe(false));
  expect(changesIn(requests).map(({ method, keepalive }) => [method, keepalive])).toEqual([['PUT', true]]);
});

test('an agent can read but not edit, and a draft written on the page appears among those in review', async () => {
  const { user, requests } = await showRoom({ role: 'agent' });
  expect((await awaitsSupport()).disabled).toBe(true);
  expect(screen.queryByRole('link', { name: 'Edit' })).toBeNull();
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
  await user.click(await findOption('Nils Grote'));
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
