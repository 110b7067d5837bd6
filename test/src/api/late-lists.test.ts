import { QueryObserver } from '@tanstack/react-query';
import fc from 'fast-check';
import { beforeEach, expect, test, vi } from 'vitest';
import type { ListQuery } from '#contract/list-query.ts';
import { rooms } from '#contract/rooms.ts';
import { signIn } from '#src/api/connection.ts';
import { listQuery } from '#src/api/queries.ts';
import { queryClient } from '#src/api/query-client.ts';
import { aRoom } from '#test/builders.ts';
import type { TestService } from '#test/service.ts';
import { startService } from '../render-page.tsx';

const ORDERS = 500;
/** Consecutive queries: the user types, pages, filters and sorts. */
const QUESTIONS: Partial<ListQuery>[] = [
  {},
  { filter: { name_like: 'a' } },
  { filter: { name_like: 'ab' } },
  { filter: { name_like: 'abc' } },
  { page: { size: 2, number: 1 } },
  { page: { size: 2, number: 2 } },
  { filter: { kind: 'group_room' } },
  { sort: ['-name'] },
];

let service: TestService;
const answers = new Map<string, string>();
beforeEach(async () => {
  service = await startService();
  signIn(service.origin, service.tokens.supervisor);
  for (const name of ['abc', 'abd', 'ac', 'b']) await aRoom(service.db, { name, kind: name === 'b' ? 3 : 1 });
});

/** The service's response, cached: the test is about the order in which responses arrive. */
async function answerOf(url: string, init: RequestInit): Promise<Response> {
  const known = answers.get(url) ?? (await (await service.fetch(url, { ...init, signal: null })).text());
  answers.set(url, known);
  return new Response(known, { headers: { 'Content-Type': 'application/vnd.api+json' } });
}

const nextTurn = () => new Promise((resolve) => setTimeout(resolve));
const namesOf = (query: Partial<ListQuery>) =>
  queryClient.query({ ...listQuery(rooms, query), staleTime: 0 }).then(({ rows }) => rows.map(({ name }) => name));

test('the newest query wins, in whatever order responses arrive', async () => {
  vi.stubGlobal('fetch', answerOf);
  const wanted = await Promise.all(QUESTIONS.map(namesOf));
  expect(new Set(wanted.map((names) => names.join())).size).toBe(QUESTIONS.length);
  const order = async (scheduler: fc.Scheduler, steps: readonly number[]) => {
    queryClient.clear();
    // No abort: stale responses arrive as well.
    vi.stubGlobal('fetch', (url: string, init: RequestInit) => scheduler.schedule(answerOf(url, init)));
    const list = new QueryObserver(queryClient, listQuery(rooms));
    const stop = list.subscribe(() => undefined);
    let asked = 0;
    const isRight = () => {
      const { data, isPlaceholderData } = list.getCurrentResult();
      if (data && !isPlaceholderData) expect(data.rows.map(({ name }) => name)).toEqual(wanted[asked]);
    };
    for (const step of steps) {
      if (step < QUESTIONS.length) {
        asked = step;
        list.setOptions(listQuery(rooms, QUESTIONS[step]));
      } else if (scheduler.count() > 0) await scheduler.waitOne();
      isRight();
    }
    while (list.getCurrentResult().isFetching) {
      if (scheduler.count() > 0) await scheduler.waitOne();
      else await nextTurn();
      isRight();
    }
    expect(list.getCurrentResult().isPlaceholderData).toBe(false);
    isRight();
    stop();
  };
  const steps = fc.array(fc.nat(QUESTIONS.length + 3), { minLength: 3, maxLength: 12 });
  await fc.assert(fc.asyncProperty(fc.scheduler(), steps, order), { numRuns: ORDERS });
});

test('a superseded query is aborted', async () => {
  const signals: AbortSignal[] = [];
  vi.stubGlobal('fetch', (_: string, { signal }: RequestInit) => {
    if (signal) signals.push(signal);
    return new Promise(() => undefined);
  });
  const list = new QueryObserver(queryClient, listQuery(rooms));
  const stop = list.subscribe(() => undefined);
  for (const question of QUESTIONS.slice(1)) {
    await nextTurn();
    list.setOptions(listQuery(rooms, question));
  }
  await nextTurn();
  expect(signals.map(({ aborted }) => aborted)).toEqual([...QUESTIONS.slice(1).map(() => true), false]);
  stop();
});
