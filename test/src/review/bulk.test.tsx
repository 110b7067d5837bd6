import { act, screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { beforeEach, expect, test, vi } from 'vitest';
import { queryClient } from '#src/api/query-client.ts';
import { draftQuery } from '#src/features/review-queue/queue-query.ts';
import { updateSettings } from '#src/lib/storage/settings.ts';
import { createDecision } from '#src/outbox/create-decision.ts';
import { enqueueDecisions } from '#src/outbox/decision-outbox.ts';
import { readOutbox } from '#src/outbox/outbox-store.ts';
import { aDraft, aRoom } from '#test/builders.ts';
import { failing, refusedWith } from '#test/src/network-faults.ts';
import { noOutboxBar, outboxBar } from '#test/src/with-outbox.tsx';
import { leavePage } from '../browser-events.ts';
import { holdTime } from '../hold-long-timers.ts';
import { findToast, type PageOptions, startService } from '../render-page.tsx';
import {
  currentLine,
  decisionsOf,
  freshDesk,
  isDecision,
  manyDrafts,
  onDecision,
  openDesk,
  openDrafts,
  queue,
  rejectWith,
  stored,
} from './render-review-desk.tsx';

beforeEach(freshDesk);

/** Decisions can be undone until the end of the test, however long it takes. */
function keepUndoOpen() {
  updateSettings({ undoSeconds: 30 });
  holdTime();
}

type Middleware = NonNullable<PageOptions['wrapFetch']>;

const bar = () => within(screen.getByRole('group', { name: 'Selected drafts' }));
const outbox = () => within(screen.getByRole('region', { name: 'Outbox' }));
const dialog = () => within(screen.getByRole('dialog'));
const inDialog = async (name: string) => within(await screen.findByRole('dialog')).findByRole('button', { name });

/** Goes up from the draft that is shown next, once it is. */
async function goBackTo(user: UserEvent, text: string, next: string) {
  await waitFor(() => expect(currentLine().textContent).toContain(next));
  await user.keyboard('k');
  await waitFor(() => expect(currentLine().textContent).toContain(text));
}

/** Selects `count` drafts of as many rooms, and presses the button of a verdict. */
async function decideMany(count: number, verdict: 'Approve' | 'Reject', wrapFetch: Middleware) {
  const service = await startService();
  const drafts = await manyDrafts(service, count);
  const page = await openDesk('/review', 'reply 1', { wrapFetch });
  await page.user.keyboard('{Control>}a{/Control}');
  await page.user.click(bar().getByRole('button', { name: verdict }));
  const rows = () => Promise.all(drafts.map(({ id }) => stored(service, id)));
  return { ...page, rows, approved: async () => (await rows()).filter(({ status }) => status === 'approved') };
}

/** Holds decisions back until `open` is called. */
function gate() {
  const { promise, resolve: open } = Promise.withResolvers<void>();
  const respond = vi.fn((passOn: () => Promise<Response>) => promise.then(passOn));
  return { open, respond, wrapFetch: onDecision(respond) };
}

test('every text is shown before all are approved, six requests at a time', async () => {
  let [running, most] = [0, 0];
  const count = onDecision((passOn) => {
    most = Math.max(most, ++running);
    return passOn().finally(() => running--);
  });
  const { user, requests, approved } = await decideMany(20, 'Approve', count);
  const texts = within(await screen.findByRole('dialog', { name: 'Approve 20 drafts' }));
  expect(texts.getAllByText(/^reply \d+$/)).toHaveLength(20);
  expect(decisionsOf(requests)).toHaveLength(0);
  await user.click(dialog().getByRole('button', { name: 'Approve 20' }));
  await findToast('Approved 20 drafts');
  expect(await approved()).toHaveLength(20);
  expect(decisionsOf(requests)).toHaveLength(20);
  expect(most).toBe(6);
});

test('drafts of one room are decided in one request; one that changed since then stays and says why', async () => {
  const service = await startService();
  const room = await aRoom(service.db, { name: 'Blue Heron' });
  const of = { room_id: room.id, created_user_id: service.userIds.agent };
  const drafts = [
    await aDraft(service.db, { ...of, message_content: 'one' }),
    await aDraft(service.db, { ...of, message_content: 'two' }),
    await aDraft(service.db, { ...of, message_content: 'three' }),
  ];
  const [first, second, third] = drafts.map(({ id }) => id);
  const { user, requests } = await openDesk('/review', 'one');
  await user.keyboard('{Control>}a{/Control}');
  await user.click(bar().getByRole('button', { name: 'Approve' }));
  await service.update('support_draft_messages', second ?? 0, { message_content: 'quite another' }, { as: 'agent' });
  await user.click(await inDialog('Approve 3'));
  await findToast('Approved 2 drafts · 1 failed');
  expect(decisionsOf(requests)).toHaveLength(1);
  expect((await stored(service, first ?? 0)).status).toBe('approved');
  expect((await stored(service, second ?? 0)).status).toBe('in_review');
  expect((await stored(service, third ?? 0)).status).toBe('approved');
  await within(queue()).findByText('quite another');
  expect(within(queue()).getByText(/The draft changed after you opened it/)).toBeTruthy();
  await waitFor(() => expect(bar().getByText('1 selected')).toBeTruthy());
});

test('a run can be paused and resumed', async () => {
  const { open, wrapFetch } = gate();
  const { user, rows } = await decideMany(20, 'Reject', wrapFetch);
  await user.type(await screen.findByRole('textbox', { name: /Reason/ }), 'Too late');
  await user.click(await inDialog('Reject 20'));
  await user.click(await screen.findByRole('button', { name: 'Pause' }));
  open();
  await outbox().findByText(/6 of 20 done.*paused/);
  await user.click(screen.getByRole('button', { name: 'Resume' }));
  await findToast('Rejected 20 drafts');
  for (const row of await rows()) expect(row).toMatchObject({ status: 'rejected', comment: 'Too late' });
});

test('in the bulk dialog, a number inserts a preset reason without sending it', async () => {
  const { user, requests, rows } = await decideMany(2, 'Reject', (fetch) => fetch);
  const field = await screen.findByRole<HTMLTextAreaElement>('textbox', { name: /Reason/ });
  await user.keyboard('2');
  expect(field.value).toBe('Doesn’t answer the question');
  await user.keyboard(' 1');
  expect(field.value).toBe('Doesn’t answer the question 1');
  expect(decisionsOf(requests)).toHaveLength(0);
  await user.keyboard('{Control>}{Enter}{/Control}');
  await findToast('Rejected 2 drafts');
  for (const row of await rows())
    expect(row).toMatchObject({ status: 'rejected', comment: 'Doesn’t answer the question 1' });
});

test('a typed reason survives closing, undo and a refusal, until all drafts are rejected', async () => {
  keepUndoOpen();
  let [isRefusing, refused] = [true, 0];
  const refuse = onDecision((passOn) => {
    if (!isRefusing) return passOn();
    refused++;
    return Promise.resolve(new Response('', { status: 422 }));
  });
  const { user, rows } = await decideMany(2, 'Reject', refuse);
  const field = () => screen.findByRole<HTMLTextAreaElement>('textbox', { name: /Reason/ });
  await user.type(await field(), 'Too late');
  await user.click(await inDialog('Cancel'));
  await user.click(bar().getByRole('button', { name: 'Reject' }));
  expect((await field()).value).toBe('Too late');
  await user.click(await inDialog('Reject 2'));
  await user.keyboard('z');
  await waitFor(() => expect(bar().getByText('2 selected')).toBeTruthy());
  updateSettings({ undoSeconds: 0 });
  await user.click(bar().getByRole('button', { name: 'Reject' }));
  expect((await field()).value).toBe('Too late');
  await user.click(await inDialog('Reject 2'));
  await waitFor(() => expect(refused).toBe(2));
  await waitFor(() => expect(bar().getByText('2 selected')).toBeTruthy());
  expect(Object.values(localStorage)).toContain(JSON.stringify('Too late'));
  isRefusing = false;
  await user.click(bar().getByRole('button', { name: 'Reject' }));
  expect((await field()).value).toBe('Too late');
  await user.click(await inDialog('Reject 2'));
  await findToast('Rejected 2 drafts');
  for (const row of await rows()) expect(row).toMatchObject({ status: 'rejected', comment: 'Too late' });
  expect(Object.values(localStorage)).not.toContain(JSON.stringify('Too late'));
});

test('the next selection starts with an empty reason while the previous rejection can still be undone', async () => {
  keepUndoOpen();
  const { user } = await openDrafts(3);
  const field = () => screen.findByRole<HTMLTextAreaElement>('textbox', { name: /Reason/ });
  await user.keyboard('x{Enter}');
  await user.click(await bar().findByRole('button', { name: 'Reject' }));
  await user.type(await field(), 'Too late');
  await user.click(await inDialog('Reject 1'));
  await waitFor(() => expect(within(queue()).getAllByRole('listitem')).toHaveLength(2));
  await user.keyboard('x');
  await user.click(await bar().findByRole('button', { name: 'Reject' }));
  expect((await field()).value).toBe('');
  // The key of a preset acts only in an empty field.
  await user.keyboard('1');
  expect((await field()).value).not.toBe('');
  expect((await field()).value).not.toContain('Too late');
});

test('a selected draft that already has a decision is left out, and the dialog and x say so', async () => {
  keepUndoOpen();
  const { user } = await openDrafts(2, '/review?sort=created_at_unix');
  await rejectWith(user, 'Wrong room');
  await goBackTo(user, 'reply 1', 'reply 2');
  await user.keyboard('x');
  await findToast('You’ve already decided on this draft. Undo that to decide again.');
  await user.keyboard('{Control>}a{/Control}r');
  expect(await screen.findByRole('dialog', { name: 'Reject 1 draft' })).toBeTruthy();
  expect(dialog().getByText('1 selected draft is left out. You’ve already decided on it.')).toBeTruthy();
  await user.type(dialog().getByRole('textbox', { name: /Reason/ }), 'Too late');
  await user.click(await inDialog('Reject 1'));
  await waitFor(() => expect(readOutbox().map(({ comment }) => comment)).toEqual(['Wrong room', 'Too late']));
});

test('x deselects a draft that already has a decision, but does not select it', async () => {
  keepUndoOpen();
  const { user } = await openDrafts(2, '/review?sort=created_at_unix');
  await rejectWith(user, 'Wrong room');
  await goBackTo(user, 'reply 1', 'reply 2');
  await user.keyboard('{Control>}a{/Control}');
  await bar().findByText('2 selected');
  await user.keyboard('x');
  await bar().findByText('1 selected');
  await user.keyboard('x');
  await findToast('You’ve already decided on this draft. Undo that to decide again.');
  expect(bar().getByText('1 selected')).toBeTruthy();
});

test('a typed reason is kept, and the user told, if another tab has decided on the draft', async () => {
  keepUndoOpen();
  const { user, drafts } = await openDrafts(1, '/review?sort=created_at_unix');
  await user.keyboard('xr');
  const field = () => screen.findByRole<HTMLTextAreaElement>('textbox', { name: /Reason/ });
  await user.type(await field(), 'Too late');
  const { row } = await queryClient.query(draftQuery(String(drafts[0]?.id)));
  act(() => void enqueueDecisions([createDecision(row, 'approve')], 'Room 1'));
  await user.click(await inDialog('Reject 1'));
  await findToast('You’ve already decided on this draft. Undo that to decide again.');
  await waitFor(() => expect(Object.values(localStorage)).toContain(JSON.stringify('Too late')));
});

test('“Select all” counts only drafts that it selects, which excludes own drafts', async () => {
  const service = await startService();
  const room = await aRoom(service.db, { name: 'Mine' });
  await aDraft(service.db, { room_id: room.id, created_user_id: service.userIds.reviewer });
  await manyDrafts(service, 2);
  const { user } = await openDesk('/review', 'reply 1');
  await user.keyboard('x');
  await user.click(await bar().findByRole('button', { name: 'Select all 2' }));
  await bar().findByText('2 selected');
});

test('cancelling sends nothing more, and unsent drafts stay in review', async () => {
  const { open, wrapFetch } = gate();
  const { user, requests, approved } = await decideMany(20, 'Approve', wrapFetch);
  await user.click(await inDialog('Approve 20'));
  await user.click(await screen.findByRole('button', { name: 'Cancel' }));
  open();
  await waitFor(async () => expect(await approved()).toHaveLength(6));
  await waitFor(() => expect(bar().getByText('14 selected')).toBeTruthy());
  expect(decisionsOf(requests)).toHaveLength(6);
});

test('undoing restores the selection, nothing is sent before, and leaving the page sends each draft at once', async () => {
  keepUndoOpen();
  const { user, requests, approved } = await decideMany(12, 'Approve', (fetch) => fetch);
  await user.click(await inDialog('Approve 12'));
  await (await outboxBar()).findByText('Approving 12 drafts…');
  await screen.findByText('All caught up – nothing to review');
  expect(screen.queryByRole('group', { name: 'Selected drafts' })).toBeNull();
  await user.keyboard('z');
  await waitFor(() => expect(bar().getByText('12 selected')).toBeTruthy());
  await noOutboxBar();
  leavePage();
  expect(decisionsOf(requests)).toEqual([]);

  await user.click(bar().getByRole('button', { name: 'Approve' }));
  await user.click(await inDialog('Approve 12'));
  await (await outboxBar()).findByText('Approving 12 drafts…');
  leavePage();
  leavePage();
  expect(decisionsOf(requests).filter(({ keepalive }) => keepalive)).toHaveLength(12);
  await findToast('Approved 12 drafts');
  expect(await approved()).toHaveLength(12);
  expect(decisionsOf(requests)).toHaveLength(12);
});

test('after undo and a new decision on the same draft, only the new decision is sent', async () => {
  keepUndoOpen();
  const { user, requests, rowOf } = await openDrafts(2);
  await user.keyboard('a');
  await (await outboxBar()).findByText('Approved “reply 1”');
  await user.keyboard('z');
  await within(queue()).findByText('reply 1');
  await user.keyboard('{Control>}a{/Control}');
  await user.click(bar().getByRole('button', { name: 'Reject' }));
  await user.type(await screen.findByRole('textbox', { name: /Reason/ }), 'Too late');
  await user.click(await inDialog('Reject 2'));
  leavePage();
  await findToast('Rejected 2 drafts');
  expect((await rowOf(1)).status).toBe('rejected');
  expect((await rowOf(2)).status).toBe('rejected');
  expect(decisionsOf(requests)).toHaveLength(2);
});

test('leaving the page during a bulk run sends its remaining decisions at once', async () => {
  const { open, respond, wrapFetch } = gate();
  const { user, requests, approved } = await decideMany(20, 'Approve', wrapFetch);
  await user.click(await inDialog('Approve 20'));
  await screen.findByText(/0 of 20 done/);
  expect(respond).toHaveBeenCalledTimes(6);
  leavePage();
  expect(respond).toHaveBeenCalledTimes(20);
  open();
  await findToast('Approved 20 drafts');
  expect(await approved()).toHaveLength(20);
  expect(decisionsOf(requests).filter(({ keepalive }) => keepalive)).toHaveLength(20);
});

test('a bulk run waits for the Retry-After of a busy tenant', async () => {
  const busy = refusedWith(429, {}, { 'Retry-After': '1' });
  const { user, approved } = await decideMany(8, 'Approve', failing(isDecision, busy, busy, busy));
  await user.click(await inDialog('Approve 8'));
  await findToast('Approved 8 drafts');
  expect(await approved()).toHaveLength(8);
});
