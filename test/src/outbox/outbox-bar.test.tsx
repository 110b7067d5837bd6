import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { meQuery } from '#src/api/me-query.ts';
import { queryClient } from '#src/api/query-client.ts';
import { currentLocation, navigate } from '#src/lib/router.ts';
import { updateSettings } from '#src/lib/storage/settings.ts';
import { tabId } from '#src/lib/tab-channel.ts';
import { keywordRoutes, reviewRoutes, roomRoutes } from '#src/routes.tsx';
import { aKeyword, aRoom } from '#test/builders.ts';
import type { TestService } from '#test/service.ts';
import { fetchThrough } from '#test/tolerance/fetch-through.ts';
import { rewrites } from '#test/tolerance/rewrites.ts';
import { withClockAhead } from '../answering.ts';
import { deleteRows } from '../delete-rows.ts';
import { findToast, renderPage, startService } from '../render-page.tsx';
import {
  chosen,
  currentLine,
  freshDesk,
  manyDrafts,
  onDecision,
  openDesk,
  openDrafts,
  queue,
  rejectWith,
  stored,
} from '../review/render-review-desk.tsx';
import { rowAround } from '../row-around.ts';
import { withOutbox } from '../with-outbox.tsx';

beforeEach(() => {
  freshDesk();
  updateSettings({ undoSeconds: 30 });
});

const routes = withOutbox([
  ...reviewRoutes,
  ...roomRoutes,
  ...keywordRoutes,
  { path: '/elsewhere', Component: () => <p>Elsewhere</p> },
]);

async function showDrafts(...[count, path, options]: Parameters<typeof openDrafts>) {
  const page = await openDrafts(count, path, { routes, ...options });
  // The first unmount in strict mode may cancel this query.
  await waitFor(() => queryClient.query(meQuery()));
  return page;
}

const bar = async () => within(await screen.findByRole('region', { name: 'Outbox' }));
const noBar = () => waitFor(() => expect(screen.queryByRole('region', { name: 'Outbox' })).toBeNull());
const textOf = async (text: string) =>
  within(await screen.findByRole('region', { name: 'Current draft' })).findByText(text);
const recent = async () => within(await screen.findByRole('dialog', { name: 'Recent actions' }));
const leavePage = () => window.dispatchEvent(new Event('pagehide'));

test('the bar names the newest text and counts the others', async () => {
  const { user } = await showDrafts(3);
  await user.keyboard('a');
  await (await bar()).findByText('Approved “reply 1”');
  await textOf('reply 2');
  await user.keyboard('a');
  await (await bar()).findByText('Approved “reply 2”');
  expect((await bar()).getAllByRole('button', { name: 'Undo' })).toHaveLength(1);
  expect((await bar()).getByRole('button', { name: 'Recent actions, 1 more pending' }).textContent).toBe('+1');
});

test('z reopens the draft and focuses its row', async () => {
  const { user, drafts } = await showDrafts(3, '/review?sort=-created_at_unix', { text: 'reply 3' });
  await user.keyboard('j');
  await textOf('reply 2');
  await user.keyboard('a');
  await textOf('reply 1');
  await user.keyboard('z');
  await textOf('reply 2');
  expect(currentLocation().pathname).toBe(`/review/${drafts[1]?.id}`);
  expect(currentLocation().search).toBe('?sort=-created_at_unix');
  await waitFor(() => expect(document.activeElement).toBe(currentLine()));
  await noBar();
});

test('from another page, Undo goes back to the draft', async () => {
  const { user, drafts } = await showDrafts(2, ([first]) => `/review/${first?.id}`);
  await user.keyboard('a');
  await textOf('reply 2');
  await navigate('/elsewhere');
  await screen.findByText('Elsewhere');
  await user.click((await bar()).getByRole('button', { name: 'Undo' }));
  await waitFor(() => expect(currentLocation().pathname).toBe(`/review/${drafts[0]?.id}`));
  await textOf('reply 1');
  await waitFor(() => expect(document.activeElement).toBe(currentLine()));
});

