import { startService } from '#test/service-process.ts';
import { type EngineName, startEngine } from '../service/engine.ts';
import { requests } from '../service/requests.ts';
import type { MeasuredList } from '../service/result.ts';
import { growthGoal, listTables } from '../service/section.ts';
import { measureLists } from '../service/service-part.ts';
import { type Goal, goalTable } from '../table.ts';
import { measureIsolation } from './isolation.ts';
import { measureSurvival } from './survival.ts';
import { makeNeighbours, type Neighbours, PEOPLE, SMALL_DRAFTS } from './tenants.ts';

export interface GatesEffort {
  engines: readonly EngineName[];
  /** Of the large tenant. */
  drafts: number;
  /** Per list and tenant. */
  requests: number;
  /** How long the attack lasts. */
  seconds: number;
  /** How often to send each request that once crashed the process, at most. */
  repeats: number;
  signal: AbortSignal;
}

/** Measures the service under attack and with many rows; resolves with its section of the document. */
export async function measureGates(effort: GatesEffort): Promise<string> {
  const sections: string[] = [];
  for (const name of effort.engines) sections.push(...(await measureEngine(name, effort)));
  return [
    '## Gates',
    `The service has two tenants: a large one with ${effort.drafts.toLocaleString('en')} drafts, and a small one with ${Math.min(SMALL_DRAFTS, effort.drafts).toLocaleString('en')}. For ${effort.seconds} seconds, an agent of the large tenant sends the slowest search on 30 connections and a guest of it floods the service on 4, while a reviewer of the small tenant reads the queue.`,
    `Then a reviewer requests every documented filter of drafts and rooms, ${effort.requests} times from each tenant, in turns from the small and the large one. Times are p50 / p99 of the whole response in milliseconds; × is the p50 of the large tenant divided by that of the small one.`,
    ...sections,
  ].join('\n\n');
}

async function measureEngine(name: EngineName, effort: GatesEffort): Promise<string[]> {
  const nowUnix = Math.floor(Date.now() / 1000);
  const engine = await startEngine(name);
  try {
    const beganAt = performance.now();
    const tenants = await makeNeighbours(engine, effort.drafts, nowUnix);
    console.log(`${name}: tenants made in ${((performance.now() - beganAt) / 1000).toFixed(0)} s`);
    effort.signal.throwIfAborted();
    const lists = await measureGrowth(tenants, effort, nowUnix);
    const goals: Goal[] = [
      ...(await measureIsolation(tenants, effort.requests, effort.seconds)),
      await measureSurvival(tenants, effort.repeats),
      growthGoal(lists),
    ];
    for (const { goal, found, isMet } of goals) console.log(`${isMet ? 'met' : 'NOT MET'}: ${goal}: ${found}`);
    return [`### ${engine.name} ${engine.version}`, goalTable(goals), ...listTables(lists)];
  } finally {
    await engine.remove();
  }
}

async function measureGrowth(tenants: Neighbours, effort: GatesEffort, nowUnix: number): Promise<MeasuredList[]> {
  const { origin, end } = await startService(tenants.dataDir, tenants.settings);
  const filters = requests(PEOPLE, nowUnix).filter(({ group }) => /filters|queue/i.test(group));
  try {
    return await measureLists(
      { small: { origin, ...tenants.small }, large: { origin, ...tenants.large } },
      filters,
      effort,
    );
  } finally {
    await end('SIGTERM');
  }
}
