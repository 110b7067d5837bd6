import { afterEach, expect, test, vi } from 'vitest';
import { drafts } from '#contract/drafts.ts';
import { keywords } from '#contract/keywords.ts';
import { rooms } from '#contract/rooms.ts';
import { type Connection, isCurrent, signIn, signOut } from '#src/api/connection.ts';
import { decideDraft } from '#src/api/decide-draft.ts';
import { decideTogether } from '#src/api/decide-together.ts';
import { meQuery } from '#src/api/me-query.ts';
import { deleteRecord } from '#src/api/mutations.ts';
import { queryClient } from '#src/api/query-client.ts';
import { settleWrites } from '#src/api/sign-in/settle-writes.ts';
import type { Draft } from '#src/api/tenant/draft.ts';
import { act, save } from '#src/api/tenant/writes.ts';
import { delayAction, type Sending } from '#src/bulk/delayed-actions.ts';
import { createDecision } from '#src/outbox/create-decision.ts';
import { enqueueDecisions } from '#src/outbox/decision-outbox.ts';
import { outbox } from '#src/outbox/outbox-store.ts';
// Loaded right after the first screen.
import '#src/outbox/outbox-entries.ts';
import { draftDocument } from '../api/tenant-answers.ts';

const refusal = { status: '422', code: 'other_user', title: 'Other user', detail: 'Another person has signed in.' };

/** Signs in; returns whom the server is told to expect with each write, all of which it refuses. */
function expectedAt(address: string, token?: string) {
  const expected: (string | null)[] = [];
  vi.stubGlobal('fetch', async (_: string, { method, headers }: RequestInit) => {
    if (method === 'GET') return new Response(JSON.stringify({ data: draftDocument('4') }));
    expected.push(new Headers(headers).get('X-Expected-User'));
    return new Response(JSON.stringify({ errors: [refusal] }), { status: 422 });
  });
  return { from: signIn(address, token), expected };
}

/** Tells the page who is signed in. */
const signedInAs = (id: string) =>
  queryClient.setQueryData(meQuery().queryKey, {
    id,
    type: 'users',
    name: 'Kwame',
    kind: 'staff',
    one: {},
    meta: {},
  } as never);

/** A decision as the signed-in person makes it. */
function decided(draftId: string) {
  signedInAs('7');
  const draft = { id: draftId, message_content: 'Hello', updated_at_unix: 2, one: {}, meta: { version: '1' } };
  return createDecision(draft as unknown as Draft, 'approve');
}

afterEach(() => {
  signOut();
  queryClient.clear();
  vi.unstubAllGlobals();
});

test('a decision names who made it, and is refused under the session of another', async () => {
  const { from, expected } = expectedAt(location.origin);
  const outcome = await decideDraft(decided('4'), from);
  expect(expected).toEqual(['7']);
  expect(outcome).toMatchObject({ kind: 'refused', error: { errors: [{ code: 'other_user' }] } });
});

test('so do decisions together', async () => {
  const { from, expected } = expectedAt(location.origin);
  const seen = { ...decided('4').seen, roomId: '2' };
  const decisions = ['4', '5'].map((id) => ({ ...decided(id), seen }));
  await decideTogether(decisions, from, true);
  expect(expected).toEqual(['7']);
});

test.each<[string, (from: Connection, how: Sending) => Promise<unknown>]>([
  ['a deletion', (from, how) => deleteRecord(keywords, '4', { from, ...how })],
  ['a switch', (from, how) => save(rooms, { id: '4', attributes: { awaiting_support: true }, ...how }, from)],
])('%s names who took it, not who is signed in when it is sent', async (_, perform) => {
  const { from, expected } = expectedAt(location.origin);
  signedInAs('7');
  delayAction({
    from,
    subject: 'one of them',
    text: '',
    requests: 1,
    send: (how) => perform(from, how).then(String, String),
    onUndo: () => undefined,
  });
  signedInAs('8');
  window.dispatchEvent(new Event('pagehide'));
  expect(expected).toEqual(['7']);
});

test('what waits is sent before a person signs in', async () => {
  const { from, expected } = expectedAt(location.origin);
  enqueueDecisions([decided('4')], 'Blue Heron');
  await settleWrites();
  expect(expected).toEqual(['7']);
  expect(isCurrent(from)).toBe(true);
  await vi.waitUntil(() => outbox.get().length === 0);
});

test('any write names who is signed in, a read does not', async () => {
  const { from, expected } = expectedAt(location.origin);
  signedInAs('7');
  await act(drafts, 'mark_read', { id: '4' }, from).catch(() => undefined);
  expect(expected).toEqual(['7']);
});

test('another server is told of no person', async () => {
  const { from, expected } = expectedAt('https://chat.example', 'cs_secret');
  await decideDraft(decided('4'), from);
  expect(expected).toEqual([null]);
});