test('undoing a decision made in a room returns to the room', async () => {
  const service = await startService();
  const [draft] = await manyDrafts(service, 1);
  const room = (await stored(service, draft?.id ?? 0)).room_id;
  const { user } = await renderPage(`/rooms/${room}`, { routes, role: 'reviewer' });
  const drafts = within(await screen.findByRole('region', { name: /Drafts in review/ }));
  await user.click(await drafts.findByRole('button', { name: 'Approve' }));
  await navigate('/elsewhere');
  await screen.findByText('Elsewhere');
  await user.keyboard('z');
  await waitFor(() => expect(currentLocation().pathname).toBe(`/rooms/${room}`));
});

test('decisions, deletions and switches share the bar, and z undoes the newest of them', async () => {
  const service = await startService();
  const drafts = await manyDrafts(service, 1);
  const room = await aRoom(service.db, { name: 'Blue Heron' });
  await aKeyword(service.db, { key_name: 'refund' });
  const { user, requests } = await openDesk(`/review/${drafts[0]?.id}`, 'reply 1', { routes, role: 'admin' });
  await user.keyboard('a');
  await (await bar()).findByText('Approved “reply 1”');
  await navigate(`/rooms/${room.id}`);
  await user.click(await screen.findByRole('switch', { name: 'Waiting' }));
  await (await bar()).findByText('“Blue Heron” is waiting');
  await navigate('/keywords');
  await deleteRows(user, 'refund');
  await (await bar()).findByText('Deleted “refund”');
  (await bar()).getByRole('button', { name: 'Recent actions, 2 more pending' });
  await user.keyboard('z');
  await screen.findByRole('gridcell', { name: 'refund' });
  await (await bar()).findByText('“Blue Heron” is waiting');
  await user.keyboard('z');
  await waitFor(() => expect(currentLocation().pathname).toBe(`/rooms/${room.id}`));
  await user.keyboard('z');
  await waitFor(() => expect(currentLocation().pathname).toBe(`/review/${drafts[0]?.id}`));
  await noBar();
  leavePage();
  expect(requests.filter(({ method }) => method !== 'GET')).toEqual([]);
});

test('a failed decision is shown on its row, and Retry resends it', async () => {
  updateSettings({ undoSeconds: 0 });
  let fails = 1;
  const detail = 'The pigeon is ill.';
  const wrapFetch = onDecision(async (passOn) =>
    fails-- > 0 ? Response.json({ errors: [{ status: '403', title: 'No', detail }] }, { status: 403 }) : passOn(),
  );
  const { user, rowOf } = await showDrafts(2, '/review', { wrapFetch });
  await user.keyboard('a');
  await textOf('reply 2');
  const row = within(rowAround(await within(queue()).findByText(detail)));
  expect(row.getByText('Room 1')).toBeTruthy();
  await user.click(row.getByRole('button', { name: 'Retry' }));
  await waitFor(async () => expect((await rowOf(1)).status).toBe('approved'));
  await waitFor(() => expect(within(queue()).queryByText('Room 1')).toBeNull());
});

test('Retry on a row only focuses the form if one is open on its draft', async () => {
  updateSettings({ undoSeconds: 0 });
  const detail = 'The pigeon is ill.';
  let decisions = 0;
  const wrapFetch = onDecision(async () => {
    decisions++;
    return Response.json({ errors: [{ status: '403', title: 'No', detail }] }, { status: 403 });
  });
  const { user, rowOf } = await showDrafts(2, '/review', { wrapFetch });
  await user.keyboard('a');
  await textOf('reply 2');
  await within(queue()).findByText(detail);
  await user.keyboard('k');
  await textOf('reply 1');
  await user.keyboard('r');
  const reason = await screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'Reason' });
  await user.type(reason, 'Too short.');
  await user.click(within(queue()).getByRole('button', { name: 'Retry' }));
  expect((await screen.findAllByText(/^You’re rejecting this draft/)).length).toBeGreaterThan(0);
  await waitFor(() => expect(document.activeElement).toBe(reason));
  expect([reason.value, decisions]).toEqual(['Too short.', 1]);
  expect((await rowOf(1)).status).toBe('in_review');
});

test('a decision that would be refused again has no Retry on its row', async () => {
  updateSettings({ undoSeconds: 0 });
  const { user, service, drafts } = await showDrafts(2);
  await service.update(
    'support_draft_messages',
    drafts[0]?.id ?? 0,
    { message_content: 'Quite another' },
    { as: 'agent' },
  );
  await user.keyboard('a');
  await within(queue()).findByText(/The draft changed after you opened it/);
  expect(within(queue()).queryByRole('button', { name: 'Retry' })).toBeNull();
});

