import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { currentLocation, navigate } from '#src/lib/router.ts';
import { roomListRoutes } from '#src/routes.tsx';
import { aRoom, aUser } from '#test/builders.ts';
import { answering, refusal } from '#test/src/answering.ts';
import { findOption, findPicker } from '../find-picker.ts';
import { findToast, type PageOptions, renderPage, startService } from '../render-page.tsx';

const routes = [...roomListRoutes, { path: '/rooms/:id', Component: () => <p>The room</p> }];
const show = (path: string, options: Partial<PageOptions> = {}) => renderPage(path, { routes, ...options });
const isDisabled = () => screen.getByRole('button', { name: 'Open room' }).ariaDisabled === 'true';
const keptTexts = () => Object.keys(localStorage).filter((key) => key.startsWith('countersign.typed.'));

test('a room of any kind is created by its form', async () => {
  const { send } = await startService();
  const { user } = await show('/rooms/new');
  const dialog = within(await screen.findByRole('dialog', { name: 'New room' }));
  await user.type(dialog.getByRole('textbox', { name: /^Name/ }), 'Blue Heron');
  await user.selectOptions(dialog.getByRole('combobox', { name: /Type/ }), 'Support: a visitor and staff');
  await user.click(dialog.getByRole('checkbox', { name: 'Private' }));
  await user.click(dialog.getByRole('button', { name: /^Create/ }));

  expect(await screen.findByText('The room')).toBeTruthy();
  const { record } = await send('GET', currentLocation().pathname);
  expect(record.attributes).toMatchObject({
    name: 'Blue Heron',
    kind: 'support_room',
    is_private: true,
    enabled: true,
  });
});

test('an existing direct room is found', async () => {
  const { db, userIds } = await startService();
  const mina = await aUser(db, { name: 'Mina Haddad' });
  const [low, high] = [userIds.admin, mina.id].sort((a, b) => a - b);
  const room = await aRoom(db, { name: null, kind: 2, direct_pair: `${low}:${high}` }, [userIds.admin, mina.id]);
  const { user } = await show('/rooms/new/direct');
  await user.type(await findPicker(/Colleague/), 'mina');
  await user.click(await findOption('Mina Haddad'));
  await user.click(await screen.findByRole('button', { name: 'Open room' }));
  await waitFor(() => expect(currentLocation().pathname).toBe(`/rooms/${room.id}`));
});

test('a group room is created with its name and each picked user once', async () => {
  const { db, send, userIds } = await startService();
  const mina = await aUser(db, { name: 'Mina Haddad' });
  const femi = await aUser(db, { name: 'Femi Adeyemi' });
  await aUser(db, { name: 'Mina the visitor', kind: 'visitor' });
  const { user } = await show('/rooms/new/group');
  for (const name of ['Mina', 'Femi', 'Mina', 'Sam agent']) {
    await user.type(await findPicker(/Add a colleague/), name);
    await user.click(await findOption(new RegExp(name)));
  }
  const chosen = within(screen.getByRole('list', { name: 'Selected colleagues' }));
  await waitFor(() => expect(chosen.getAllByRole('listitem')).toHaveLength(3));
  await user.click(await chosen.findByRole('button', { name: 'Remove Sam agent' }));
  await user.type(screen.getByRole('textbox', { name: /Name/ }), 'Night watch');
  await user.click(await screen.findByRole('button', { name: 'Open room' }));

  expect(await screen.findByText('The room')).toBeTruthy();
  const { pathname } = currentLocation();
  expect((await send('GET', pathname)).record.attributes).toMatchObject({ name: 'Night watch', kind: 'group_room' });
  const members = (await send('GET', `${pathname}/users`)).records.map(({ id }) => Number(id));
  expect(new Set(members)).toEqual(new Set([mina.id, femi.id, userIds.admin]));
});

test('the members and name chosen for a group are stored until its room opens', async () => {
  const { db } = await startService();
  await aUser(db, { name: 'Mina Haddad' });
  const first = await show('/rooms/new/group');
  await first.user.type(await findPicker(/Add a colleague/), 'Mina');
  await first.user.click(await findOption('Mina Haddad'));
  await first.user.type(screen.getByRole('textbox', { name: /Name/ }), 'Night watch');
  await first.user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  first.unmount();

  const { user } = await show('/rooms/new/group');
  expect(await screen.findByText('Unsaved changes restored')).toBeTruthy();
  expect(await screen.findByRole('button', { name: 'Remove Mina Haddad' })).toBeTruthy();
  expect(screen.getByRole<HTMLInputElement>('textbox', { name: /Name/ }).value).toBe('Night watch');
  await user.click(await screen.findByRole('button', { name: 'Open room' }));
  expect(await screen.findByText('The room')).toBeTruthy();
  expect(keptTexts()).toEqual([]);
});

test('restored choices can be discarded', async () => {
  const { db, origin } = await startService();
  const mina = await aUser(db, { name: 'Mina Haddad' });
  const kept = JSON.stringify({ user_ids: [String(mina.id)], name: 'Night watch' });
  localStorage.setItem(`countersign.typed.${origin}.rooms.new.group`, kept);
  const { user } = await show('/rooms/new/group');
  const discard = await screen.findByRole('button', { name: 'Discard' });
  // Enter or Space, pressed at once, must not discard.
  expect(document.activeElement).toBe(screen.getByRole('textbox', { name: /Name/ }));
  await user.click(discard);
  expect(screen.getByRole<HTMLInputElement>('textbox', { name: /Name/ }).value).toBe('');
  expect(screen.queryByRole('list', { name: 'Selected colleagues' })).toBeNull();
  await waitFor(() => expect(isDisabled()).toBe(true));
  await waitFor(() => expect(keptTexts()).toEqual([]));
  await user.type(screen.getByRole('textbox', { name: /Name/ }), 'Day');
  expect(screen.queryByText('Unsaved changes restored')).toBeNull();
});

