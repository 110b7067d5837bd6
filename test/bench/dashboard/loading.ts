import { existsSync, statSync } from 'node:fs';
import type { Page } from '@playwright/test';
import type { Subject } from './subject.ts';

/** Cost of loading until the queue is usable. Times in milliseconds, sizes in bytes. */
export interface Loading {
  jsGzip: number;
  jsBrotli: number;
  /** All response bodies, as encoded on the wire. */
  bytes: number;
  requests: number;
  usableMs: number;
  lcpMs: number;
  longestTaskMs: number;
  blockingMs: number;
  /** DOM nodes of the list divided by its rows. */
  nodesPerRow: number;
}

/** A task counts as blocking for the time beyond this, as in Total Blocking Time. */
const UNNOTICED_MS = 50;

/** Reads the loading metrics of an idle page. */
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

/** Small files have no compressed variant and are sent uncompressed. */
const weightOf = (file: string, ending: string) => statSync(existsSync(file + ending) ? file + ending : file).size;

const sum = (numbers: readonly number[]) => numbers.reduce((total, one) => total + one, 0);