test('Recent lists pending actions, and Undo there returns to the draft', async () => {
  const { user, drafts } = await showDrafts(3);
  await user.keyboard('a');
  await textOf('reply 2');
  await user.keyboard('a');
  await textOf('reply 3');
  await user.click(await screen.findByRole('button', { name: 'Recent actions, 1 more pending' }));
  const [, older] = (await recent()).getAllByRole('listitem');
  if (!older) throw new Error('one action is missing');
  expect(older.textContent).toContain('Approved “reply 1”Pending');
  await user.click(within(older).getByRole('button', { name: 'Undo' }));
  await textOf('reply 1');
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(currentLocation().pathname).toBe(`/review/${drafts[0]?.id}`);
  await user.click((await bar()).getByRole('button', { name: 'Recent actions' }));
  expect((await recent()).getAllByRole('listitem').map((item) => item.textContent)).toEqual([
    expect.stringContaining('Approved “reply 2”Pending'),
    expect.stringContaining('Approved “reply 1”Undone'),
  ]);
});

test('Recent links to sent decisions, and reopens a rejected draft', async () => {
  updateSettings({ undoSeconds: 0 });
  const { user, drafts, rowOf } = await showDrafts(2);
  await rejectWith(user, 'Too long');
  await textOf('reply 2');
  await waitFor(async () => expect((await rowOf(1)).status).toBe('rejected'));
  await noBar();
  await user.click(await screen.findByRole('button', { name: 'Recent actions' }));
  const drawer = await recent();
  const link = await drawer.findByRole('link', { name: 'Rejected “reply 1”' });
  expect(link.getAttribute('href')).toBe(`/review/${drafts[0]?.id}`);
  await user.click(await drawer.findByRole('button', { name: 'Reopen' }));
  await drawer.findByText('Reopened');
  expect(drawer.queryByRole('button', { name: 'Reopen' })).toBeNull();
  expect((await rowOf(1)).status).toBe('in_review');
  await user.click(link);
  await textOf('reply 1');
  await within(queue()).findByText('reply 1');
});

/** Rejects the only draft; then its page has crashed, `settle` has decided the draft, and a new page starts. */
async function rejectAndCrash(settle: (service: TestService, id: number) => Promise<unknown>) {
  const { user, service, drafts } = await showDrafts(1);
  const id = drafts[0]?.id ?? 0;
  await rejectWith(user, 'Too long');
  await bar();
  const stored = localStorage.getItem('countersign.outbox')?.replaceAll(tabId, 'closed') ?? '';
  await user.keyboard('z');
  await noBar();
  expect(localStorage.getItem(`countersign.typed.${service.origin}.reject.${id}`)).toBe('"Too long"');
  await settle(service, id);
  localStorage.setItem('countersign.outbox', stored);
  window.dispatchEvent(new StorageEvent('storage', { key: null }));
  return { user, service, id };
}

test('a rejection that was sent as its page closed is in Recent after the next start, and can be reopened', async () => {
  const { user, service, id } = await rejectAndCrash((service, id) =>
    service.send('PUT', `/support_draft_messages/${id}/reject`, {
      as: 'reviewer',
      body: { data: { type: 'support_draft_messages', id: String(id), attributes: { comment: 'Too long' } } },
    }),
  );
  await waitFor(() => expect(localStorage.getItem(`countersign.typed.${service.origin}.reject.${id}`)).toBeNull());
  await user.click(await screen.findByRole('button', { name: 'Recent actions' }));
  const drawer = await recent();
  expect(drawer.getByRole('listitem').textContent).toContain('Rejected “reply 1”Sent');
  await user.click(await drawer.findByRole('button', { name: 'Reopen' }));
  await drawer.findByText('Reopened');
  expect((await stored(service, id)).status).toBe('in_review');
});

test('a rejection that was overtaken while its page was closed is reported at the next start', async () => {
  const { user, service, id } = await rejectAndCrash((service, id) =>
    service.send('PUT', `/support_draft_messages/${id}/approve`, { as: 'supervisor' }),
  );
  await within(chosen()).findByText(/someone else already decided/);
  expect(localStorage.getItem(`countersign.typed.${service.origin}.reject.${id}`)).toBe('"Too long"');
  await user.click(await screen.findByRole('button', { name: 'Recent actions' }));
  expect((await recent()).getByRole('listitem').textContent).toContain('Reject “reply 1”Failed');
});

