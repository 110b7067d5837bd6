import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { drafts } from '#contract/drafts.ts';
import { refreshLists } from '#src/api/cache.ts';
import { queryClient } from '#src/api/query-client.ts';
import { savedConnections } from '#src/api/sign-in/connection-store.ts';
import { draftQuery } from '#src/features/review-queue/queue-query.ts';
import { navigate } from '#src/lib/router.ts';
import { outbox } from '#src/outbox/outbox-store.ts';
import { failing, refusedWith } from '#test/src/network-faults.ts';
import { fetchThrough } from '#test/tolerance/fetch-through.ts';
import { rewrites } from '#test/tolerance/rewrites.ts';
import { holding } from '../answering.ts';
import {
  chosen,
  freshDesk,
  isDecision,
  openDesk,
  openOneDraft,
  outboxIsEmpty,
  rejectWith,
} from './render-review-desk.tsx';

beforeEach(freshDesk);

const NOT_SENT = 'Your text wasn’t sent. Copy it if you need it.';

test.each([
  ['r', 'Reason', '', 'reviewer'],
  ['r', 'Reason', '', 'supervisor'],
  ['e', 'Text', 'It is on its way.', 'reviewer'],
  ['e', 'Text', 'It is on its way.', 'supervisor'],
] as const)(
  'text typed after %s (%s %s) for a draft decided by the %s stays, is not sent, and is kept until discarded',
  async (key, name, before, as) => {
    const { user, decisions, draft, service, unmount } = await openOneDraft('address');
    await user.keyboard(key);
    const field = await screen.findByRole<HTMLTextAreaElement>('textbox', { name: new RegExp(name) });
    await user.type(field, ' Not today.');
    const text = `${before} Not today.`;
    await service.send('PUT', `/support_draft_messages/${draft.id}/approve`, { as });
    await refreshLists(drafts);
    expect(await within(chosen()).findByText(/^This draft was decided while you were typing/)).toBeTruthy();
    expect(field.isConnected && field.value).toBe(text);
    expect(document.activeElement).toBe(field);
    await user.keyboard('{Control>}{Enter}{/Control}');
    expect(decisions()).toEqual([]);
    expect(within(chosen()).queryByText(NOT_SENT), 'the form shows the text').toBeNull();
    // Even if the form is closed before its text has been stored.
    await user.type(field, '!');
    await user.keyboard('{Escape}');
    const notice = async () => (await within(chosen()).findByText(NOT_SENT)).parentElement;
    expect((await notice())?.textContent).toContain(`${text}!`);

    unmount();
    queryClient.clear();
    const again = await openDesk(`/review/${draft.id}`, 'It is on its way.');
    expect((await notice())?.textContent).toContain(`${text}!`);
    await again.user.click(within(chosen()).getByRole('button', { name: 'Discard' }));
    expect(within(chosen()).queryByText(NOT_SENT)).toBeNull();
    expect(Object.values(localStorage).join()).not.toContain('Not today');
  },
);

test('a reason that is being sent is not shown as unsent, nor one that was sent', async () => {
  const { wrapFetch, release } = holding((url, { method }) => method === 'PUT' && !isDecision(url));
  const drops = fetchThrough([rewrites['the comment is dropped']]);
  const { user, draft, becomes } = await openOneDraft('address', { wrapFetch: (fetch) => wrapFetch(drops(fetch)) });
  await rejectWith(user, 'Not today.');
  await becomes('rejected');
  await navigate(`/review/${draft.id}`);
  await within(chosen()).findByText(/^by Sam /);
  expect(outbox.get()).toHaveLength(1);
  expect(within(chosen()).queryByText(NOT_SENT)).toBeNull();
  release();
  await outboxIsEmpty();
  expect(within(chosen()).queryByText(NOT_SENT)).toBeNull();
});

const field = () => within(chosen()).findByRole<HTMLTextAreaElement>('textbox', { name: 'Text' });
const press = '{Control>}{Enter}{/Control}';
type Desk = Awaited<ReturnType<typeof openOneDraft>>;

/** The author changes the draft, and the page reads it again. */
async function changeDraft({ service, draft }: Desk) {
  await service.update('support_draft_messages', draft.id, { message_content: 'It is lost.' }, { as: 'agent' });
  await refreshLists(drafts);
  const { queryKey } = draftQuery(String(draft.id));
  expect(queryClient.getQueryData(queryKey)?.row.message_content).toBe('It is lost.');
}

