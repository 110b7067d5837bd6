import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { signIn } from '#src/api/connection.ts';
import { meQuery } from '#src/api/me-query.ts';
import { queryClient } from '#src/api/query-client.ts';
import { delay } from '#src/lib/delay.ts';
import { currentLocation, navigate } from '#src/lib/router.ts';
import { clientRoutes, keywordRoutes, roomListRoutes, roomRoutes, suggestionRoutes } from '#src/routes.tsx';
import { aKeyword, aRoom, aSuggestion } from '#test/builders.ts';
import type { Rewrite } from '#test/tolerance/exchange.ts';
import { fetchThrough } from '#test/tolerance/fetch-through.ts';
import { rewrites } from '#test/tolerance/rewrites.ts';
import { findPicker } from '../find-picker.ts';
import { findToast, renderPage, startService } from '../render-page.tsx';
import { withSignIn } from '../with-sign-in.tsx';

type Fetch = typeof globalThis.fetch;
/** Fault of a write: the response the page gets instead of the service's. `passOn` lets the service apply the write. */
type Fate = (passOn: () => Promise<Response>) => Promise<Response>;

const routes = withSignIn([...keywordRoutes, ...roomRoutes, ...roomListRoutes, ...clientRoutes]);
const reset: Fate = async (passOn) => {
  await passOn();
  throw new TypeError('connection reset');
};
const refuse = (status: number, ...errors: object[]): Fate => {
  return async () =>
    Response.json({ errors: errors.map((error) => ({ status: String(status), ...error })) }, { status });
};

/** Opens a form and types into it; its next writes get the given fates. */
async function typeInto(path: string, field: RegExp, text: string) {
  const left: Fate[] = [];
  const writes: Request[] = [];
  const page = await renderPage(path, {
    routes,
    wrapFetch:
      (fetch: Fetch): Fetch =>
      async (input, init) => {
        const passOn = () => fetch(input, init);
        if (!init?.method || init.method === 'GET') return passOn();
        const { signal: _, ...sent } = init;
        writes.push(new Request(input, sent));
        return (left.shift() ?? ((pass) => pass()))(passOn);
      },
  });
  const input = await screen.findByRole<HTMLInputElement>('textbox', { name: field });
  await page.user.type(input, text);
  const save = screen.getByRole('button', { name: /^(Save|Create)/ });
  const press = async (...fates: Fate[]) => {
    left.push(...fates);
    writes.length = 0;
    fireEvent.click(save);
    await waitFor(() => expect(save.getAttribute('aria-busy')).toBe('true'));
  };
  const answered = () => waitFor(() => expect(save.getAttribute('aria-busy')).toBeNull());
  return { ...page, input, save, press, answered, writes };
}

// A form that unmounts with its test stores its draft.
beforeEach(() => localStorage.clear());

async function aRefund() {
  const service = await startService();
  await aKeyword(service.db, { key_name: 'refund', key_title: 'Refunds' });
  const stored = () => service.db.selectFrom('master_keywords').selectAll().execute();
  return { ...service, stored };
}

const refused: Fate = () => Promise.reject(new TypeError('connection refused'));
const mark = (text: string) => screen.findByText(text, { exact: true });

test('an unreachable service keeps the text, says so, and accepts the next attempt', async () => {
  const { stored } = await aRefund();
  const { input, press, answered, writes } = await typeInto('/keywords/1', /^Title/, '!');
  await press(refused);
  await answered();
  expect(await mark('Not saved')).toBeTruthy();
  expect(screen.getByRole('alert').textContent).toBe(
    'Can’t reach the server. Check your connection. Your changes are still here.',
  );
  expect(input.value).toBe('Refunds!');
  expect(writes).toHaveLength(1);
  await press();
  await findToast('Saved “refund”');
  expect(await stored()).toMatchObject([{ key_title: 'Refunds!', version: 2 }]);
});

