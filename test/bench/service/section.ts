import { type Goal, goalTable, table } from '../table.ts';
import type { Effort, EngineResult, MeasuredList } from './result.ts';
import { DRAFTS_PER_ROOM } from './size.ts';

/** Maximum growth from 10,000 drafts to a million. A list with more hits in the large tenant has more to count. */
const MOST_GROWTH = 1.5;
const MOST_GROWTH_OF_HITS = 3;
/** Hits have grown beyond this factor, because counts vary slightly between the tenants, or if not all are counted. */
const GROWN = 1.2;
const LEAST_OF_BARE = 0.6;
const LEAST_UNCHANGED = 3;
const MOST_OF_BARE_TIME = 2;
const MOST_MEMORY = 250;

/** The service's section of the document, in Markdown. */
export function serviceSection(results: readonly EngineResult[], effort: Effort): string {
  const { small, large } = effort.sizes;
  const rows = ({ rooms }: { rooms: number }) =>
    `${(rooms * DRAFTS_PER_ROOM).toLocaleString('en')} drafts and ${rooms.toLocaleString('en')} rooms`;
  return [
    '## The service',
    `The small tenant has ${rows(small)}, the large one ${rows(large)}. In both tenants, a twentieth of the drafts is in review, and one person wrote a fifth of all drafts. The staff grows with the number of rooms, so that everyone else has about as many rooms and drafts in both tenants. A rare text occurs in 30 rows of each tenant.`,
    `Each list is requested ${effort.requests} times from each tenant, in turns from the small and the large one, on one connection each and after up to twenty requests to warm up. Times are p50 / p99 of the whole response in milliseconds; × is the p50 of the large tenant divided by that of the small one. Counts are exact up to 10,000, and up to 1,000 for searches; a + means that there are more.`,
    'Limits of the growth goal: the hits of a frequent text are counted one by one, exactly up to 1,000, so counting takes longer in a larger tenant until that limit is reached. For a single character, PostgreSQL has no index: it reads texts until the page and the count are complete, all of them if the character is rare.',
    ...results.flatMap((result) => engineSection(result, effort)),
  ].join('\n\n');
}

function engineSection(result: EngineResult, effort: Effort): string[] {
  const goals = goalsOf(result, effort);
  return [`### ${result.name} ${result.version}`, goalTable(goals), ...listTables(result.lists), queueTable(result)];
}

function goalsOf({ name, lists, single, loaded, memory }: EngineResult, { sizes }: Effort): Goal[] {
  const bound = lists.filter(({ measured }) => measured.goal);
  const goals = [growthGoal(bound)];
  const times = single.service.p50 / single.bare.p50;
  if (name === 'SQLite') {
    goals.push({
      goal: `The queue's first page takes at most ${MOST_OF_BARE_TIME} × the time of the bare route`,
      found: `× ${times.toFixed(2)}`,
      isMet: times <= MOST_OF_BARE_TIME,
    });
  }
  if (loaded) {
    const share = loaded.service / loaded.bare;
    const unchanged = loaded.unchanged / loaded.service;
    goals.push(
      {
        goal: `With 16 connections, at least ${LEAST_OF_BARE * 100} % of the bare route's requests a second`,
        found: `${(share * 100).toFixed(0)} %`,
        isMet: share >= LEAST_OF_BARE,
      },
      {
        goal: `At least ${LEAST_UNCHANGED} × as many 304 responses a second as full ones`,
        found: `× ${unchanged.toFixed(1)}`,
        isMet: unchanged >= LEAST_UNCHANGED,
      },
    );
  }
  if (memory) {
    const megabytes = memory.now / 1e6;
    goals.push({
      goal: `With ${(sizes.large.rooms * DRAFTS_PER_ROOM).toLocaleString('en')} drafts, the process stays under ${MOST_MEMORY} MB`,
      found: `${megabytes.toFixed(0)} MB after all requests, ${(memory.most / 1e6).toFixed(0)} MB at most`,
      isMet: megabytes < MOST_MEMORY,
    });
  }
  return goals;
}

/** The growth goal, for the given lists. */
export function growthGoal(lists: readonly MeasuredList[]): Goal {
  const slow = lists.filter((list) => growth(list) > mostGrowth(list));
  const worst = Math.max(...lists.map(growth));
  return {
    goal: `p50 of every documented filter and indexed order grows by a factor of at most ${MOST_GROWTH}, or ${MOST_GROWTH_OF_HITS} if its hits grow`,
    found: `${lists.length - slow.length} of ${lists.length} do; the worst × ${worst.toFixed(2)}`,
    isMet: slow.length === 0,
  };
}

const mostGrowth = ({ found }: MeasuredList) =>
  found.large.endsWith('+') || figure(found.large) > figure(found.small) * GROWN ? MOST_GROWTH_OF_HITS : MOST_GROWTH;
const figure = (count: string) => Number(count.replaceAll(/[^\d]/g, ''));

export function listTables(lists: readonly MeasuredList[]): string[] {
  const groups = [...new Set(lists.map(({ measured }) => measured.group))];
  return groups.map((group) =>
    listTable(
      group,
      lists.filter(({ measured }) => measured.group === group),
    ),
  );
}

function listTable(group: string, lists: readonly MeasuredList[]) {
  const rows = lists.map((list) => [
    `\`${list.measured.label}\``,
    `${list.found.small} → ${list.found.large}`,
    `${ms(list.small.p50)} / ${ms(list.small.p99)}`,
    `${ms(list.large.p50)} / ${ms(list.large.p99)}`,
    list.measured.goal && growth(list) > mostGrowth(list) ? `**${growth(list).toFixed(2)}**` : growth(list).toFixed(2),
  ]);
  return table([group, 'Found', 'Small', 'Large', '×'], rows);
}

function queueTable({ single, loaded }: EngineResult) {
  const rows = (['service', 'bare', 'unchanged'] as const).map((kind) => [
    { service: 'The service', bare: 'A bare Fastify route with the same statements', unchanged: 'The service, 304' }[
      kind
    ],
    `${ms(single[kind].p50)} / ${ms(single[kind].p99)}`,
    loaded ? loaded[kind].toFixed(0) : '–',
  ]);
  return table(["The queue's first page, large tenant", 'One connection', 'Requests a second, 16 connections'], rows);
}

const growth = ({ small, large }: MeasuredList) => large.p50 / small.p50;
const ms = (time: number) => time.toFixed(2);