test.each([
  [1, 'r', 'Rejected “reply 1”', 'Decided, but the reason wasn’t saved: Room 1'],
  [2, '{Control>}a{/Control}r', 'Rejected 2 drafts', 'Decided, but the reason wasn’t saved: 2 drafts rejected'],
])('%i rejection(s) without the reason count as rejected, and can be reopened', async (count, keys, words, told) => {
  updateSettings({ undoSeconds: 0 });
  const { user, service, drafts } = await showDrafts(count, '/review', {
    wrapFetch: fetchThrough([rewrites['the comment is dropped for good']]),
  });
  await user.keyboard(keys);
  await user.type(await screen.findByRole('textbox', { name: /Reason/ }), 'Too long{Control>}{Enter}{/Control}');
  await findToast(told);
  await within(screen.getByRole('region', { name: 'Notifications' })).findByText('Too long');
  for (const { id } of drafts) expect((await stored(service, id)).status).toBe('rejected');
  await user.click(await screen.findByRole('button', { name: 'Recent actions' }));
  const drawer = await recent();
  const [line] = drawer.getAllByRole('listitem');
  expect(line?.textContent).toContain(`${words}Sent`);
  expect(line?.textContent).toContain('Decided, but the server didn’t save your reason.');
  await user.click(await drawer.findByRole('button', { name: 'Reopen' }));
  await drawer.findByText('Reopened');
  for (const { id } of drafts) expect((await stored(service, id)).status).toBe('in_review');
});

test('Recent shows correct ages although the local clock is two hours slow', async () => {
  updateSettings({ undoSeconds: 0 });
  const { user } = await showDrafts(1, '/review', { wrapFetch: withClockAhead(2 * 3_600_000) });
  await user.keyboard('a');
  await noBar();
  await user.click(await screen.findByRole('button', { name: 'Recent actions' }));
  const drawer = await recent();
  const sent = /^Approved “reply 1”Sent (now|\d+ minutes? ago)$/;
  await waitFor(() => expect(drawer.getByRole('listitem').textContent).toMatch(sent));
});

test('Recent offers no Reopen for an approved draft, and lists a failed decision as failed', async () => {
  updateSettings({ undoSeconds: 0, pollSeconds: 60 });
  const { user, service, drafts, rowOf } = await showDrafts(2);
  await user.keyboard('a');
  await waitFor(async () => expect((await rowOf(1)).status).toBe('approved'));
  await textOf('reply 2');
  await noBar();
  await user.keyboard('r');
  await user.type(await screen.findByRole('textbox', { name: /Reason/ }), 'Too long');
  // A read that follows the first decision would show the verdict before the second is sent.
  await waitFor(() => expect(queryClient.isFetching()).toBe(0));
  await service.send('PUT', `/support_draft_messages/${drafts[1]?.id}/approve`, { as: 'supervisor' });
  await user.keyboard('{Control>}{Enter}{/Control}');
  await within(chosen()).findByText(/someone else already decided/);
  await user.click(await screen.findByRole('button', { name: 'Recent actions' }));
  const items = (await recent()).getAllByRole('listitem');
  expect(items.map((item) => item.textContent)).toEqual([
    expect.stringContaining('Reject “reply 2”Failed'),
    expect.stringContaining('Approved “reply 1”Sent'),
  ]);
  expect((await recent()).queryByRole('button', { name: 'Reopen' })).toBeNull();
});

test('Recent does not show the actions of another user', async () => {
  updateSettings({ undoSeconds: 0 });
  const { user, service, rowOf } = await showDrafts(2);
  await user.keyboard('a');
  await waitFor(async () => expect((await rowOf(1)).status).toBe('approved'));
  await noBar();
  queryClient.setQueryData(meQuery().queryKey, (me) => me && { ...me, id: '4711' });
  await user.click(await screen.findByRole('button', { name: 'Recent actions' }));
  await (await recent()).findByText(/No actions yet/);
  queryClient.setQueryData(meQuery().queryKey, (me) => me && { ...me, id: String(service.userIds.reviewer) });
  await (await recent()).findByText('Approved “reply 1”');
});