test('an update with a lost response is looked up and reported as saved', async () => {
  const { stored } = await aRefund();
  const { press, writes } = await typeInto('/keywords/1', /^Title/, '!');
  await press(reset);
  await findToast('Saved “refund”');
  expect(writes).toHaveLength(1);
  expect(await stored()).toMatchObject([{ key_title: 'Refunds!', version: 2 }]);
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

test('a record is created once although its response is lost', async () => {
  const { stored } = await aRefund();
  const { press, writes } = await typeInto('/keywords/new', /^Keyword/, 'parcel');
  await press(reset);
  await findToast('Created “parcel”');
  expect(writes).toHaveLength(1);
  expect(await stored()).toHaveLength(2);
});

test('a success response without effect on the record is not reported as saved', async () => {
  await aRefund();
  const { input, press, answered } = await typeInto('/keywords/1', /^Title/, '!');
  await press(async () => Response.json({ ok: true }));
  await answered();
  expect(screen.getByRole('alert').textContent).toContain('but nothing changed');
  expect(input.value).toBe('Refunds!');
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
  vi.stubGlobal('fetch', async (...[url, init]: Parameters<Fetch>) => {
    if (String(url).includes('/users')) await told.promise;
    return fetch(url, init);
  });
  await user.type(dialog.getByLabelText('Access token'), `${tokens.supervisor}{Enter}`);
  const isAsked = () => screen.queryByRole('dialog', { name: 'Sign in again' }) !== null;
  await waitFor(() => expect(isAsked()).toBe(false), { timeout: 10_000 });
  await delay(100);
  told.resolve();
  await screen.findByText(/Someone else is signed in now/);
  expect(input.value).toBe('Refunds!');
  expect(writes).toHaveLength(1);
  expect(await stored()).toMatchObject([{ key_title: 'Refunds' }]);
});

test('a concurrently deleted record can be created again with the typed values', async () => {
  const { stored, send } = await aRefund();
  const { input, press, answered, user } = await typeInto('/keywords/1', /^Title/, '!');
  await send('DELETE', '/master_keywords/1');
  await press();
  await answered();
  expect(screen.getByRole('alert').textContent).toBe('Someone has deleted this record. Your changes are still here.');
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

const at = (name: string, error: object = {}) => ({ source: { pointer: `/data/attributes/${name}` }, ...error });
const describedBy = (field: HTMLElement) =>
  field
    .getAttribute('aria-describedby')
    ?.split(' ')
    .map((id) => document.getElementById(id)?.textContent);

test('an error about a field is shown at it, other errors above the form', async () => {
  await aRefund();
  const { input, press, answered } = await typeInto('/keywords/1', /^Title/, '!');
  await press(refuse(422, at('key_title', { detail: 'Is too loud.' }), { detail: 'Not on a Sunday.' }));
  await answered();
  expect(document.activeElement).toBe(input);
  expect(input.getAttribute('aria-invalid')).toBe('true');
  expect(describedBy(input)).toEqual(['Is too loud.']);
  expect(screen.getByRole('alert').textContent).toBe('Not on a Sunday. Your changes are still here.');
});

test('several errors about a field, or about none, are all shown, each once', async () => {
  await aRefund();
  const { input, press, answered } = await typeInto('/keywords/1', /^Title/, '!');
  const loud = at('key_title', { detail: 'Is too loud.' });
  const late = { detail: 'Not on a Sunday.' };
  await press(refuse(422, loud, at('key_title', { detail: 'Is too short.' }), loud, late, late));
  await answered();
  expect(describedBy(input)).toEqual(['Is too loud. Is too short.']);
  expect(screen.getByRole('alert').textContent).toBe('Not on a Sunday. Your changes are still here.');
});

test('an error about a checkbox is shown at it, those about fields without an input above the form', async () => {
  const { db } = await startService();
  const { id } = await aRoom(db, { name: 'Blue Heron' });
  const { press, answered, save, user } = await typeInto(`/rooms/${id}/edit`, /^Name/, '!');
  const hidden = [at('room_code', { detail: 'The code is frozen.' }), at('kind', { detail: 'Not of this kind.' })];
  await press(refuse(422, at('awaiting_support', { detail: 'Nobody is there.' }), ...hidden));
  await answered();
  const box = screen.getByRole('checkbox', { name: 'Waiting' });
  expect(document.activeElement).toBe(box);
  expect(box.getAttribute('aria-invalid')).toBe('true');
  expect(describedBy(box)).toEqual(['Nobody is there.']);
  expect(screen.getByRole('alert').textContent).toBe(
    'The code is frozen. Not of this kind. Your changes are still here.',
  );
  save.focus();
  await user.click(screen.getByRole('button', { name: '1 error' }));
  expect(document.activeElement).toBe(box);
});

test('an error that only names a field is shown at it', async () => {
  await aRefund();
  const { input, press, answered } = await typeInto('/keywords/1', /^Title/, '!');
  await press(refuse(422, at('key_title')));
  await answered();
  expect(input.getAttribute('aria-invalid')).toBe('true');
  expect(describedBy(input)).toEqual(['The server rejected this value.']);
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
  await update('master_keywords', '1', { suggestions: 'Back to the card' });
  await page.press();
  await page.answered();
  await page.user.click(await screen.findByRole('button', { name: 'Load theirs' }));
  expect(page.input.value).toBe('Refunds');
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

/** Types into a form and saves it. `answer` releases the response. */
async function saveSlowly(path: string, field: RegExp, text: string, fate: Fate = (passOn) => passOn()) {
  const late = Promise.withResolvers<void>();
  const page = await typeInto(path, field, text);
  await page.press((passOn) => late.promise.then(() => fate(passOn)));
  return { ...page, answer: late.resolve };
}

/** Navigates to another page while a form is being saved. */
async function leaveWhileSaving(path: string, field: RegExp, text: string, to: string, fate?: Fate) {
  const page = await saveSlowly(path, field, text, fate);
  await navigate(to);
  await waitFor(() => expect(page.save.isConnected).toBe(false));
  return page;
}
/** Names of the stored drafts. */
const typedKeys = () =>
  Object.keys(localStorage).flatMap((key) => (key.includes('.typed.') ? key.replace(/.*harbor\.test\./, '') : []));
const textbox = (name: RegExp) => screen.findByRole<HTMLInputElement>('textbox', { name });

test.each([
  ['/clients/new', /^Title/],
  ['/rooms/new', /^Name/],
] as const)('the response to a save of %s does not navigate away from a page opened since', async (path, field) => {
  const { answer } = await leaveWhileSaving(path, field, 'Blue Heron', '/elsewhere');
  answer();
  await findToast('Created “Blue Heron”');
  await waitFor(() => expect(queryClient.isFetching()).toBe(0));
  expect(typedKeys()).toEqual([]);
  expect(currentLocation().pathname).toBe('/elsewhere');
});

test('a save rejected after its form was closed shows a toast that leads back to the draft', async () => {
  await aRefund();
  const { answer, user } = await leaveWhileSaving(
    '/keywords/1',
    /^Title/,
    '!',
    '/keywords',
    refuse(403, { code: 'x' }),
  );
  answer();
  await findToast('Couldn’t save your changes');
  await user.click(await screen.findByRole('button', { name: 'Open' }));
  expect((await textbox(/^Title/)).value).toBe('Refunds!');
});

test('the response to a closed form’s save leaves another record’s form open', async () => {
  const { db, stored } = await aRefund();
  await aKeyword(db, { key_name: 'parcel', key_title: 'Parcels' });
  const { answer, user } = await leaveWhileSaving('/keywords/1', /^Title/, '!', '/keywords/2');
  await user.type(await textbox(/^Title/), '?');
  answer();
  await findToast('Saved “refund”');
  expect(await stored()).toMatchObject([{ key_title: 'Refunds!' }, { key_title: 'Parcels' }]);
  expect((await textbox(/^Title/)).value).toBe('Parcels?');
});

test('the response to a closed form’s save keeps text typed since the form was reopened', async () => {
  await aRefund();
  const { answer, user } = await leaveWhileSaving('/keywords/1', /^Title/, '!', '/keywords');
  await navigate('/keywords/1');
  await screen.findByText('Unsaved changes restored');
  await user.type(await textbox(/^Title/), '?');
  const kept = () =>
    Object.entries(localStorage).find(([key]) => key.endsWith('.typed.http://harbor.test.master_keywords.1.form'));
  await waitFor(() => expect(kept()?.[1]).toContain('Refunds!?'));
  answer();
  await findToast('Saved “refund”');
  expect((await textbox(/^Title/)).value).toBe('Refunds!?');
  await navigate('/keywords');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(kept()?.[1]).toContain('Refunds!?');
});

test.each([
  ['/keywords/new', /^Keyword/, /^Title/, 'master_keywords.2.form', 'key_title'],
  ['/rooms/new', /^Name/, /^Description/, 'rooms.2.form', 'description'],
])('text typed while a record is created at %s is an unsaved change of it', async (path, first, second, key, name) => {
  const { send } = await aRefund();
  const { save, answer, user } = await saveSlowly(path, first, 'parcel');
  const field = await textbox(second);
  await user.type(field, 'Where');
  answer();
  await findToast('Created “parcel”');
  await user.keyboard(' it is');
  expect(field.isConnected && field.value).toBe('Where it is');
  expect(screen.getByRole('dialog').textContent).not.toMatch(/New|Create$/);
  expect(save.textContent).toMatch(/^Save/);
  await waitFor(() => expect(typedKeys()).toEqual([key]));
  fireEvent.click(save);
  await findToast('Saved “parcel”');
  const [type, id] = key.split('.');
  const { record } = await send('GET', `/${type}/${id}`);
  expect([record.attributes?.[name], record.meta?.version]).toEqual(['Where it is', '2']);
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(typedKeys()).toEqual([]);
});

test('a form opened again while its record is created creates no second one, and edits the first', async () => {
  const { db } = await aRefund();
  const { answer, user, writes } = await leaveWhileSaving('/rooms/new', /^Name/, 'Blue Heron', '/rooms');
  await navigate('/rooms/new');
  await screen.findByText('Unsaved changes restored');
  await user.type(await textbox(/^Description/), 'By the lake');
  const save = screen.getByRole('button', { name: /^(Save|Create)/ });
  fireEvent.click(save);
  answer();
  await findToast('Created “Blue Heron”');
  await waitFor(() => expect(save.textContent).toMatch(/^Save/));
  expect(writes).toHaveLength(1);
  fireEvent.click(save);
  await findToast('Saved “Blue Heron”');
  const rooms = await db.selectFrom('rooms').selectAll().where('name', '=', 'Blue Heron').execute();
  expect(rooms).toMatchObject([{ description: 'By the lake' }]);
  expect(typedKeys()).toEqual([]);
});

test('a form opened again for another record while one is created stays a form for a new record', async () => {
  const { stored } = await aRefund();
  const { answer, user } = await leaveWhileSaving('/keywords/new', /^Keyword/, 'parcel', '/keywords');
  await navigate('/keywords/new');
  await user.click(await screen.findByRole('button', { name: 'Discard' }));
  await user.type(await textbox(/^Keyword/), 'ferry');
  answer();
  await findToast('Created “parcel”');
  const save = screen.getByRole('button', { name: /^Create/ });
  await waitFor(() => expect(save.getAttribute('aria-busy')).toBeNull());
  fireEvent.click(save);
  await findToast('Created “ferry”');
  expect(await stored()).toMatchObject([{}, { key_name: 'parcel' }, { key_name: 'ferry' }]);
});

/** The server confirms a create without saying which record it made, and its lists lag behind. */
const unidentified: Fate = async (passOn) => {
  await passOn();
  const { fetch } = globalThis;
  const isWrite = (init?: RequestInit) => (init?.method ?? 'GET') !== 'GET';
  vi.stubGlobal('fetch', async (...[url, init]: Parameters<Fetch>) =>
    isWrite(init) ? fetch(url, init) : Response.json({ data: [] }),
  );
  return Response.json({ ok: true });
};

test('a keyword created without an ID is not in the table as a row that would be created again', async () => {
  await aRefund();
  const { press } = await typeInto('/keywords/new', /^Keyword/, 'parcel');
  await waitFor(() => expect(document.querySelector('[data-row="1"]')).toBeTruthy());
  await press(unidentified);
  await findToast('Created “parcel”');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(document.querySelector('[data-row=""]')).toBeNull();
  vi.unstubAllGlobals();
});

test('text typed while a record is created that the server does not identify creates no second record', async () => {
  const { stored } = await aRefund();
  const { save, answer, answered, user, writes } = await saveSlowly(
    '/keywords/new',
    /^Keyword/,
    'parcel',
    unidentified,
  );
  const title = await textbox(/^Title/);
  await user.type(title, 'Where');
  answer();
  await answered();
  const told = 'Created, but the server didn’t say under which ID. Open it from the list to save the rest.';
  const alert = () => screen.getByRole('alert').textContent;
  expect(alert()).toBe(`${told} Your changes are still here.`);
  fireEvent.click(save);
  await answered();
  expect(alert()).toBe(`${told} Your changes are still here.`);
  expect(title.value).toBe('Where');
  expect(writes).toHaveLength(1);
  vi.unstubAllGlobals();
  expect(await stored()).toHaveLength(2);
  await navigate('/keywords');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await navigate('/keywords/new');
  await screen.findByText('Unsaved changes restored');
  expect((await textbox(/^Title/)).value).toBe('Where');
  expect((await textbox(/^Keyword/)).value).toBe('');
});

/** Creates a keyword, types its title during the request, and closes the form. */
async function closeWhileCreating() {
  const page = await saveSlowly('/keywords/new', /^Keyword/, 'parcel');
  await page.user.type(await textbox(/^Title/), 'Where');
  await page.user.click(screen.getAllByRole('button', { name: 'Close' })[0] as HTMLElement);
  return page;
}

test('text typed while a record is created is not in the next new one, even if the form was closed', async () => {
  const { stored } = await aRefund();
  const { answer } = await closeWhileCreating();
  answer();
  await findToast('Created “parcel”');
  await navigate('/keywords/new');
  expect((await textbox(/^Title/)).value).toBe('');
  await navigate('/keywords/2');
  await screen.findByText('Unsaved changes restored');
  expect((await textbox(/^Title/)).value).toBe('Where');
  expect((await textbox(/^Keyword/)).value).toBe('parcel');
  expect(await stored()).toMatchObject([{}, { key_name: 'parcel', key_title: null }]);
});

test('text typed while a record is created stays at its workspace after a switch', async () => {
  const { origin, addTenant } = await aRefund();
  const lumen = await addTenant('lumen');
  const { answer } = await closeWhileCreating();
  signIn(lumen.origin, lumen.tokens.admin);
  answer();
  await findToast('Created “parcel”');
  const typed = Object.keys(localStorage).filter((key) => key.includes('.typed.') && key.includes('master_keywords'));
  expect(typed).toEqual([expect.stringContaining(`${origin}.master_keywords.2.form`)]);
});

describe('a tenant without versions that sends linkage only for included relationships', () => {
  const { answer: withoutLinkage } = rewrites['links without linkage'];
  const linkedIfIncluded: Rewrite = {
    row: 'relationships',
    answer: (answer, request) =>
      request.search.has('include') ? answer : (withoutLinkage?.(answer, request) ?? answer),
  };

  test('saves a changed room of a suggestion without a conflict', async () => {
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
    await user.click(await screen.findByRole('option', { name: 'Lighthouse' }));
    await user.click(dialog.getByRole('button', { name: /^Save/ }));
    await findToast('Suggestion saved');
    const { record } = await send('GET', `/suggestions/${id}`);
    expect(record.relationships?.room?.data).toEqual({ type: 'rooms', id: String(second.id) });
  });
});
