import { act as actNow, renderHook } from '@testing-library/react';
import { describe, expect, test, vi } from 'vitest';
import { drafts } from '#contract/drafts.ts';
import { keywords } from '#contract/keywords.ts';
import { rooms } from '#contract/rooms.ts';
import { type Connection, isCurrent } from '#src/api/connection.ts';
import { decideBatch } from '#src/api/decide-batch.ts';
import { decideDraft } from '#src/api/decide-draft.ts';
import { meQuery } from '#src/api/me-query.ts';
import { deleteRecord } from '#src/api/mutations.ts';
import { queryClient } from '#src/api/query-client.ts';
import { flushWrites } from '#src/api/sign-in/pending-writes.ts';
import { act, save } from '#src/api/tenant/writes.ts';
import { type SendingOptions, undoActionOn } from '#src/bulk/delayed-actions.ts';
import { delay } from '#src/lib/delay.ts';
import { enqueueDecisions, loadDelivery } from '#src/outbox/decision-outbox.ts';
import { deliverDecision } from '#src/outbox/deliver.ts';
import { useOutboxEntries } from '#src/outbox/outbox-entries.ts';
import { findOrphans } from '#src/outbox/outbox-recovery.tsx';
import { outbox, usePendingIds } from '#src/outbox/outbox-store.ts';
import { draftDocument } from '../api/tenant-answers.ts';
import { leavePage } from '../browser-events.ts';
import { decidedNow, delayWrite, expectedAt, signedInAs } from './user-actions.ts';

/** A decision as the signed-in user makes it. */
function decided(draftId: string) {
  signedInAs('7');
  return decidedNow(draftId);
}

/** As `decided`, but another user has signed in since. */
function decidedBefore(draftId: string) {
  const decision = decided(draftId);
  signedInAs('8');
  return decision;
}

/** As `decidedBefore`, with an edited text, at a server without versions. */
function editedBefore(draftId: string) {
  const decision = decidedBefore(draftId);
  return { ...decision, editedContent: 'Good day', seen: { ...decision.seen, version: undefined } };
}

function togetherBefore(...draftIds: string[]) {
  return draftIds.map((id) => {
    const decision = decidedBefore(id);
    return { ...decision, seen: { ...decision.seen, roomId: '2' } };
  });
}

function failureOf(outcome: object): Promise<never> {
  return Promise.reject('error' in outcome ? outcome.error : outcome);
}

test('a decision is sent with the id of its user, and is refused under the session of another', async () => {
  const { from, expected } = expectedAt(location.origin);
  const outcome = await decideDraft(decided('4'), from);
  expect(expected).toEqual(['7']);
  expect(outcome).toMatchObject({ kind: 'refused', error: { errors: [{ code: 'other_user' }] } });
});

test('a decision without a known user is sent with the id of the user signed in by then', async () => {
  const { from, expected } = expectedAt(location.origin);
  const decision = decidedNow('4');
  expect(decision.by).toBeUndefined();
  signedInAs('7');
  await decideDraft(decision, from);
  expect(expected).toEqual(['7']);
});

test('a pending decision gets the id of its user once known, and not of a later user', async () => {
  const { expected } = expectedAt(location.origin);
  await loadDelivery();
  enqueueDecisions([decidedNow('4')], 'Blue Heron');
  signedInAs('7');
  expect(outbox.get()).toMatchObject([{ draftId: '4', by: '7' }]);
  signedInAs('8');
  expect(outbox.get()).toMatchObject([{ draftId: '4', by: '7' }]);
  await flushWrites();
  expect(expected).toEqual([]);
});

test('decisions in one request are sent with the id of their user', async () => {
  const { from, expected } = expectedAt(location.origin);
  const seen = { ...decided('4').seen, roomId: '2' };
  const decisions = ['4', '5'].map((id) => ({ ...decided(id), seen }));
  await decideBatch(decisions, from).catch(() => undefined);
  expect(expected).toEqual(['7']);
});

test.each<[string, (from: Connection, how: SendingOptions) => Promise<unknown>]>([
  ['a deletion', (from, how) => deleteRecord(keywords, '4', { from, ...how })],
  ['a switch', (from, how) => save(rooms, { id: '4', attributes: { awaiting_support: true }, ...how }, from)],
])('%s is sent with the id of the user who took it, not of the one signed in by then', async (_, perform) => {
  const { from, expected } = expectedAt(location.origin);
  signedInAs('7');
  delayWrite(from, (how) => perform(from, how));
  signedInAs('8');
  leavePage();
  expect(expected).toEqual(['7']);
});

