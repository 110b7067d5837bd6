import { createEvent, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { currentLocation, navigate } from '#src/lib/router.ts';
import { updateSettings } from '#src/lib/storage/settings.ts';
import { aKeyword, aSuggestion } from '#test/builders.ts';
import { answering, refusal } from '../answering.ts';
import { type PageOptions, startService } from '../render-page.tsx';
import {
  aCase,
  chosen,
  decisionsOf,
  freshDesk,
  nothingIsDecided,
  openDesk,
  outboxIsEmpty,
  queue,
  stored,
} from './render-review-desk.tsx';

beforeEach(freshDesk);

const HOUR_MS = 3_600_000;
const refund = { key_name: 'refund', suggestions: '["Always to the card that paid", "Five working days"]' };
const citation = 'Rule “refund”: Always to the card that paid · Five working days';

/** Opens the queue of these drafts, to which the rule about refunds applies. */
async function openRefunds(...texts: readonly [string, ...string[]]) {
  const service = await startService();
  await aKeyword(service.db, refund);
  const drafts: { id: number }[] = [];
  for (const text of texts) drafts.push((await aCase(service, [], text)).draft);
  const page = await openDesk('/review', texts[0]);
  return { ...page, statusOf: async (index: number) => (await stored(service, drafts[index]?.id ?? 0)).status };
}

/** Opens a case whose draft is the only one, with the given keywords. */
async function openCase(
  keywords: readonly { key_name: string; suggestions?: string }[],
  [said, reply]: readonly [said: readonly string[], reply: string],
  options: Partial<PageOptions> = {},
) {
  const service = await startService();
  for (const keyword of keywords) await aKeyword(service.db, keyword);
  const made = await aCase(service, said, reply);
  const page = await openDesk(`/review/${made.draft.id}`, reply, options);
  return { ...page, ...made };
}

const rules = () => within(chosen()).findByRole('region', { name: 'Rules that apply' });
const names = async () =>
  within(await rules())
    .getAllByRole('listitem')
    .map((item) => within(item).getByRole('checkbox').getAttribute('aria-label'));
const article = () => within(chosen()).getByRole('article', { name: 'Draft' });
const underlined = (where: HTMLElement) => Array.from(where.querySelectorAll('u'), (word) => word.textContent);
const reason = () => screen.findByRole<HTMLTextAreaElement>('textbox', { name: /Reason/ });

test('keywords in the draft and the visitor’s messages are listed beside it and underlined in the texts', async () => {
  const keywords = [{ key_name: 'cancelled', suggestions: 'Full refund or next boat.' }, refund, { key_name: 'ferry' }];
  await openCase(keywords, [['Our boat was CANCELLED!'], 'The refund is under way, <u>no refunds</u> later.']);
  expect(await names()).toEqual(['Mark “refund” as checked', 'Mark “cancelled” as checked']);
  const list = within(await rules());
  expect(list.getByText('Always to the card that paid')).toBeTruthy();
  expect(list.getByText('Full refund or next boat.')).toBeTruthy();
  await waitFor(() => expect(underlined(article())).toEqual(['refund']));
  expect(article().textContent).toContain('The refund is under way, <u>no refunds</u> later.');
  const messages = within(chosen()).getByRole('list', { name: 'Messages' });
  await waitFor(() => expect(underlined(messages).sort()).toEqual(['CANCELLED', 'refund']));
});

test('a keyword matches spelling variants, which are underlined as written', async () => {
  const said = ['昨日の船をｷｬﾝｾﾙしたい', 'İADE istiyorum', 'DIE STRASSE 5', 'أريد استـــرداد المال'];
  const keywords = ['キャンセル', 'iade', 'Straße', 'استرداد'];
  await openCase(
    keywords.map((key_name) => ({ key_name })),
    [said, 'Thank you.'],
  );
  expect((await names()).toSorted()).toEqual(keywords.map((name) => `Mark “${name}” as checked`).toSorted());
  const messages = within(chosen()).getByRole('list', { name: 'Messages' });
  await waitFor(() => expect(underlined(messages)).toEqual(['ｷｬﾝｾﾙ', 'İADE', 'STRASSE', 'استـــرداد']));
});

test('rules match the last five messages of the visitor only; below them are the suggestions for the room', async () => {
  const service = await startService();
  for (const keyword of [refund, { key_name: 'ferry' }]) await aKeyword(service.db, keyword);
  const said = ['A refund, please', 'one', 'two', 'three', 'four', 'Is the ferry late?'];
  const { room, draft } = await aCase(service, said, 'Thank you.');
  const data = (content: string) => JSON.stringify([{ kind: 'text', content, settings: {} }]);
  await aSuggestion(service.db, { room_id: room.id, suggestion_messages_data: data('Tickets stay valid.') });
  await aSuggestion(service.db, { suggestion_messages_data: data('For another room.') });
  await openDesk(`/review/${draft.id}`, 'Thank you.');
  expect(await names()).toEqual(['Mark “ferry” as checked']);
  const section = within(await within(chosen()).findByRole('region', { name: 'Suggestions for this room' }));
  expect(section.getByText('Tickets stay valid.')).toBeTruthy();
  expect(section.queryByText('For another room.')).toBeNull();
});

test('a ticked rule stays ticked for its draft while other drafts are opened', async () => {
  const { user } = await openRefunds('The first refund.', 'The second refund.');
  const box = async () => within(await rules()).getByRole<HTMLInputElement>('checkbox');
  await user.click(await box());
  expect((await box()).checked).toBe(true);
  await user.keyboard('j');
  await waitFor(async () => expect((await box()).checked).toBe(false));
  await user.keyboard('k');
  await waitFor(async () => expect((await box()).checked).toBe(true));
});

test('a number key opens the reject form with the cited rule, which Escape removes from a text typed before', async () => {
  const { user, service, draft } = await openCase([refund], [[], 'The refund goes to your friend.']);
  const button = within(await rules()).getByRole('button', { name: 'Reject, citing “refund”' });
  expect(button.getAttribute('aria-keyshortcuts')).toBe('1');
  await user.keyboard('r');
  await user.type(await reason(), 'Not to a friend.');
  await user.keyboard('{Escape}1');
  expect((await reason()).value).toBe(`Not to a friend.\n${citation}`);
  await user.keyboard('{Escape}r');
  expect((await reason()).value).toBe('Not to a friend.');
  await user.clear(await reason());
  await user.keyboard('{Escape}1');
  expect((await reason()).value).toBe(citation);
  nothingIsDecided();
  await user.type(await reason(), ' Say so, in 1 line.');
  await user.keyboard('{Control>}{Enter}{/Control}');
  await waitFor(async () =>
    expect(await stored(service, draft.id)).toMatchObject({
      status: 'rejected',
      comment: `${citation} Say so, in 1 line.`,
    }),
  );
});

test('r and the number after the presets reject at once with the rule, and z undoes it', async () => {
  updateSettings({ undoSeconds: 30 });
  const { user, requests } = await openCase([refund], [[], 'The refund goes to your friend.']);
  await rules();
  await user.keyboard('r');
  const list = within(await screen.findByRole('list', { name: 'Quick reject' }));
  const buttons = list
    .getAllByRole('button')
    .map((button) => [button.getAttribute('aria-keyshortcuts'), button.textContent]);
  expect(buttons.at(-1)).toEqual(['6', 'Rule “refund”6']);
  await user.keyboard('6');
  await screen.findByRole('region', { name: 'Outbox' });
  await user.keyboard('z');
  await outboxIsEmpty();
  await user.keyboard('r');
  expect((await reason()).value).toBe('');
  updateSettings({ undoSeconds: 0 });
  await user.keyboard('6');
  await waitFor(() => expect(decisionsOf(requests)).toHaveLength(1));
  expect(await decisionsOf(requests)[0]?.text()).toContain(citation.slice(0, 12));
});

test('a double press of the key that rejects one draft does not open the reject form of the next', async () => {
  const { user, requests, statusOf } = await openRefunds('The first refund.', 'The second refund.');
  await rules();
  await user.keyboard('r');
  press(await reason(), '1', 10_000);
  await waitFor(() => expect(article().textContent).toContain('The second'));
  await waitFor(async () => expect(within(await rules()).getByRole('button', { name: /citing/ })).toBeTruthy());
  press(document.body, '1', 10_300);
  expect(screen.queryByRole('textbox', { name: /Reason/ })).toBeNull();
  await waitFor(() => expect(decisionsOf(requests)).toHaveLength(1));
  expect(await statusOf(1)).toBe('in_review');
  press(document.body, '1', 20_000);
  expect((await reason()).value).toBe(citation);
});

/** Presses a key with a fixed timestamp in milliseconds, however slow the machine is. */
function press(on: HTMLElement, key: string, timeStamp: number) {
  const event = createEvent.keyDown(on, { key });
  Object.defineProperty(event, 'timeStamp', { value: timeStamp });
  fireEvent(on, event);
}

test('a rule still listed for the previous draft is not cited for the next', async () => {
  await openRefunds('The first refund.', 'The second refund.');
  await rules();
  // As in a browser, deferred values render in a later task.
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', false);
  fire('j');
  for (let turn = 0; turn < 1_000 && !article().textContent?.includes('The second'); turn++) await null;
  fire('1');
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  await screen.findAllByText('No rule with this number applies to this draft.');
  expect(article().textContent).toContain('The second');
  expect(screen.queryByRole('textbox', { name: /Reason/ })).toBeNull();
});

const fire = (key: string) => document.body.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }));

