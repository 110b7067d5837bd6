import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { meQuery } from '#src/api/me-query.ts';
import { queryClient } from '#src/api/query-client.ts';
import { delay } from '#src/lib/delay.ts';
import { currentLocation, navigate } from '#src/lib/router.ts';
import { suggestionRoutes } from '#src/routes.tsx';
import { aRoom, aSuggestion } from '#test/builders.ts';
import type { Rewrite } from '#test/tolerance/exchange.ts';
import { fetchThrough } from '#test/tolerance/fetch-through.ts';
import { rewrites } from '#test/tolerance/rewrites.ts';
import { findOption, findPicker } from '../find-picker.ts';
import { findToast, renderPage, startService } from '../render-page.tsx';
import { aRefund, type Fate, refuse, saveSlowly, typeInto } from './type-into.tsx';

const reset: Fate = async (passOn) => {
  await passOn();
  throw new TypeError('connection reset');
};

const refused: Fate = () => Promise.reject(new TypeError('connection refused'));
const mark = (text: string) => screen.findByText(text, { exact: true });
const at = (name: string, error: object = {}) => ({ source: { pointer: `/data/attributes/${name}` }, ...error });
const describedBy = (field: HTMLElement) =>
  field
    .getAttribute('aria-describedby')
    ?.split(' ')
    .map((id) => document.getElementById(id)?.textContent);

test('a save that fails keeps the text, says why at the field or above the form, and accepts the next attempt', async () => {
  const { stored } = await aRefund();
  const { input, press, answered, writes } = await typeInto('/keywords/1', /^Title/, '!');
  await press(refused);
  await answered();
  expect(await mark('Not saved')).toBeTruthy();
  expect(screen.getByRole('alert').textContent).toBe(
    'Can’t reach harbor.test. Check your connection. Your changes are still here.',
  );
  expect(input.value).toBe('Refunds!');
  expect(writes).toHaveLength(1);
  await press(async () => Response.json({ ok: true }));
  await answered();
  expect(screen.getByRole('alert').textContent).toContain('but nothing changed');
  await press(refuse(422, at('key_title', { detail: 'Is too loud.' }), { detail: 'Not on a Sunday.' }));
  await answered();
  expect(document.activeElement).toBe(input);
  expect(input.getAttribute('aria-invalid')).toBe('true');
  expect(describedBy(input)).toEqual(['Is too loud.']);
  expect(screen.getByRole('alert').textContent).toBe('Not on a Sunday. Your changes are still here.');
  await press(refuse(422, at('key_title')));
  await answered();
  expect(input.getAttribute('aria-invalid')).toBe('true');
  expect(describedBy(input)).toEqual(['The server rejected this value.']);
  expect(input.value).toBe('Refunds!');
  await press();
  await findToast('Saved “refund”');
  expect(await stored()).toMatchObject([{ key_title: 'Refunds!', version: 2 }]);
});

test.each([
  ['update', '/keywords/1', /^Title/, '!', 'Saved “refund”', [{ key_title: 'Refunds!', version: 2 }]],
  ['creation', '/keywords/new', /^Keyword/, 'parcel', 'Created “parcel”', [{ version: 1 }, { key_name: 'parcel' }]],
])('the %s with a lost response is sent once and reported as done', async (_, path, field, text, toast, rows) => {
  const { stored } = await aRefund();
  const { press, writes } = await typeInto(path, field, text);
  await press(reset);
  await findToast(toast);
  expect(writes).toHaveLength(1);
  expect(await stored()).toMatchObject(rows);
});

test('an update with an unknown outcome says so, and is saved again without a conflict', async () => {
  const { stored } = await aRefund();
  const { press, answered, input } = await typeInto('/keywords/1', /^Title/, '!');
  const { fetch: asked } = globalThis;
  await press(async (passOn) => {
    await passOn();
    globalThis.fetch = () => Promise.reject(new TypeError('connection refused'));
    throw new TypeError('connection reset');
  });
  await answered();
  expect(await mark('Not confirmed')).toBeTruthy();
  expect(screen.getByRole('alert').textContent).toContain('it’s safe to save again');
  expect(input.value).toBe('Refunds!');
  globalThis.fetch = asked;
  await press();
  await findToast('Saved “refund”');
  expect(await stored()).toMatchObject([{ key_title: 'Refunds!', version: 2 }]);
});

