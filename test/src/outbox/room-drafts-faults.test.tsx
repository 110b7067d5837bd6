import { screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { capabilities, unannouncedGaps } from '#src/api/capabilities.ts';
import { queryClient } from '#src/api/query-client.ts';
import { defaultSettings, settings } from '#src/lib/storage/settings.ts';
import { locallyDecidedIds } from '#src/outbox/decision-outcomes.ts';
import { toasts } from '#src/ui/overlay/toasts.ts';
import { aDraft } from '#test/builders.ts';
import { answering, intercepting, type Middleware, refusal } from '#test/src/answering.ts';
import { responseLost } from '#test/src/network-faults.ts';
import { findToast } from '#test/src/render-page.tsx';
import { outboxBar } from '#test/src/with-outbox.tsx';
import { onSentRecord, type Rewrite, withAttributes, without } from '#test/tolerance/exchange.ts';
import { fetchThrough } from '#test/tolerance/fetch-through.ts';
import { type RewriteName, rewrites } from '#test/tolerance/rewrites.ts';
import { leavePage } from '../browser-events.ts';
import { onDecision } from '../review/render-review-desk.tsx';
import { item, show, showDrafts, shown, startWithDrafts } from './drafts-of-room.tsx';

beforeEach(() => settings.set({ ...defaultSettings, undoSeconds: 0 }));

test.each([
  ['rows have shifted', 2, false],
  ['the tenant ignores the page number', 1, true],
])('if %s, no draft is shown twice, and the search ends', async (_, lastPage, isCut) => {
  settings.set({ ...defaultSettings, pollSeconds: 3600 });
  const { room } = await startWithDrafts(3);
  const asked: number[] = [];
  await show(room.id, {
    isStrict: false,
    wrapFetch: (fetch) => async (input, init) => {
      const url = new URL(String(input));
      const number = Number(url.searchParams.get('page[number]'));
      if (!url.pathname.endsWith('/support_draft_messages')) return fetch(input, init);
      asked.push(number);
      // Pages of two, of which the second begins with the last row of the first.
      url.searchParams.set('page[number]', '1');
      const body = await (await fetch(url.href, init)).json();
      const start = Math.min(number, lastPage) - 1;
      body.data = body.data.slice(start, start + 2);
      body.meta = {};
      body.links = number >= 2 && lastPage > 1 ? {} : { next: url.href };
      return Response.json(body);
    },
  });
  const all = ['reply 1', 'reply 2', 'reply 3'];
  expect(await shown()).toEqual(isCut ? all.slice(0, 2) : all);
  expect(screen.queryByText(/Too many drafts to search them all/) !== null).toBe(isCut);
  expect(asked).toEqual([1, 2]);
});

test('drafts decided together are one outbox entry, and a lost response changes nothing twice', async () => {
  settings.set({ ...defaultSettings, undoSeconds: 30 });
  const { user, requests, status } = await showDrafts(3, {
    wrapFetch: intercepting((url) => url.endsWith('/approve'), responseLost),
  });
  await user.click(await screen.findByRole('button', { name: /^Approve all/ }));
  const outbox = await outboxBar();
  expect(outbox.getByText(/Approving 3 drafts…/)).toBeTruthy();
  expect(outbox.getAllByRole('button', { name: 'Undo' })).toHaveLength(1);
  settings.set({ ...defaultSettings, undoSeconds: 0 });
  // A closing page sends each with its version, as it has no time to compare.
  leavePage();
  await findToast('Approved 3 drafts');
  expect((await status(2)).status).toBe('approved');
  expect(requests.filter(({ url }) => url.includes('approve')).map(({ url }) => url.endsWith('/approve'))).toEqual([
    true,
    true,
    true,
  ]);
});

test.each<[string, RewriteName[], number]>([
  ['in one request', [], 1],
  ['at a tenant that may ignore the ids, one by one', ['no versions', 'no permissions'], 0],
])('a draft that arrived after loading is not approved with the others: %s', async (_, forms, together) => {
  const wrapFetch = fetchThrough(forms.map((name) => rewrites[name]));
  const { user, requests, service, room, status } = await showDrafts(2, { wrapFetch });
  const button = await screen.findByRole('button', { name: /^Approve all/ });
  const late = await aDraft(service.db, { room_id: room.id, message_content: 'not seen yet' });
  await user.click(button);
  await findToast('Approved 2 drafts');
  expect((await status(1)).status).toBe('approved');
  const { record } = await service.send('GET', `/support_draft_messages/${late.id}`);
  expect(record.attributes?.status).toBe('in_review');
  expect(requests.filter(({ url }) => url.includes('approve_support_draft_messages'))).toHaveLength(together);
});

test('a tenant that may ignore the ids gets single requests if one of the drafts has changed', async () => {
  const { service, room, drafts, status } = await startWithDrafts(3);
  const ignoring: Rewrite = { row: 'Actions', request: onSentRecord(withAttributes((given) => without(given, 'ids'))) };
  const { user } = await show(room.id, { wrapFetch: fetchThrough([rewrites['no versions'], ignoring]) });
  const button = await screen.findByRole('button', { name: 'Approve all 3' });
  // A read still in flight would show the changed text.
  await waitFor(() => expect(queryClient.isFetching()).toBe(0));
  await service.update('support_draft_messages', drafts[0]?.id ?? 0, { message_content: 'unread' });
  await user.click(button);
  await findToast('Approved 2 drafts · 1 failed');
  expect(await status(0)).toMatchObject({ status: 'in_review', message_content: 'unread' });
  for (const index of [1, 2]) expect((await status(index)).status).toBe('approved');
});

/** Answers the room action with 500, after applying it to `count` of its drafts; with 0, it does not arrive. */
const failingAfter =
  (count: number): Middleware =>
  (fetch) =>
  async (input, init) => {
    if (!String(input).includes('approve_support_draft_messages')) return fetch(input, init);
    const { data } = JSON.parse(String(init?.body));
    const ids = data.attributes.ids.slice(0, count);
    const body = JSON.stringify({ data: { ...data, attributes: { ids } } });
    if (count > 0) await fetch(input, { ...init, body });
    return refusal(500, { title: 'Internal Server Error' });
  };

test.each([
  [3, 'Approved 3 drafts'],
  [1, 'Approved 1 draft · 2 failed'],
  [0, 'No drafts approved'],
])('after a server error, the %i of 3 drafts that were approved are not reported as undecided', async (count, told) => {
  const { user, requests, status } = await showDrafts(3, { wrapFetch: failingAfter(count) });
  await user.click(await screen.findByRole('button', { name: 'Approve all 3' }));
  await findToast(told);
  const expected = [0, 1, 2].map((index) => (index < count ? 'approved' : 'in_review'));
  for (const index of [0, 1, 2]) expect((await status(index)).status).toBe(expected[index]);
  await waitFor(() => {
    const failed = screen.queryAllByText('Server error. The draft is still in review. Try again.');
    expect(failed.filter((text) => text.closest('li[aria-label]'))).toHaveLength(3 - count);
  });
  expect(requests.filter(({ method }) => method === 'PUT')).toHaveLength(count > 0 ? 1 : 0);
});

test('after a server error, drafts that cannot be read are not reported as undecided', async () => {
  const { room } = await startWithDrafts(2);
  const unreadable = answering((url) => /support_draft_messages\/\d+/.test(url) && refusal(500));
  const { user } = await show(room.id, { wrapFetch: (fetch) => unreadable(failingAfter(2)(fetch)) });
  await user.click(await screen.findByRole('button', { name: 'Approve all 2' }));
  expect(await (await item('reply 2')).findByText(/reported an error \(500\)/)).toBeTruthy();
  expect(screen.queryByText(/still in review/)).toBeNull();
  await findToast('We couldn’t confirm your decisions');
});

test.each([
  [1, 'Reject', /Send rejection/],
  [2, /^Reject all/, /^Reject all/],
])('decisions on %i draft(s) that the tenant has only accepted are not verified at once', async (count, open, send) => {
  const { room, status } = await startWithDrafts(count);
  const { promise: isTime, resolve: apply } = Promise.withResolvers<void>();
  const { user, requests } = await show(room.id, {
    wrapFetch: onDecision(async (passOn) => {
      void isTime.then(passOn);
      return Response.json({ meta: { queued: true } }, { status: 202 });
    }),
  });
  await user.click(await screen.findByRole('button', { name: open }));
  await user.type(await screen.findByRole('textbox', { name: /Reason/ }), 'Too long');
  await user.click(screen.getByRole('button', { name: send }));
  await waitFor(() => expect(locallyDecidedIds.get().size).toBe(count));
  expect(toasts.get().filter(({ tone }) => tone !== 'good')).toEqual([]);
  expect(unannouncedGaps(capabilities.get())).toEqual([]);
  expect(requests.filter(({ method }) => method === 'PUT')).toEqual([]);
  const choices = () => screen.queryAllByRole('button', { name: 'Reject' });
  await waitFor(() => expect(choices()).toHaveLength(count));
  apply();
  await waitFor(() => expect(choices()).toEqual([]));
  for (let index = 0; index < count; index++)
    expect(await status(index)).toMatchObject({ status: 'rejected', comment: 'Too long' });
});

test('a tenant without the room action gets one request per draft', async () => {
  const { user, status } = await showDrafts(2, {
    wrapFetch: answering((url) => url.includes('approve_support_draft_messages') && new Response('', { status: 404 })),
  });
  await user.click(await screen.findByRole('button', { name: /^Approve all/ }));
  await waitFor(async () => expect((await status(0)).status).toBe('approved'));
  await waitFor(async () => expect((await status(1)).status).toBe('approved'));
});

test('without the room of each draft, the page warns that the list may be incomplete', async () => {
  await showDrafts(1, { wrapFetch: fetchThrough([rewrites['no relationships']]) });
  expect(await screen.findByText(/doesn’t report the room of every draft/)).toBeTruthy();
});