test('a held number rejects one draft', async () => {
  const { user, requests, statusOf } = await openRefunds('The first refund.', 'The second refund.');
  await rules();
  await user.keyboard('r');
  await user.type(await reason(), '{2>20/}');
  await waitFor(async () => expect(await statusOf(0)).toBe('rejected'));
  await outboxIsEmpty();
  expect(screen.queryByRole('textbox', { name: /Reason/ })).toBeNull();
  expect(await statusOf(1)).toBe('in_review');
  expect(decisionsOf(requests)).toHaveLength(1);
});

test('a rule cannot be cited on an own draft, nor while drafts are selected', async () => {
  const service = await startService();
  await aKeyword(service.db, refund);
  const own = await aCase(service, [], 'My own refund.', { authorId: service.userIds.reviewer });
  await aCase(service, [], 'Another refund.');
  const { user } = await openDesk(`/review/${own.draft.id}`, 'My own refund.');
  expect(within(await rules()).queryByRole('button', { name: /citing/ })).toBeNull();
  await user.keyboard('1');
  await user.keyboard('j');
  await waitFor(async () => expect(within(await rules()).getByRole('button', { name: /citing/ })).toBeTruthy());
  await user.keyboard('x');
  await waitFor(async () => expect(within(await rules()).queryByRole('button', { name: /citing/ })).toBeNull());
  await user.keyboard('1');
  expect(screen.queryByRole('textbox', { name: /Reason/ })).toBeNull();
});