test('a rejected token prompts for a new one over the form, which is then saved', async () => {
  const { stored, tokens } = await aRefund();
  const { input, press, user, writes } = await typeInto('/keywords/1', /^Title/, '!');
  await press(refuse(401, { title: 'Unauthorized' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Sign in again' }));
  expect(input.value).toBe('Refunds!');
  await user.type(dialog.getByLabelText('Access token'), `${tokens.admin}{Enter}`);
  await findToast('Saved “refund”');
  expect(writes).toHaveLength(2);
  expect(await stored()).toMatchObject([{ key_title: 'Refunds!', version: 2 }]);
});

test('one user’s form is not saved with the token of another, even if the look-up of that user is slow', async () => {
  const { stored, tokens } = await aRefund();
  const { input, press, user, writes } = await typeInto('/keywords/1', /^Title/, '!');
  await queryClient.query(meQuery());
  await press(refuse(401, { title: 'Unauthorized' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Sign in again' }));
  const told = Promise.withResolvers<void>();
  const { fetch } = globalThis;
  vi.stubGlobal('fetch', async (...[url, init]: Parameters<typeof fetch>) => {
    if (String(url).includes('/users')) await told.promise;
    return fetch(url, init);
  });
  await user.type(dialog.getByLabelText('Access token'), `${tokens.supervisor}{Enter}`);
  const isAsked = () => screen.queryByRole('dialog', { name: 'Sign in again' }) !== null;
  await waitFor(() => expect(isAsked()).toBe(false));
  await delay(100);
  told.resolve();
  await screen.findByText(/Someone else is signed in now/);
  expect(input.value).toBe('Refunds!');
  expect(writes).toHaveLength(1);
  expect(await stored()).toMatchObject([{ key_title: 'Refunds' }]);
  // The page reloads, without a warning of its unsaved changes.
  await waitFor(() => expect(window.dispatchEvent(new Event('beforeunload', { cancelable: true }))).toBe(true));
});

test('a concurrently deleted record can be created again with the typed values', async () => {
  const { stored, send } = await aRefund();
  const { input, press, answered, user } = await typeInto('/keywords/1', /^Title/, '!');
  await send('DELETE', '/master_keywords/1');
  await press();
  await answered();
  expect(screen.getByRole('alert').textContent).toBe('This record has been deleted. Your changes are still here.');
  expect(input.value).toBe('Refunds!');
  await user.click(screen.getByRole('button', { name: 'Create again' }));
  await findToast('Saved “refund”');
  expect(await stored()).toMatchObject([{ key_name: 'refund', key_title: 'Refunds!' }]);
});

test('a room created again keeps its kind, and its page is shown', async () => {
  const { db, send } = await startService();
  const { id } = await aRoom(db, { name: 'Blue Heron', description: 'By the lake', kind: 1 });
  const { press, answered, user } = await typeInto(`/rooms/${id}/edit`, /^Name/, ' II');
  await send('DELETE', `/rooms/${id}`);
  await press();
  await answered();
  await user.click(screen.getByRole('button', { name: 'Create again' }));
  await waitFor(() => expect(currentLocation().pathname).toBe(`/rooms/${id + 1}`));
  const { record } = await send('GET', `/rooms/${id + 1}`);
  expect(record.attributes).toMatchObject({ name: 'Blue Heron II', description: 'By the lake', kind: 'support_room' });
});

test('a missing update endpoint is not mistaken for a deleted record', async () => {
  await aRefund();
  const { press, answered } = await typeInto('/keywords/1', /^Title/, '!');
  await press(refuse(404, { title: 'Not Found', detail: 'No route matches.' }));
  await answered();
  expect(screen.getByRole('alert').textContent).toBe('No route matches. Your changes are still here.');
  expect(screen.queryByRole('button', { name: 'Create again' })).toBeNull();
});

test('several errors about a field, or about none, are all shown, each once', async () => {
  await aRefund();
  const { input, press, answered } = await typeInto('/keywords/1', /^Title/, '!');
  const loud = at('key_title', { detail: 'Is too loud.' });
  const late = { detail: 'Not on a Sunday.' };
  await press(refuse(422, loud, at('key_title', { detail: 'Is too short.' }), loud, late, late));
  await answered();
  expect(document.activeElement).toBe(input);
  expect(input.getAttribute('aria-invalid')).toBe('true');
  expect(describedBy(input)).toEqual(['Is too loud. Is too short.']);
  expect(screen.getByRole('alert').textContent).toBe('Not on a Sunday. Your changes are still here.');
});

test('an error about a checkbox is shown at it, those about fields without an input above the form', async () => {
  const { db } = await startService();
  const { id } = await aRoom(db, { name: 'Blue Heron' });
  const { press, answered, save, user } = await typeInto(`/rooms/${id}/edit`, /^Name/, '!');
  const hidden = [at('room_code', { detail: 'The code is frozen.' }), at('kind', { detail: 'Not of this kind.' })];
  await press(refuse(422, at('awaiting_support', { detail: 'The room is empty.' }), ...hidden));
  await answered();
  const box = screen.getByRole('checkbox', { name: 'Waiting' });
  expect(document.activeElement).toBe(box);
  expect(box.getAttribute('aria-invalid')).toBe('true');
  expect(describedBy(box)).toEqual(['The room is empty.']);
  expect(screen.getByRole('alert').textContent).toBe(
    'The code is frozen. Not of this kind. Your changes are still here.',
  );
  save.focus();
  await user.click(screen.getByRole('button', { name: '1 error' }));
  expect(document.activeElement).toBe(box);
});

test.each([
  ['another field', true],
  ['the same field', false],
])('a late error is marked and announced, but leaves the focus to a user who types in %s', async (_, isOther) => {
  await aRefund();
  const taken = refuse(422, at('key_name', { detail: 'Taken.' }));
  const { input, answer, answered, user } = await saveSlowly('/keywords/1', /^Title/, '!', taken);
  const used = isOther ? suggestionsField() : input;
  await user.type(used, 'Back');
  answer();
  await answered();
  const field = screen.getByRole('textbox', { name: /^Keyword/ });
  expect(field.getAttribute('aria-invalid')).toBe('true');
  expect(document.activeElement).toBe(used);
  await findToast('Keyword: Taken.');
});

test('while saving, the button is busy, typing continues, and leaving warns', async () => {
  const { stored } = await aRefund();
  const { input, save, press, answer, answered, user } = await saveSlowly('/keywords/1', /^Title/, '!');
  const leaving = new Event('beforeunload', { cancelable: true });
  window.dispatchEvent(leaving);
  expect(leaving.defaultPrevented).toBe(true);
  await user.type(input, '!');
  fireEvent.click(save);
  answer();
  await answered();
  expect(await stored()).toMatchObject([{ key_title: 'Refunds!', version: 2 }]);
  expect(input.value).toBe('Refunds!!');
  await press();
  await findToast('Saved “refund”');
  expect(await stored()).toMatchObject([{ key_title: 'Refunds!!', version: 3 }]);
});

/** Types into a title, then loads the version that another user has saved with other suggestions. */
async function loadTheirs() {
  const { stored, update } = await aRefund();
  const page = await typeInto('/keywords/1', /^Title/, '!');
  await update('master_keywords', '1', { key_title: 'Money back', suggestions: 'Back to the card' });
  await page.press();
  await page.answered();
  await page.user.click(await screen.findByRole('button', { name: 'Load theirs' }));
  expect(page.input.value).toBe('Money back');
  return { ...page, stored, restore: () => screen.getByRole('button', { name: 'Restore my changes' }) };
}
const suggestionsField = () => screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Suggestions' });

test('restored edits keep what another user has saved in other fields', async () => {
  const { stored, press, user, input, restore } = await loadTheirs();
  await user.type(suggestionsField(), ' only');
  await user.click(restore());
  expect(input.value).toBe('Refunds!');
  expect(suggestionsField().value).toBe('Back to the card only');
  await press();
  await findToast('Saved “refund”');
  expect(await stored()).toMatchObject([{ key_title: 'Refunds!', suggestions: 'Back to the card only' }]);
});

test('restored edits do not replace for good what was typed into the same field since', async () => {
  const { user, input, restore } = await loadTheirs();
  await user.type(input, ' at once');
  await user.click(restore());
  expect(input.value).toBe('Refunds!');
  expect(screen.getByText('Your other changes are still here.')).toBeTruthy();
  await user.click(restore());
  expect(input.value).toBe('Money back at once');
  await user.click(restore());
  expect(input.value).toBe('Refunds!');
});

test('edits set aside for another user’s version are stored until a save', async () => {
  const { stored, restore } = await loadTheirs();
  expect(restore()).toBeTruthy();
  await navigate('/keywords');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await navigate('/keywords/1');
  await screen.findByText('Unsaved changes restored');
  expect(screen.getByRole<HTMLInputElement>('textbox', { name: /^Title/ }).value).toBe('Refunds!');
  expect(suggestionsField().value).toBe('Back to the card');
  fireEvent.click(screen.getByRole('button', { name: /^Save/ }));
  await findToast('Saved “refund”');
  expect(await stored()).toMatchObject([{ key_title: 'Refunds!', suggestions: 'Back to the card' }]);
});

const { answer: withoutLinkage } = rewrites['links without linkage'];
const linkedIfIncluded: Rewrite = {
  row: 'relationships',
  answer: (answer, request) => (request.search.has('include') ? answer : (withoutLinkage?.(answer, request) ?? answer)),
};

test('a changed room is saved without a conflict at a tenant without versions, with linkage only on request', async () => {
  const { db, send } = await startService();
  const first = await aRoom(db, { name: 'Harbour office' });
  const second = await aRoom(db, { name: 'Lighthouse' });
  const { id } = await aSuggestion(db, { room_id: first.id });
  const wrapFetch = fetchThrough([rewrites['no versions'], linkedIfIncluded]);
  const { user } = await renderPage(`/suggestions/${id}`, { routes: suggestionRoutes, wrapFetch });
  const dialog = within(await screen.findByRole('dialog'));
  const room = await findPicker(/^Room/);
  await user.clear(room);
  await user.type(room, 'light');
  await user.click(await findOption('Lighthouse'));
  await user.click(dialog.getByRole('button', { name: /^Save/ }));
  await findToast('Suggestion saved');
  const { record } = await send('GET', `/suggestions/${id}`);
  expect(record.relationships?.room?.data).toEqual({ type: 'rooms', id: String(second.id) });
});
