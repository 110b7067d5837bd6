import { i18n } from '@lingui/core';
import { vi } from 'vitest';
import { keywords } from '#contract/keywords.ts';
import { type Connection, signIn } from '#src/api/connection.ts';
import { meQuery } from '#src/api/me-query.ts';
import { queryClient } from '#src/api/query-client.ts';
import type { Draft } from '#src/api/tenant/draft.ts';
import { delayAction, type SendingOptions } from '#src/bulk/delayed-actions.ts';
import { createDecision } from '#src/outbox/create-decision.ts';
// Loaded right after the first screen.
import '#src/outbox/outbox-entries.ts';
import { draftDocument } from '../api/tenant-answers.ts';

i18n.loadAndActivate({ locale: 'en', messages: {} });

const refusal = { status: '422', code: 'other_user', title: 'Other user', detail: 'Another user has signed in.' };

/** Signs in; returns the expected user of each write, all of which it refuses. */
export function expectedAt(address: string, token?: string) {
  const expected: (string | null)[] = [];
  const listed = ['4', '5'].map((id) => ({ ...draftDocument(id), meta: { version: '1' } }));
  vi.stubGlobal('fetch', async (url: string, { method, headers }: RequestInit) => {
    if (method === 'GET') return Response.json({ data: url.includes('?filter') ? listed : draftDocument('4') });
    expected.push(new Headers(headers).get('X-Expected-User'));
    return new Response(JSON.stringify({ errors: [refusal] }), { status: 422 });
  });
  return { from: signIn(address, token), expected };
}

/** Tells the page who is signed in. */
export const signedInAs = (id: string) =>
  queryClient.setQueryData(meQuery().queryKey, {
    id,
    type: 'users',
    name: 'Kwame',
    kind: 'staff',
    one: {},
    meta: {},
  } as never);

/** A decision of the user signed in, known or not. */
export function decidedNow(draftId: string) {
  const draft = { id: draftId, message_content: 'Hello', updated_at_unix: 2, one: {}, meta: { version: '1' } };
  return createDecision(draft as unknown as Draft, 'approve');
}

/** Takes an action on a keyword, which is sent by `perform`. */
export const delayWrite = (from: Connection, perform: (how: SendingOptions) => Promise<unknown>) =>
  delayAction({
    from,
    subject: 'one of them',
    text: '',
    writes: [{ type: keywords.type, id: '4', label: 'parcel' }],
    requests: 1,
    send: (how) => perform(how).then(String, String),
    onUndo: () => undefined,
  });
