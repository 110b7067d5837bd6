import { type CDPSession, expect, type Page } from '@playwright/test';
import type { Fault, FaultProxy } from './fault-proxy.ts';

/** What a page retains after garbage collection. */
export interface Held {
  heapBytes: number;
  listeners: number;
  nodes: number;
  /** Active intervals and timeouts. */
  timers: number;
}

/** The shortest interval the settings allow. */
export const SOAK_SETTINGS = { pollSeconds: 5 };
const POLL_MS = SOAK_SETTINGS.pollSeconds * 1000;
/** Number of polls per hundred that get each fault; the rest pass. */
const FAULTS: [share: number, fault: Fault][] = [
  [3, { kind: 'answer', status: 500 }],
  [3, { kind: 'break' }],
  [1, { kind: 'answer', status: 429, headers: { 'Retry-After': '20' } }],
  [2, { kind: 'pass', afterMs: 40 }],
];

/** Counts a page's timers; install after its fake clock. */
export function countTimers(): void {
  const running = new Set<unknown>();
  Object.assign(window, { running });
  for (const [start, stop] of [
    ['setInterval', 'clearInterval'],
    ['setTimeout', 'clearTimeout'],
  ] as const) {
    const [plainStart, plainStop] = [window[start], window[stop]];
    const counted = (act: TimerHandler, ms?: number, ...rest: unknown[]) => {
      const id = plainStart(
        (...given: unknown[]) => {
          if (start === 'setTimeout') running.delete(id);
          if (typeof act === 'function') act(...given);
        },
        ms,
        ...rest,
      );
      running.add(id);
      return id;
    };
    const forget = (id: number | undefined) => {
      running.delete(id);
      plainStop(id);
    };
    Object.assign(window, { [start]: counted, [stop]: forget });
  }
}

/**
 * Runs a Watch page through many polls on a fast-forwarded clock, with the faults of a bad week. Calls `onStep` before
 * each step, with the polls so far.
 */
export async function soak(
  page: Page,
  proxy: FaultProxy,
  polls: number,
  onStep?: (read: number) => Promise<void>,
): Promise<void> {
  let read = 0;
  proxy.setFaults((url) => (url.includes('page%5Bsize%5D=100') ? faultOf(read++) : { kind: 'pass' }));
  while (read < polls) {
    await onStep?.(read);
    await page.clock.runFor(POLL_MS);
    await proxy.settled();
  }
  proxy.setFaults(() => ({ kind: 'pass' }));
}

function faultOf(index: number): Fault {
  // Spread over the hundred, with no period that the page could synchronize with.
  let place = (index * 37) % 100;
  for (const [share, fault] of FAULTS) {
    if (place < share) return fault;
    place -= share;
  }
  return { kind: 'pass' };
}

export async function measureHeld(page: Page, devtools: CDPSession): Promise<Held> {
  // One garbage collection may make more garbage collectable.
  for (let round = 0; round < 3; round++) await devtools.send('HeapProfiler.collectGarbage');
  const { usedSize } = await devtools.send('Runtime.getHeapUsage');
  const { jsEventListeners, nodes } = await devtools.send('Memory.getDOMCounters');
  return { heapBytes: usedSize, listeners: jsEventListeners, nodes, timers: await timersOf(page) };
}

export const timersOf = (page: Page): Promise<number> => page.evaluate(() => Reflect.get(window, 'running').size);

/** A request in flight holds some listeners. */
const MOST_LISTENERS_MORE = 5;

/** Asserts that nothing leaked: listeners and timers as before, heap within 10 %. */
export function expectNothingLeft(before: Held, after: Held): void {
  expect(after.heapBytes / before.heapBytes).toBeLessThan(1.1);
  expect(after.listeners).toBeLessThanOrEqual(before.listeners + MOST_LISTENERS_MORE);
  expect(after.timers).toBeLessThanOrEqual(before.timers + 1);
}
