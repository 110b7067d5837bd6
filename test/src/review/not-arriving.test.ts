import { beforeEach, expect, test, vi } from 'vitest';
import { connection } from '#src/api/connection.ts';
import { ApiError } from '#src/api/errors.ts';
import { deliverDecision } from '#src/outbox/deliver.ts';

beforeEach(() => vi.useFakeTimers());

test('a tenant that accepts reads but not writes is not retried endlessly', async () => {
  const attributes = { status: 'in_review', message_content: 'Hello', updated_at_unix: 1 };
  const draft = { data: { type: 'support_draft_messages', id: '7', attributes } };
  const sent = vi.fn();
  // As in a browser if the tenant's CORS rules forbid PUT.
  vi.stubGlobal('fetch', async (_: string, { method }: RequestInit) => {
    if (method === 'GET') return Response.json(draft);
    sent();
    throw new TypeError('Failed to fetch');
  });
  const from = { key: 'http://a', address: 'http://a', name: 'a', colour: 'blue', verb: 'PUT', token: 't' } as const;
  connection.set(from);
  const seen = { content: 'Hello', updatedAtUnix: 1 };
  const onWait = vi.fn();
  const decision = { draftId: '7', kind: 'approve', comment: '', force: false, seen } as const;
  const outcome = deliverDecision(decision, from, { onWait }).catch((error: unknown) => error);
  await vi.advanceTimersByTimeAsync(60_000);
  const error = await outcome;
  expect(error instanceof ApiError && error.hasCode('not_arriving')).toBe(true);
  expect(sent).toHaveBeenCalledTimes(3);
  expect(onWait).toHaveBeenCalledTimes(3);
});