test('an edit is not approved over a text that its author has changed since, until it is sent again', async () => {
  const desk = await openOneDraft('address');
  const { user, row, becomes } = desk;
  await user.keyboard('e');
  await user.type(await field(), ' Soon.');
  await changeDraft(desk);
  expect((await field()).value).toBe('It is on its way. Soon.');
  await user.keyboard(press);
  await within(chosen()).findByText(/^The draft changed after you opened it/);
  expect(await row()).toMatchObject({ status: 'in_review', message_content: 'It is lost.' });
  expect(within(chosen()).getByText(/It is on its way. Soon./)).toBeTruthy();
  await user.keyboard('e');
  await user.type(await field(), ' Sorry.');
  await user.keyboard(press);
  await becomes('approved');
  expect((await row()).message_content).toBe('It is on its way. Soon. Sorry.');
});

test('a stored edit shows what its author has changed since, until it is reset', async () => {
  const desk = await openOneDraft('address');
  const { user } = desk;
  const words = /The draft changed after you opened it/;
  await user.keyboard('e');
  await user.type(await field(), ' Soon.{Escape}');
  await changeDraft(desk);
  for (const leave of ['{Escape}', ' Sorry.{Escape}']) {
    await user.keyboard('e');
    await user.type(await field(), leave);
    await user.keyboard('e');
    await within(chosen()).findByText(words);
    await user.keyboard('{Escape}');
  }
  await user.keyboard('e');
  expect((await field()).value).toBe('It is on its way. Soon. Sorry.');
  const seen = within(chosen()).getAllByText('Changes')[0]?.parentElement;
  expect(seen?.querySelector('del')?.textContent).toContain('on its way');
  expect(seen?.querySelector('ins')?.textContent).toContain('lost');
  await user.click(within(chosen()).getByRole('button', { name: 'Reset to original' }));
  await user.type(await field(), ' Sorry.{Escape}');
  await user.keyboard('e');
  expect((await field()).value).toBe('It is lost. Sorry.');
  expect(within(chosen()).queryByText(words)).toBeNull();
  await user.keyboard(press);
  await desk.becomes('approved');
  await waitFor(() => expect(Object.keys(localStorage).filter((key) => key.includes('edit'))).toEqual([]));
});

/** Another tab stores an edit that began from another text of the draft. */
function editInOtherTab({ draft }: Desk, text: string, base: string) {
  const { address = '' } = savedConnections.get()[0] ?? {};
  for (const [name, value] of Object.entries({ edit: text, 'edit-base': base })) {
    const key = `countersign.typed.${address}.${name}.${draft.id}`;
    const own = localStorage.getItem(key);
    localStorage.setItem(`${key}~others`, JSON.stringify(own === null ? [] : [own]));
    localStorage.setItem(key, JSON.stringify(value));
  }
}

test('an edit keeps the text it began from while another tab edits the same draft', async () => {
  const desk = await openOneDraft('address');
  const { user } = desk;
  await user.keyboard('e');
  await user.type(await field(), ' Soon.{Escape}');
  await user.keyboard('e');
  await field();
  editInOtherTab(desk, 'It is lost. Sorry.', 'It is lost.');
  await user.type(await field(), ' Today.{Escape}');
  await changeDraft(desk);
  await user.keyboard('e');
  expect((await field()).value).toBe('It is on its way. Soon. Today.');
  const words = /The draft changed after you opened it/;
  expect(within(chosen()).queryByText(words)).not.toBeNull();
  const showOther = () => user.click(within(chosen()).getByRole('button', { name: 'Show other version' }));
  await showOther();
  expect((await field()).value).toBe('It is lost. Sorry.');
  expect(within(chosen()).queryByText(words)).toBeNull();
  await showOther();
  expect(within(chosen()).queryByText(words)).not.toBeNull();
  await user.click(within(chosen()).getByRole('button', { name: 'Discard other version' }));
  await user.keyboard('{Escape}e');
  expect(within(chosen()).queryByText(words)).not.toBeNull();
});

test.each([
  ['Try again', {}],
  ['Approve anyway', { code: 'room_moved_on' }],
])('“%s” does not approve an edit over a text that its author has changed since', async (name, error) => {
  const wrapFetch = failing(isDecision, refusedWith(422, error));
  const desk = await openOneDraft('address', { wrapFetch });
  const { user, row } = desk;
  await user.keyboard('e');
  await user.type(await field(), ` Soon.${press}`);
  const again = await within(chosen()).findByRole('button', { name });
  await changeDraft(desk);
  await user.click(again);
  await within(chosen()).findByText(/^The draft changed after you opened it/);
  expect(await row()).toMatchObject({ status: 'in_review', message_content: 'It is lost.' });
});
