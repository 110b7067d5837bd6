import fc from 'fast-check';
import { expect, test, vi } from 'vitest';
import { drafts } from '#contract/drafts.ts';
import { signIn } from '#src/api/connection.ts';
import { listQuery } from '#src/api/queries.ts';
import { queryClient } from '#src/api/query-client.ts';
import { createDecision } from '#src/outbox/create-decision.ts';
import { enqueueDecisions } from '#src/outbox/decision-outbox.ts';
import { outbox } from '#src/outbox/outbox-store.ts';
import { aDraft, aRoom } from '#test/builders.ts';
import { startService } from '../render-page.tsx';
import { freshDesk, isDecision } from './render-review-desk.tsx';

/** A generous timeout: it only ends a test that hangs. */
const POLLING = { interval: 1, timeout: 30_000 };

const DRAFTS = 100;

test(`each of ${DRAFTS} drafts decided twice is one request`, async () => {
  const service = await startService();
  freshDesk();
  const room = await aRoom(service.db);
  for (let made = 0; made < DRAFTS; made++) await aDraft(service.db, { room_id: room.id });
  const sent: string[] = [];
  let held = Promise.withResolvers<void>();
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    if (isDecision(url)) {
      sent.push(url);
      await held.promise;
    }
    return service.fetch(url, init);
  });
  signIn(service.origin, service.tokens.reviewer);
  const { rows } = await queryClient.query(listQuery(drafts, { page: { size: DRAFTS } }));
  const left = [...rows];
  const twice = async (first: 'approve' | 'reject', second: 'approve' | 'reject', isLater: boolean) => {
    const draft = left.pop();
    if (!draft) throw new Error('there are too few drafts');
    enqueueDecisions([createDecision(draft, first)], 'Blue Heron');
    // Before the first has been sent, or while it is in flight.
    if (isLater) await vi.waitUntil(() => outbox.get().every(({ state }) => state === 'sending'), POLLING);
    enqueueDecisions([createDecision(draft, second)], 'Blue Heron');
    held.resolve();
    await vi.waitUntil(() => outbox.get().length === 0, POLLING);
    held = Promise.withResolvers();
    expect(sent.filter((url) => url.includes(`/${draft.id}/`))).toEqual([expect.stringMatching(`/${first}$`)]);
  };
  const kind = fc.constantFrom('approve' as const, 'reject' as const);
  await fc.assert(fc.asyncProperty(kind, kind, fc.boolean(), twice), { numRuns: DRAFTS, endOnFailure: true });
  expect(sent).toHaveLength(DRAFTS);
});
