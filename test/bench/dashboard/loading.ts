import { existsSync, statSync } from 'node:fs';
import type { Page } from '@playwright/test';
import type { Subject } from './subject.ts';

/** What it took until the queue could be used. Times in milliseconds, weights in bytes. */
export interface Loading {
  jsGzip: number;
  jsBrotli: number;
  /** Of all bodies, as they were sent. */
  bytes: number;
  requests: number;
  usableMs: number;
  lcpMs: number;
  longestTaskMs: number;
  blockingMs: number;
  /** Nodes of the list by its rows. */
  nodesPerRow: number;
}

/** A task blocks by what it takes beyond this. */
const UNNOTICED_MS = 50;

/** Reads from a page at rest how it was loaded. */
export async function readLoading(page: Page, { folder }: Subject): Promise<Loading> {
  const { usableMs, lcpMs, longTasks, sent, nodesPerRow } = await page.evaluate(() => {
    const { usableMs = Number.NaN, lcpMs, longTasks } = window.pageMeter;
    const entries = [
      ...performance.getEntriesByType('navigation'),
      ...performance.getEntriesByType('resource'),
    ] as PerformanceResourceTiming[];
    const list = document.querySelector('ul[aria-label=Drafts]');
    const nodes = document.createTreeWalker(list ?? document.body, NodeFilter.SHOW_ALL);
    let count = 0;
    while (nodes.nextNode()) count += 1;
    return {
      usableMs,
      lcpMs,
      longTasks,
      sent: entries
        .filter(({ startTime }) => startTime < usableMs)
        .map(({ name, encodedBodySize }) => ({ path: new URL(name).pathname, bytes: encodedBodySize })),
      nodesPerRow: count / (list?.childElementCount || 1),
    };
  });
  const scripts = [...new Set(sent.map(({ path }) => path))].filter((path) => path.endsWith('.js'));
  return {
    jsGzip: sum(scripts.map((path) => weightOf(folder + path, '.gz'))),
    jsBrotli: sum(scripts.map((path) => weightOf(folder + path, '.br'))),
    bytes: sum(sent.map(({ bytes }) => bytes)),
    requests: sent.length,
    usableMs,
    lcpMs,
    longestTaskMs: Math.max(0, ...longTasks),
    blockingMs: sum(longTasks.map((duration) => duration - UNNOTICED_MS)),
    nodesPerRow,
  };
}

/** Small files have no compressed one beside them, and are sent as they are. */
const weightOf = (file: string, ending: string) => statSync(existsSync(file + ending) ? file + ending : file).size;

const sum = (numbers: readonly number[]) => numbers.reduce((total, one) => total + one, 0);
