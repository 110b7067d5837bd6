import fc from 'fast-check';
import { beforeEach, expect, test, vi } from 'vitest';
import { drafts } from '#contract/drafts.ts';
import { signIn } from '#src/api/connection.ts';
import { listQuery, oneQuery } from '#src/api/queries.ts';
import { queryClient } from '#src/api/query-client.ts';
import { roomDraftsQuery } from '#src/api/room-drafts-query.ts';
import { isInReview } from '#src/domain/drafts/draft.ts';
import { draftQuery, queueQuery, toQueueItems, withoutDecided } from '#src/features/review-queue/queue-query.ts';
import { readReviewAddress } from '#src/features/review-queue/review-query.ts';
import { createDecision } from '#src/outbox/create-decision.ts';
import { enqueueDecisions } from '#src/outbox/decision-outbox.ts';
import { failedDecisions, locallyDecidedIds } from '#src/outbox/decision-outcomes.ts';
import { outbox } from '#src/outbox/outbox-store.ts';
import { aDraft, aRoom } from '#test/builders.ts';
import type { TestService } from '#test/service.ts';
import type { Fetch } from '#test/src/answering.ts';
import { startService } from '../render-page.tsx';
import { freshDesk } from './render-review-desk.tsx';

const ORDERS = 500;
const address = readReviewAddress('');

type Step = 'read queue' | 'read list' | 'read draft' | 'read room' | 'decide' | 'answer';

let service: TestService;
beforeEach(async () => {
  service = await startService();
  signIn(service.origin, service.tokens.reviewer);
});

/** Two drafts of one room, loaded by the pages' own queries and decided through the outbox. */
async function aDesk() {
  vi.stubGlobal('fetch', service.fetch);
  await service.db.deleteFrom('support_draft_messages').execute();
  queryClient.clear();
  freshDesk();
  const room = await aRoom(service.db, { name: 'Blue Heron' });
  const of = { room_id: room.id, created_user_id: service.userIds.agent };
  const rows = [await aDraft(service.db, of), await aDraft(service.db, of)];
  const ids = rows.map(({ id }) => String(id));
  const newestFirst = listQuery(drafts, { sort: ['-created_at_unix'] });
  const roomDrafts = roomDraftsQuery({ id: String(room.id), name: room.name });
  const reads: Record<Exclude<Step, 'decide' | 'answer'>, () => Promise<unknown>> = {
    'read queue': () => queryClient.infiniteQuery({ ...queueQuery(address), staleTime: 0 }),
    'read list': () => queryClient.query({ ...newestFirst, staleTime: 0 }),
    'read draft': () => queryClient.query({ ...draftQuery(ids[0] ?? ''), staleTime: 0 }),
    'read room': () => queryClient.query({ ...roomDrafts, staleTime: 0 }),
  };
  /** The given drafts that any cached query still shows as in review. */
  const shownInReview = (chosen: readonly string[]) => {
    const lists = [queryClient.getQueryData(newestFirst.queryKey), queryClient.getQueryData(roomDrafts.queryKey)];
    const one = queryClient.getQueryData(draftQuery(ids[0] ?? '').queryKey);
    const rows = [
      ...lists.flatMap((list) => list?.rows ?? []),
      ...(one ? [one.row] : []),
      ...pages().flatMap((page) => page.rows),
    ];
    return rows.filter((row) => chosen.includes(row.id) && isInReview(row));
  };
  const pages = () => queryClient.getQueryData(queueQuery(address).queryKey)?.pages ?? [];
  const queued = () => {
    const pending = outbox.get().map(({ draftId }) => draftId);
    const all = toQueueItems(pages(), address);
    const items = withoutDecided(all, address, (id) => pending.includes(id) || locallyDecidedIds.get().has(id));
    return items.map(({ draft }) => draft.id);
  };
  return { ids, reads, shownInReview, queued };
}

const steps = fc.array(
  fc.constantFrom<Step>('read queue', 'read list', 'read draft', 'read room', 'decide', 'answer', 'answer'),
  { minLength: 4, maxLength: 9 },
);

test('no order of responses shows a decided draft as in review again', async () => {
  const order = async (scheduler: fc.Scheduler, taken: readonly Step[], isTogether: boolean) => {
    const desk = await aDesk();
    const chosen = isTogether ? desk.ids : desk.ids.slice(0, 1);
    const seen = await Promise.all(chosen.map((id) => queryClient.query({ ...oneQuery(drafts, id), staleTime: 0 })));
    // The service handles requests in order; responses arrive in any order.
    vi.stubGlobal('fetch', (...asked: Parameters<Fetch>) => scheduler.schedule(service.fetch(...asked)));
    let isDecided = false;
    for (const step of [...taken, 'decide' as const]) {
      if (step === 'answer') {
        if (scheduler.count() > 0) await scheduler.waitOne();
      } else if (step !== 'decide') {
        void desk.reads[step]().catch(() => undefined);
      } else if (!isDecided) {
        isDecided = true;
        enqueueDecisions(
          seen.map(({ row }) => createDecision(row, 'approve')),
          'Blue Heron',
        );
        await vi.waitUntil(() => outbox.get().every(({ state }) => state === 'sending'), {
          interval: 1,
          timeout: 60_000,
        });
      }
      if (isDecided) expect(desk.queued().filter((id) => chosen.includes(id))).toEqual([]);
    }
    while (outbox.get().length > 0 || scheduler.count() > 0) {
      if (scheduler.count() > 0) await scheduler.waitOne();
      else await new Promise((resolve) => setTimeout(resolve));
    }
    // The last response reaches the cache in the next task.
    await new Promise((resolve) => setTimeout(resolve));
    expect(failedDecisions.get()).toEqual({});
    expect(desk.queued().filter((id) => chosen.includes(id))).toEqual([]);
    expect(desk.shownInReview(chosen)).toEqual([]);
  };
  await fc.assert(fc.asyncProperty(fc.scheduler(), steps, fc.boolean(), order), { numRuns: ORDERS });
});