test('a rule that could not be cited does not fill the next rejection', async () => {
  updateSettings({ undoSeconds: 30 });
  const service = await startService();
  await aKeyword(service.db, refund);
  const { draft } = await aCase(service, [], 'The first refund.');
  const { user } = await openDesk(`/review/${draft.id}?sort=created_at_unix`, 'The first refund.');
  await rules();
  await user.keyboard('a1');
  await screen.findAllByText('You’ve already decided on this draft. Undo that to decide again.');
  await user.keyboard('z');
  await screen.findByRole('button', { name: 'Reject' });
  await user.keyboard('r');
  expect((await reason()).value).toBe('');
});

test('the keywords are fetched once, for any number of drafts and even after an hour', async () => {
  const service = await startService();
  await aKeyword(service.db, refund);
  for (const number of ['first', 'second', 'third']) await aCase(service, [], `The ${number} refund.`);
  const { user, requests } = await openDesk('/review', 'The first refund.', { isStrict: false });
  await rules();
  await user.keyboard('j');
  await waitFor(() => expect(underlined(article())).toEqual(['refund']));
  await user.keyboard('j');
  await within(article()).findByText(/The third/);
  await navigate('/elsewhere');
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + HOUR_MS });
  await navigate('/review');
  await screen.findByRole('region', { name: 'Rules that apply' });
  expect(requests.filter(({ url }) => url.includes('/master_keywords'))).toHaveLength(1);
});

test.each([
  ['refuses them', () => refusal(403)],
  ['has none', () => Response.json({ data: [] })],
  ['does not know them', () => new Response('<h1>Not found</h1>', { status: 404 })],
])('if the service %s (keywords and suggestions), drafts are decided without rules', async (_, answer) => {
  const { user, service, draft, requests } = await openCase([refund], [['A refund?'], 'The refund is under way.'], {
    wrapFetch: answering((url) => /\/(master_keywords|suggestions)\?/.test(url) && answer()),
  });
  expect(within(chosen()).queryByRole('region', { name: 'Rules that apply' })).toBeNull();
  expect(within(chosen()).queryByRole('region', { name: 'Suggestions for this room' })).toBeNull();
  expect(screen.queryByRole('alert')).toBeNull();
  fireEvent.keyDown(document.body, { key: '1' });
  nothingIsDecided();
  await user.keyboard('a');
  await waitFor(async () => expect((await stored(service, draft.id)).status).toBe('approved'));
  expect(decisionsOf(requests)).toHaveLength(1);
  await waitFor(() => expect(within(queue()).queryByText('The refund is under way.')).toBeNull());
  expect(currentLocation().pathname).toMatch(/^\/review/);
});
