import { table } from '../table.ts';
import type { Effort, EngineResult, MeasuredList } from './result.ts';
import { DRAFTS_PER_ROOM } from './size.ts';

/** From 10,000 drafts to a million. A list that finds more in the large tenant has more to count. */
const MOST_GROWTH = 1.5;
const MOST_GROWTH_OF_HITS = 3;
/** Counts vary a little from one tenant to the other. */
const GROWN = 1.2;
const LEAST_OF_BARE = 0.6;
const LEAST_UNCHANGED = 3;
const MOST_OF_BARE_TIME = 2;
const MOST_MEMORY = 250;

/** A limit and what was found. */
export interface Goal {
  goal: string;
  found: string;
  isMet: boolean;
}

/** The service's section of the document, in Markdown. */
export function serviceSection(results: readonly EngineResult[], effort: Effort): string {
  const { small, large } = effort.sizes;
  const rows = ({ rooms }: { rooms: number }) =>
    `${(rooms * DRAFTS_PER_ROOM).toLocaleString('en')} drafts and ${rooms.toLocaleString('en')} rooms`;
  return [
    '## The service',
    `A small tenant has ${rows(small)}, a large one ${rows(large)}. Shares are the same in both: a twentieth of the drafts is in review, one person wrote a fifth. What one person has is as much in both: the staff grows with the rooms. A rare text is in 30 rows of both.`,
    `Each list is asked for by one connection, in turns from the small and the large tenant, ${effort.requests} times each after as many as twenty to warm up. Times are milliseconds of the whole answer, p50 / p99; × is p50 of the large tenant by that of the small. Counts are exact up to 10,000, those of searches up to 1,000; a + says that there are more.`,
    'What the goal of growth leaves open: a text in many rows is counted hit by hit, exactly up to 1,000, so its count grows with the tenant until that bound. The index of PostgreSQL is of three characters each: of fewer, all texts are read until the page and the count are full, which a rare text never fills.',
    ...results.flatMap((result) => engineSection(result, effort)),
  ].join('\n\n');
}

function engineSection(result: EngineResult, effort: Effort): string[] {
  const goals = goalsOf(result, effort);
  return [`### ${result.name} ${result.version}`, goalTable(goals), ...listTables(result.lists), queueTable(result)];
}

export const goalTable = (goals: readonly Goal[]): string =>
  table(
    ['Goal', 'Found', ''],
    goals.map(({ goal, found, isMet }) => [goal, found, isMet ? 'met' : '**not met**']),
  );

function goalsOf({ name, lists, single, loaded, memory }: EngineResult, { sizes }: Effort): Goal[] {
  const bound = lists.filter(({ measured }) => measured.goal);
  const goals = [growthGoal(bound)];
  const times = single.service.p50 / single.bare.p50;
  if (name === 'SQLite') {
    goals.push({
      goal: `The queue's first page takes ${MOST_OF_BARE_TIME} × the time of the bare route at most`,
      found: `× ${times.toFixed(2)}`,
      isMet: times <= MOST_OF_BARE_TIME,
    });
  }
  if (loaded) {
    const share = loaded.service / loaded.bare;
    const unchanged = loaded.unchanged / loaded.service;
    goals.push(
      {
        goal: `With 16 connections, ${LEAST_OF_BARE * 100} % of the bare route's requests a second`,
        found: `${(share * 100).toFixed(0)} %`,
        isMet: share >= LEAST_OF_BARE,
      },
      {
        goal: `A 304 ${LEAST_UNCHANGED} × as often as the full answer`,
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

/** The goal of growth, over the lists that have it. */
export function growthGoal(lists: readonly MeasuredList[]): Goal {
  const slow = lists.filter((list) => growth(list) > mostGrowth(list));
  const worst = Math.max(...lists.map(growth));
  return {
    goal: `p50 of every documented filter and indexed order grows by ${MOST_GROWTH} at most, by ${MOST_GROWTH_OF_HITS} where the hits grow`,
    found: `${lists.length - slow.length} of ${lists.length} do; the worst × ${worst.toFixed(2)}`,
    isMet: slow.length === 0,
  };
}

const mostGrowth = ({ found }: MeasuredList) =>
  figure(found.large) > figure(found.small) * GROWN ? MOST_GROWTH_OF_HITS : MOST_GROWTH;
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
