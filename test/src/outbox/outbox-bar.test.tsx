import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { currentLocation, navigate } from '#src/lib/router.ts';
import { updateSettings } from '#src/lib/storage/settings.ts';
import { aKeyword, aRoom } from '#test/builders.ts';
import { refusal } from '#test/src/answering.ts';
import { failing, refusedWith } from '#test/src/network-faults.ts';
import { leavePage } from '../browser-events.ts';
import { deleteRows } from '../delete-rows.ts';
import { renderPage, startService } from '../render-page.tsx';
import {
  currentLine,
  freshDesk,
  isDecision,
  manyDrafts,
  onDecision,
  openDesk,
  queue,
  stored,
} from '../review/render-review-desk.tsx';
import { rowAround } from '../row-around.ts';
import { noOutboxBar, outboxBar } from '../with-outbox.tsx';
import { routes, showDrafts, textOf } from './page-with-bar.tsx';

beforeEach(() => {
  freshDesk();
  updateSettings({ undoSeconds: 30 });
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
  await noOutboxBar();
});

test('from another page, Undo goes back to the draft', async () => {
  const { user, drafts } = await showDrafts(2, ([first]) => `/review/${first?.id}`);
  await user.keyboard('a');
  await textOf('reply 2');
  await navigate('/elsewhere');
  await screen.findByText('Elsewhere');
  await user.click((await outboxBar()).getByRole('button', { name: 'Undo' }));
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
  await (await outboxBar()).findByText('Approved “reply 1”');
  await navigate(`/rooms/${room.id}`);
  await user.click(await screen.findByRole('switch', { name: 'Waiting' }));
  await (await outboxBar()).findByText('“Blue Heron” is waiting');
  await navigate('/keywords');
  await deleteRows(user, 'refund');
  await (await outboxBar()).findByText('Deleted “refund”');
  (await outboxBar()).getByRole('button', { name: 'Recent actions, 2 more pending' });
  await user.keyboard('z');
  await screen.findByRole('gridcell', { name: 'refund' });
  await (await outboxBar()).findByText('“Blue Heron” is waiting');
  await user.keyboard('z');
  await waitFor(() => expect(currentLocation().pathname).toBe(`/rooms/${room.id}`));
  await user.keyboard('z');
  await waitFor(() => expect(currentLocation().pathname).toBe(`/review/${drafts[0]?.id}`));
  await noOutboxBar();
  leavePage();
  expect(requests.filter(({ method }) => method !== 'GET')).toEqual([]);
});

test('a failed decision is shown on its row, and Retry resends it', async () => {
  updateSettings({ undoSeconds: 0 });
  const detail = 'Out of order.';
  const wrapFetch = failing(isDecision, refusedWith(403, { detail }));
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
  const detail = 'Out of order.';
  let decisions = 0;
  const wrapFetch = onDecision(async () => {
    decisions++;
    return refusal(403, { detail });
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