test('a group chosen in another tab can be shown instead, and this one is kept', async () => {
  const { origin, userIds } = await startService();
  const key = `countersign.typed.${origin}.rooms.new.group`;
  const group = (name: string, ...ids: number[]) => JSON.stringify({ user_ids: ids.map(String), name });
  localStorage.setItem(key, group('Day'));
  localStorage.setItem(`${key}~others`, JSON.stringify([group('Night', userIds.agent)]));
  const { user } = await show('/rooms/new/group');
  const name = await screen.findByRole<HTMLInputElement>('textbox', { name: /Name/ });
  expect(name.value).toBe('Day');
  await user.click(screen.getByRole('button', { name: 'Show other version' }));
  expect(name.value).toBe('Night');
  await waitFor(() => expect(isDisabled()).toBe(false));
  await user.click(screen.getByRole('button', { name: 'Show other version' }));
  expect(name.value).toBe('Day');
});

test('if the tenant does not list its users, an id can be entered', async () => {
  const { db } = await startService();
  const mina = await aUser(db, { name: 'Mina Haddad' });
  const { user } = await show('/rooms/new/direct', {
    wrapFetch: answering((url) => url.includes('/users') && new Response('', { status: 404 })),
  });
  await user.type(await findPicker(/Colleague/), String(mina.id));
  await user.click(await findOption(`#${mina.id}`));
  await user.click(await screen.findByRole('button', { name: 'Open room' }));
  expect(await screen.findByText('The room')).toBeTruthy();
  expect(currentLocation().pathname).toMatch(/^\/rooms\/\d+$/);
});

test('an error is shown in the dialog', async () => {
  let sent = 0;
  const { user } = await show('/rooms/new/direct', {
    wrapFetch: answering(
      (_, { method }) =>
        method === 'POST' && refusal(403, { title: 'Forbidden', detail: `Not with this person (${++sent}).` }),
    ),
  });
  await user.type(await findPicker(/Colleague/), 'agent');
  await user.click(await findOption('Sam agent'));
  await user.click(await screen.findByRole('button', { name: 'Open room' }));
  expect(await screen.findByText('Not with this person (1).')).toBeTruthy();
  expect(screen.getByRole('dialog', { name: 'New direct room' })).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Open room' }));
  expect(await screen.findByText('Not with this person (2).')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: /^Clear/ }));
  expect(await screen.findByText('Required.')).toBeTruthy();
  expect(screen.queryByText(/Not with this person/)).toBeNull();
  expect(isDisabled()).toBe(true);
});

test('a group needs a colleague', async () => {
  const { user } = await show('/rooms/new/group');
  await screen.findByRole('button', { name: 'Open room' });
  await user.type(screen.getByRole('textbox', { name: /Name/ }), 'Night watch');
  expect(isDisabled()).toBe(true);
  expect(screen.queryByText('Required.')).toBeNull();
  await user.type(await findPicker(/Add a colleague/), 'Sam');
  await user.click(await findOption('Sam agent'));
  await waitFor(() => expect(isDisabled()).toBe(false));
  await user.click(await screen.findByRole('button', { name: 'Remove Sam agent' }));
  expect(await screen.findByText('Required.')).toBeTruthy();
  expect(isDisabled()).toBe(true);
});

/** Submits the form of a group room, and closes it before the response arrives. */
async function leaveWhileOpening(answer?: Response) {
  const { db } = await startService();
  await aUser(db, { name: 'Mina Haddad' });
  const { promise: held, resolve: release } = Promise.withResolvers<void>();
  const wrapFetch = answering((_, { method }) => method === 'POST' && held.then(() => answer));
  const { user } = await show('/rooms/new/group', { wrapFetch });
  await user.type(await findPicker(/Add a colleague/), 'Mina');
  await user.click(await findOption('Mina Haddad'));
  await user.click(await screen.findByRole('button', { name: 'Open room' }));
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  return { user, answer: release };
}

test('a room found after its dialog was closed is announced, and does not open', async () => {
  const { answer } = await leaveWhileOpening();
  answer();
  await findToast('The room is ready. Find it in your list.');
  expect(currentLocation().pathname).toBe('/rooms');
  expect(keptTexts()).toEqual([]);
});

test('a room refused after its dialog was closed is reported, with a way back to the choices', async () => {
  const { user, answer } = await leaveWhileOpening(refusal(403, { title: 'Forbidden', detail: 'Not today.' }));
  answer();
  await findToast('Couldn’t open the room');
  await findToast('Not today.');
  await user.click(screen.getByRole('button', { name: 'Open' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'New group room' }));
  expect(await dialog.findByText('Mina Haddad')).toBeTruthy();
});

test('choices in a reopened form survive the late response to the previous one', async () => {
  const { user, answer } = await leaveWhileOpening();
  await navigate('/rooms/new/group');
  await findPicker(/Add a colleague/);
  await user.type(await screen.findByRole('textbox', { name: /Name/ }), 'Night watch');
  const kept = () => keptTexts().map((key) => localStorage.getItem(key) ?? '');
  await waitFor(() => expect(kept().join()).toContain('Night watch'));
  answer();
  await findToast('The room is ready. Find it in your list.');
  await navigate('/rooms');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(kept().join()).toContain('Night watch');
});
