import { createEvent, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { navigate } from '#src/lib/router.ts';
import { roomRoutes } from '#src/routes.tsx';
import { aKeyword, aMessage, aResolvedDraft, aRoom, aSuggestion, aUser } from '#test/builders.ts';
import { answering, holding, refusal } from '../answering.ts';
import '../in-process-worker.ts';
import { findToast, type PageOptions, renderPage, startService } from '../render-page.tsx';
import { textsOf } from '../texts-of.ts';
import { withOutbox } from '../with-outbox.tsx';

/** A room in which a visitor asks in English, with a suggestion of its own, and keywords with answers. */
async function openRoom(options: Partial<PageOptions> = {}) {
  const service = await startService();
  const { db } = service;
  const ana = await aUser(db, { name: 'Ana', kind: 'visitor' });
  const room = await aRoom(db, { name: 'Blue Heron', settings: '{"language":"en"}' }, [ana.id]);
  const asked = 'Hello, I would like to know when the ferry leaves on Sunday, and about a refund, please.';
  await aMessage(db, { room_id: room.id, user_id: ana.id, content: asked }, false);
  const said = (content: string) => JSON.stringify([{ kind: 'text', content }]);
  await aSuggestion(db, { room_id: room.id, suggestion_messages_data: said('The pier is open until nine.') });
  await aSuggestion(db, { suggestion_messages_data: said('Of another room') });
  await aKeyword(db, {
    key_name: 'Fahrplan',
    suggestions: '["Die Fähre fährt jeden Sonntag um neun Uhr vom Hafen ab, das Wetter spielt keine Rolle."]',
  });
  await aKeyword(db, { key_name: 'parking', suggestions: '["There is a car park behind the station, open all day."]' });
  await aKeyword(db, { key_name: 'refund', suggestions: '["Always to the card that paid", "Five working days"]' });
  const path = `/rooms/${room.id}`;
  const page = await renderPage(path, { routes: withOutbox(roomRoutes), role: 'agent', ...options });
  const field = await screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'Write a draft' });
  return { ...page, room, field };
}

const list = () => screen.findByRole('listbox', { name: 'Suggestions and keyword answers' });
const noList = () => expect(screen.queryByRole('listbox', { name: 'Suggestions and keyword answers' })).toBeNull();
const offered = async () => textsOf(within(await list()).getAllByRole('option'));
const offers = (texts: readonly string[]) => waitFor(async () => expect(await offered()).toEqual(texts));
const marked = (field: HTMLElement) =>
  document.getElementById(field.getAttribute('aria-activedescendant') ?? '')?.textContent;

test('a slash lists the room’s suggestions and answers in its language first; arrows choose, Tab inserts', async () => {
  const { user, field, requests } = await openRoom();
  const keywordReads = () => requests.filter(({ url }) => url.includes('/master_keywords?')).length;
  await screen.findByText('The pier is open until nine.');
  expect(keywordReads(), 'keywords are fetched when the user starts to type').toBe(0);
  await user.type(field, '/');
  await offers([
    'The pier is open until nine.',
    'refundAlways to the card that paid',
    'refundFive working days',
    'parkingThere is a car park behind the station, open all day.',
    'FahrplanDie Fähre fährt jeden Sonntag um neun Uhr vom Hafen ab, das Wetter spielt keine Rolle.',
  ]);
  expect(marked(field)).toBe('The pier is open until nine.');
  expect(field.getAttribute('aria-controls')).toBe((await list()).id);
  for (const composing of [{ isComposing: true }, { keyCode: 229 }]) {
    const enter = createEvent.keyDown(field, { key: 'Enter', ...composing });
    fireEvent(field, enter);
    expect(enter.defaultPrevented, 'Enter is left to the input method').toBe(false);
  }
  expect(field.value).toBe('/');
  await list();
  await user.keyboard('{ArrowDown}{ArrowDown}{ArrowUp}');
  expect(marked(field)).toBe('refundAlways to the card that paid');
  await user.keyboard('{Tab}');
  expect(field.value).toBe('Always to the card that paid');
  expect(document.activeElement).toBe(field);
  await user.keyboard(' /five');
  await offers(['refundFive working days']);
  await user.keyboard('{Escape}');
  noList();
  expect(field.value).toBe('Always to the card that paid /five');
  await user.keyboard(' days');
  noList();
  expect(field.hasAttribute('aria-activedescendant')).toBe(false);
  expect(keywordReads(), 'and only once').toBe(1);
});

