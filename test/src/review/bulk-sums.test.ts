import fc from 'fast-check';
import { beforeEach, expect, test, vi } from 'vitest';
import { drafts } from '#contract/drafts.ts';
import { signIn } from '#src/api/connection.ts';
import { oneQuery } from '#src/api/queries.ts';
import { queryClient } from '#src/api/query-client.ts';
import { failuresOf } from '#src/bulk/job-runner.ts';
import { startBulkJob } from '#src/features/review/bulk/bulk-job.ts';
import type { QueueItem } from '#src/features/review/queue/queue-query.ts';
import { aDraft, aRoom } from '#test/builders.ts';
import { startService } from '../render-page.tsx';
import { freshDesk, isDecision, stored } from './render-review-desk.tsx';

beforeEach(freshDesk);

const RUNS = 25;
/** What happens to each draft between loading and deciding, and the number of rooms they belong to. */
const fates = fc.array(fc.constantFrom('nothing', 'nothing', 'edited', 'rejected', 'deleted'), {
  minLength: 1,
  maxLength: 9,
});

/** The drafts a request decides on: one, or several of a room. */
function idsOf(url: string, body: string): string[] {
  const [, id] = /support_draft_messages\/(\d+)\//.exec(url) ?? [];
  return id ? [id] : JSON.parse(body).data.attributes.ids;
}

test('each of many drafts is counted once by its outcome, and a second run sends only the failed ones', async () => {
  const service = await startService();
  const decided: string[] = [];
  vi.stubGlobal('fetch', async (url: string, { signal: _, ...init }: RequestInit) => {
    if (isDecision(url)) decided.push(...idsOf(url, String(init.body)));
    return service.fetch(url, init);
  });
  const from = signIn(service.origin, service.tokens.admin);
  const read = async (ids: readonly number[]): Promise<QueueItem[]> => {
    const found = ids.map((id) =>
      queryClient.query({ ...oneQuery(drafts, String(id)), staleTime: 0 }).catch(() => undefined),
    );
    return (await Promise.all(found)).flatMap((one) =>
      one ? [{ draft: one.row, room: undefined, author: undefined }] : [],
    );
  };
  const run = async (items: readonly QueueItem[]) => {
    const job = startBulkJob({ items, kind: 'approve', comment: '' }, from);
    await vi.waitUntil(() => job.progress.get().state === 'finished', { interval: 1, timeout: 30_000 });
    const failed = failuresOf(job.outcomes).map(({ item }) => item.draft.id);
    const done = [...job.outcomes.keys()].map(({ draft }) => draft.id).filter((id) => !failed.includes(id));
    expect(job.progress.get()).toMatchObject({ total: items.length, done: done.length, failed: failed.length });
    return { done, failed };
  };
  const walk = async (chosen: readonly string[], roomCount: number) => {
    const rooms = await Promise.all(Array.from({ length: roomCount }, () => aRoom(service.db)));
    const ids: number[] = [];
    for (const index of chosen.keys())
      ids.push((await aDraft(service.db, { room_id: rooms[index % roomCount]?.id ?? 0 })).id);
    const items = await read(ids);
    for (const [index, fate] of chosen.entries()) {
      const path = `/${drafts.type}/${ids[index]}`;
      if (fate === 'edited') await service.update(drafts.type, ids[index] ?? 0, { message_content: 'Another text.' });
      if (fate === 'rejected') await service.send('PUT', `${path}/reject`);
      if (fate === 'deleted') await service.send('DELETE', path);
    }
    const first = await run(items);
    const good = ids.filter((_, index) => chosen[index] === 'nothing').map(String);
    expect([...first.done].sort()).toEqual(good.sort());
    expect(first.done.length + first.failed.length).toBe(items.length);
    for (const id of good) expect((await stored(service, Number(id))).status).toBe('approved');

    decided.length = 0;
    const left = (await read(first.failed.map(Number))).filter(({ draft }) => draft.status === 'in_review');
    const second = await run(left);
    expect([second.done.length, second.failed]).toEqual([chosen.filter((fate) => fate === 'edited').length, []]);
    expect(decided.filter((id) => good.includes(id))).toEqual([]);
    queryClient.clear();
  };
  await fc.assert(fc.asyncProperty(fates, fc.integer({ min: 1, max: 4 }), walk), { numRuns: RUNS });
});