test('a pending write is shown to its user only', () => {
  const { from } = expectedAt(location.origin);
  signedInAs('7');
  delayWrite(from, () => Promise.resolve());
  const { result } = renderHook(useOutboxEntries);
  expect(result.current).toHaveLength(1);
  actNow(() => signedInAs('8'));
  expect(result.current).toEqual([]);
  actNow(() => signedInAs('7'));
  expect(result.current).toHaveLength(1);
  actNow(() => void undoActionOn('one of them'));
});

test('pending decisions are sent before a user signs in', async () => {
  const { from, expected } = expectedAt(location.origin);
  enqueueDecisions([decided('4')], 'Blue Heron');
  await flushWrites();
  expect(expected).toEqual(['7']);
  expect(isCurrent(from)).toBe(true);
  await vi.waitUntil(() => outbox.get().length === 0, { timeout: 60_000 });
});

test('any write is sent with the id of the signed-in user', async () => {
  const { from, expected } = expectedAt(location.origin);
  signedInAs('7');
  await act(drafts, 'mark_read', { id: '4' }, from).catch(() => undefined);
  expect(expected).toEqual(['7']);
});

describe('another server', () => {
  const elsewhere = () => expectedAt('https://chat.example', 'cs_secret');

  test('is sent no user id', async () => {
    const { from, expected } = elsewhere();
    await decideDraft(decided('4'), from);
    expect(expected).toEqual([null]);
  });

  test.each<[string, (from: Connection) => Promise<unknown>]>([
    ['a decision', async (from) => failureOf(await decideDraft(decidedBefore('4'), from))],
    ['an edited text', async (from) => failureOf(await decideDraft(editedBefore('4'), from))],
    ['decisions together', (from) => decideBatch(togetherBefore('4', '5'), from)],
    ['a deletion', (from) => deleteRecord(keywords, '4', { from, expectedUser: '7' })],
    ['a deletion on closing', (from) => deleteRecord(keywords, '4', { from, expectedUser: '7', keepalive: true })],
    ['a switch', (from) => save(rooms, { id: '4', attributes: { awaiting_support: true }, expectedUser: '7' }, from)],
  ])('is sent no write of a user who has left: %s', async (_, perform) => {
    const { from, expected } = elsewhere();
    signedInAs('8');
    const failed: unknown = await perform(from).catch((error) => error);
    const detail = 'Someone else is signed in now. Nothing was saved.';
    expect(failed).toMatchObject({ kind: 'refused', errors: [{ code: 'other_user', detail }] });
    expect(expected).toEqual([]);
  });

  test('is sent no write of a user after an unnamed one has signed in', async () => {
    const { from, expected } = elsewhere();
    const decision = decided('4');
    queryClient.setQueryData(meQuery().queryKey, null);
    await expect(failureOf(await decideDraft(decision, from))).rejects.toMatchObject({
      errors: [{ code: 'other_user' }],
    });
    expect(expected).toEqual([]);
  });

  test('is sent no write while the signed-in user cannot be read, and is asked again later', async () => {
    const { from, expected } = elsewhere();
    const decision = decided('4');
    await queryClient.invalidateQueries({ ...meQuery(), refetchType: 'none' });
    const answered = fetch;
    vi.stubGlobal('fetch', async (url: string, init: RequestInit) =>
      String(url).includes('/users') ? new Response('', { status: 500 }) : answered(url, init),
    );
    await expect(failureOf(await decideDraft(decision, from))).rejects.toMatchObject({ isBusy: true });
    expect(expected).toEqual([]);
  });

  test('is resent no write once another user has signed in', async () => {
    const { from } = elsewhere();
    const decision = decided('4');
    let writes = 0;
    vi.stubGlobal('fetch', async (_: string, { method }: RequestInit) => {
      if (method === 'GET') return new Response(JSON.stringify({ data: draftDocument('4') }));
      writes++;
      signedInAs('8');
      throw new TypeError('offline');
    });
    await expect(deliverDecision(decision, from)).rejects.toMatchObject({ errors: [{ code: 'other_user' }] });
    expect(writes).toBe(1);
  });

  test('is sent no pending decision of a user when the page of another closes; it is kept for that user', async () => {
    const { expected } = elsewhere();
    await loadDelivery();
    enqueueDecisions([decided('4')], 'Blue Heron');
    signedInAs('8');
    leavePage();
    await delay(50);
    expect(expected).toEqual([]);
    expect(outbox.get()).toMatchObject([{ draftId: '4', by: '7', state: 'waiting' }]);
    expect(await findOrphans()).toEqual([]);
    const { result } = renderHook(usePendingIds);
    expect(result.current).toEqual([]);
    actNow(() => signedInAs('7'));
    expect(result.current).toEqual(['4']);
    expect(await findOrphans()).toMatchObject([{ draftId: '4' }]);
  });
});