test('typing after the slash filters, and Enter replaces the slash and the query at the cursor', async () => {
  const { user, field, requests } = await openRoom();
  await user.type(field, 'Hello Ana,  See you!');
  field.setSelectionRange(11, 11);
  await user.keyboard('/work');
  await offers(['refundFive working days']);
  await user.keyboard('{Enter}');
  expect(field.value).toBe('Hello Ana, Five working days See you!');
  expect(field.selectionStart).toBe('Hello Ana, Five working days'.length);
  noList();
  await user.keyboard('{Control>}{Enter}{/Control}');
  await findToast('Sent for review');
  const sent = requests.filter(({ method }) => method === 'POST');
  expect(sent).toHaveLength(1);
  expect((await sent[0]?.json())?.data.attributes).toEqual({
    message_content: 'Hello Ana, Five working days See you!',
  });
});

test('an option that stays marked while the query moves it up is still the active one', async () => {
  const { user, field } = await openRoom();
  await user.type(field, '/');
  await list();
  await waitFor(() => expect(marked(field)).toBe('The pier is open until nine.'));
  await user.keyboard('{ArrowDown}{ArrowDown}');
  expect(marked(field)).toBe('refundFive working days');
  await user.paste('work');
  await offers(['refundFive working days']);
  expect(marked(field)).toBe('refundFive working days');
});

test('a slash in a URL, a fraction or a word opens no list, and a query without matches closes it', async () => {
  const { user, field } = await openRoom();
  await user.type(field, 'https://x.test/a 3/4 and/or');
  noList();
  await user.type(field, ' /');
  await list();
  await user.keyboard(' of nothing');
  noList();
  await user.type(field, ' /quite certainly');
  await waitFor(noList);
  expect(field.value).toBe('https://x.test/a 3/4 and/or / of nothing /quite certainly');
  await user.keyboard('{Enter}');
  expect(field.value.endsWith('\n')).toBe(true);
});

test('“Insert” offers the same without a slash, and a full-width one of an IME opens the list', async () => {
  const { user, field } = await openRoom();
  await user.type(field, 'Hello!');
  await user.click(screen.getByRole('button', { name: 'Insert' }));
  await user.click(await screen.findByRole('option', { name: 'The pier is open until nine.' }));
  expect(field.value).toBe('Hello! The pier is open until nine.');
  expect(document.activeElement).toBe(field);
  noList();
  await user.clear(field);
  // A full-width slash, as typed with an IME.
  fireEvent.compositionStart(field);
  fireEvent.input(field, { target: { value: '／' } });
  field.setSelectionRange(1, 1);
  noList();
  fireEvent.compositionEnd(field, { data: '／' });
  await offers(expect.arrayContaining(['The pier is open until nine.']));
  await user.keyboard('{Enter}');
  expect(field.value).toBe('The pier is open until nine.');
});

test('keyword answers are offered even if another reader of the keywords was unmounted', async () => {
  const { wrapFetch, release } = holding((url) => url.includes('/master_keywords?'));
  const { user, field } = await openRoom({ wrapFetch });
  await user.type(field, 'Hello {{{{name}}');
  await screen.findByRole('region', { name: 'Checks' });
  await user.clear(field);
  release();
  await user.type(field, '/ref');
  await offers(['refundAlways to the card that paid', 'refundFive working days']);
});

test('if neither suggestions nor keywords can be read, the list says so, and the user can go on typing', async () => {
  const { user, field } = await openRoom({
    wrapFetch: answering((url) => /master_keywords|suggestions/.test(url) && new Response('', { status: 403 })),
  });
  await user.type(field, '/');
  expect(await screen.findByText(/Couldn’t load suggestions/)).toBeTruthy();
  await user.keyboard('{Escape}{Backspace}Good morning.');
  expect(field.value).toBe('Good morning.');
});

