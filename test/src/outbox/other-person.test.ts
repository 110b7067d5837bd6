import { afterEach, expect, test, vi } from 'vitest';
import { signIn, signOut } from '#src/api/connection.ts';
import { decideDraft } from '#src/api/decide-draft.ts';
import { decideTogether } from '#src/api/decide-together.ts';
import { meQuery } from '#src/api/me-query.ts';
import { queryClient } from '#src/api/query-client.ts';
import type { Draft } from '#src/api/tenant/draft.ts';
import { createDecision } from '#src/outbox/create-decision.ts';
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

/** A decision as the signed-in person makes it. */
function decided(draftId: string) {
  const me = { id: '7', type: 'users', name: 'Kwame', kind: 'staff', one: {}, meta: {} };
  queryClient.setQueryData(meQuery().queryKey, me as never);
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

test('another server is told of nobody', async () => {
  const { from, expected } = expectedAt('https://chat.example', 'cs_secret');
  await decideDraft(decided('4'), from);
  expect(expected).toEqual([null]);
});
