import { vi } from 'vitest';
import { connection, signIn } from '#src/api/connection.ts';

/** A tenant's response: a bare status, or status, body and headers. */
export type Given = number | { status?: number; body?: unknown; headers?: Record<string, string> };

export interface Sent {
  method: string;
  /** Path below `/rapi/v1`, with the query string. */
  path: string;
  body: unknown;
}

/** Signs in to a tenant mocked at the `fetch` level; returns the requests it receives. */
export function tenantAnswers(answer: (sent: Sent) => Given): Sent[] {
  const all: Sent[] = [];
  vi.stubGlobal('fetch', async (input: string, init: RequestInit = {}) => {
    const { pathname, search } = new URL(input);
    const path = decodeURIComponent(pathname + search).replace('/rapi/v1', '');
    const sent = { method: init.method ?? 'GET', path, body: init.body ? JSON.parse(String(init.body)) : undefined };
    all.push(sent);
    const given = answer(sent);
    const { status = 200, body, headers } = typeof given === 'number' ? { status: given } : given;
    return new Response(body === undefined ? null : JSON.stringify(body), { status, ...(headers && { headers }) });
  });
  signIn('https://chat.example', 'cs_secret');
  return all;
}

/** A draft of room 7, as a tenant sends it. */
export const draftDocument = (id: string, status = 'in_review', more: Record<string, unknown> = {}) => ({
  id,
  type: 'support_draft_messages',
  attributes: {
    message_content: 'Hello',
    kind: 'text',
    settings: {},
    status,
    comment: null as unknown,
    created_at_unix: 1,
    updated_at_unix: 2,
    ...more,
  },
  relationships: { room: { data: { type: 'rooms', id: '7' } } },
});

/** The connection made by `tenantAnswers`. */
export const here = () => {
  const current = connection.get();
  if (!current) throw new Error('not signed in');
  return current;
};

/** A client as a JSON:API document. */
export const clientDocument = (title: string, id: unknown = '5') => ({
  id,
  type: 'clients',
  attributes: {
    injectable_code: '',
    settings: {},
    title,
    code: 'abc',
    default_embedded_css: null,
    default_guest_css: null,
    default_embedded_html: null,
  },
});