test('rules, check findings and earlier rejections of the text show before sending, and block nothing', async () => {
  const { user, field, room, service } = await openRoom();
  const text = 'We cannot refund this ticket, as the ferry did leave on Sunday.';
  await aResolvedDraft(service.db, service.userIds.reviewer, {
    room_id: room.id,
    message_content: text,
    status: 'rejected',
    comment: 'It did not.',
  });
  await user.type(field, text);
  const checks = within(await screen.findByRole('region', { name: 'Checks' }));
  expect(await checks.findByText('It did not.')).toBeTruthy();
  await user.clear(field);
  // `type` treats braces as special characters.
  await user.type(field, 'The refund is under way, {{{{name}}!');
  const mark = await within(await screen.findByRole('region', { name: 'Checks' })).findByText('{{name}}');
  expect(mark.parentElement?.textContent).toBe('{{name}} was left in the text.');
  const rules = within(await screen.findByRole('region', { name: 'Rules that apply' }));
  expect(rules.getAllByRole('listitem').map((item) => item.querySelector('bdi')?.textContent)).toEqual(['refund']);
  await user.click(rules.getByRole('button', { name: 'Insert “Five working days”' }));
  expect(field.value).toBe('The refund is under way, {{name}}! Five working days');
  await user.click(screen.getByRole('button', { name: 'Send for review' }));
  await findToast('Sent for review');
});

/** A room whose answers to new drafts wait for `release`. */
async function openSlowRoom(answer?: Response) {
  const { promise: held, resolve: release } = Promise.withResolvers<void>();
  const wrapFetch = answering((_, { method }) => method === 'POST' && held.then(() => answer));
  return { ...(await openRoom({ wrapFetch })), release };
}

const sendKeys = '{Control>}{Enter}{/Control}';

test('text typed while a draft is being sent stays as the next draft', async () => {
  const { user, field, release } = await openSlowRoom();
  await user.type(field, `First.${sendKeys} Second.`);
  release();
  await findToast('Sent for review');
  await waitFor(() => expect(field.value).toBe('Second.'));
});

/** Leaves a room for a page without fields. */
async function leave() {
  await navigate('/elsewhere');
  await waitFor(() => expect(screen.queryByRole('textbox')).toBeNull());
}

/** Leaves a room while its draft is being sent, and comes back to another form. */
async function comeBack(room: { id: number }) {
  await leave();
  await navigate(`/rooms/${room.id}`);
  const field = await screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'Write a draft' });
  await waitFor(() => expect(field.value).toBe('First.'));
  return field;
}

test.each([
  ['is emptied', '', ''],
  ['keeps what was typed there since', ' Second.', 'Second.'],
])('a form opened again while its text is being sent cannot send it twice, and then %s', async (_, typed, left) => {
  const { user, field, room, service, release } = await openSlowRoom();
  await user.type(field, `First.${sendKeys}`);
  const again = await comeBack(room);
  await user.type(again, typed + sendKeys);
  release();
  await findToast('Sent for review');
  await waitFor(() => expect(again.value).toBe(left));
  const texts = await service.db.selectFrom('support_draft_messages').select('message_content').execute();
  expect(texts).toEqual([{ message_content: 'First.' }]);
  await leave();
  expect(Object.values(localStorage).filter((text) => /First|Second/.test(text))).toEqual(left ? [`"${left}"`] : []);
});

test('what was typed in a form opened again is kept when both are closed before the answer', async () => {
  const { user, field, room, release } = await openSlowRoom();
  await user.type(field, `First.${sendKeys}`);
  await user.type(await comeBack(room), '{Control>}a{/Control}Other.');
  await leave();
  release();
  await findToast('Sent for review');
  expect(Object.values(localStorage)).toContain('"Other."');
});

test('a form opened again says that its text was not sent', async () => {
  const { user, field, room, release } = await openSlowRoom(refusal(422, { title: 'No more drafts today' }));
  await user.type(field, `First.${sendKeys}`);
  const again = await comeBack(room);
  release();
  await screen.findByText(/No more drafts today/);
  expect(again.value).toBe('First.');
});

test('a draft that is refused after its form was closed is reported', async () => {
  const { user, field, release } = await openSlowRoom(refusal(422, { title: 'No more drafts today' }));
  await user.type(field, `First.${sendKeys}`);
  await leave();
  release();
  await findToast('Couldn’t send your draft');
});
