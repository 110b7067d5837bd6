import fc from 'fast-check';
import { beforeEach, expect, test, vi } from 'vitest';
import { drafts } from '#contract/drafts.ts';
import { signIn } from '#src/api/connection.ts';
import type { Decision } from '#src/api/decision.ts';
import { oneQuery } from '#src/api/queries.ts';
import { queryClient } from '#src/api/query-client.ts';
import type { Draft } from '#src/domain/drafts/draft.ts';
import { createDecision } from '#src/outbox/create-decision.ts';
import { enqueueDecisions, loadDelivery } from '#src/outbox/decision-outbox.ts';
import { onOutcome } from '#src/outbox/resolve-decisions.ts';
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

/** Signs in to a service; `decided` lists the drafts that requests decide on. */
async function start() {
  const service = await startService();
  const decided: string[] = [];
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    if (isDecision(url)) decided.push(...idsOf(url, String(init.body)));
    return service.fetch(url, init);
  });
  signIn(service.origin, service.tokens.admin);
  await loadDelivery();
  return { service, decided };
}

async function read(ids: readonly number[]): Promise<Draft[]> {
  const found = ids.map((id) =>
    queryClient.query({ ...oneQuery(drafts, String(id)), staleTime: 0 }).catch(() => undefined),
  );
  return (await Promise.all(found)).flatMap((one) => (one ? [one.row] : []));
}

async function decide(decisions: readonly Decision[]) {
  const { promise, resolve } = Promise.withResolvers<{ done: string[]; failed: string[] }>();
  const stop = onOutcome((entries, failures) => {
    const ids = entries.map(({ draftId }) => draftId);
    resolve({ done: ids.filter((id) => !(id in failures)), failed: ids.filter((id) => id in failures) });
  });
  enqueueDecisions(decisions, 'Blue Heron', true);
  const outcome = decisions.length > 0 ? await promise : { done: [], failed: [] };
  stop();
  return outcome;
}

test('each of many drafts is counted once by its outcome, and a second run sends only the failed ones', async () => {
  const { service, decided } = await start();
  const run = (chosen: readonly Draft[]) => decide(chosen.map((draft) => createDecision(draft, 'approve')));
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
    const left = (await read(first.failed.map(Number))).filter(({ status }) => status === 'in_review');
    const second = await run(left);
    expect([second.done.length, second.failed]).toEqual([chosen.filter((fate) => fate === 'edited').length, []]);
    expect(decided.filter((id) => good.includes(id))).toEqual([]);
    queryClient.clear();
  };
  await fc.assert(fc.asyncProperty(fates, fc.integer({ min: 1, max: 4 }), walk), { numRuns: RUNS });
});

test('drafts of one room with different verdicts, reasons or texts are each decided as requested', async () => {
  const { service } = await start();
  const room = await aRoom(service.db);
  const asked = [
    ['approve', {}],
    ['approve', {}],
    ['approve', { editedContent: 'A better text.' }],
    ['reject', { comment: 'Too long' }],
    ['reject', { comment: 'Wrong tone' }],
  ] as const;
  const ids: number[] = [];
  for (const _ of asked) ids.push((await aDraft(service.db, { room_id: room.id, message_content: 'Hello' })).id);
  const items = await read(ids);
  const { failed } = await decide(
    asked.flatMap(([kind, options], index) => (items[index] ? [createDecision(items[index], kind, options)] : [])),
  );
  expect(failed).toEqual([]);
  const rows = await Promise.all(ids.map((id) => stored(service, id)));
  expect(rows.map(({ status, comment, message_content }) => [status, comment, message_content])).toEqual([
    ['approved', null, 'Hello'],
    ['approved', null, 'Hello'],
    ['approved', null, 'A better text.'],
    ['rejected', 'Too long', 'Hello'],
    ['rejected', 'Wrong tone', 'Hello'],
  ]);
});
