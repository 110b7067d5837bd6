import { loadavg } from 'node:os';
import type { Page } from '@playwright/test';
import { API_PREFIX, MEDIA_TYPE } from '#contract/document.ts';
import { makeDataDir, personOf, removeDataDir, startService } from '../service-process.ts';
import { launchBrowser } from './launch-browser.ts';
import { quantile } from './quantile.ts';

// The keywords page with 5,000 keywords and a file of 10,000 lines: loading, searching, scrolling, dry run.
const KEYWORDS = 5_000;
const LINES = 10_000;
const AT_ONCE = 10;
const GOALS = { keyMs: 50, dryRunMs: 3_000, taskMs: 200 };

/** Page activity during a measurement, in milliseconds. */
interface Watched {
  tasks: number[];
  keys: number[];
  /** From a key to the matching rows. */
  rows: number[];
}

const dataDir = makeDataDir();
const service = await startService(dataDir, { DEMO: '1' });
const admin = personOf(service, 'admin');
await fill(KEYWORDS);
const browser = await launchBrowser();
const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
await context.addInitScript(watchPage);
const page = await context.newPage();
await page.goto(`${service.origin}/connect#token=${admin.token}`);
await page.waitForURL((url) => url.pathname !== '/connect');
const failed: string[] = [];
const goal = (name: string, value: number, most: number) => {
  if (value > most) failed.push(name);
  return `${Math.round(value)} ms (goal ${most})`;
};
console.log(`load of the machine ${loadavg()[0]?.toFixed(1)}`);

await page.goto(`${service.origin}/keywords`, { waitUntil: 'commit' });
const began = performance.now();
await page.locator('[data-row]').first().waitFor();
const firstMs = performance.now() - began;
await page.getByRole('button', { name: 'Export CSV', disabled: false }).waitFor();
console.log(
  `${KEYWORDS} keywords: first rows ${Math.round(firstMs)} ms, all ${Math.round(performance.now() - began)} ms`,
);

const whole = await page.getByRole('grid').getAttribute('aria-rowcount');
await watched(page);
await page.getByRole('searchbox').focus();
for (const letter of 'word 31 title') await page.keyboard.type(letter, { delay: 120 });
await page.waitForTimeout(500);
const { keys, rows: shown } = await watched(page);
console.log(
  `search: slowest key ${goal('key', Math.max(...keys), GOALS.keyMs)}, median ${median(keys)} ms; ` +
    `rows follow after ${median(shown)} ms, at most ${Math.round(Math.max(...shown))} ms`,
);
await page.getByRole('searchbox').fill('');
await page.locator(`[aria-rowcount="${whole}"]`).waitFor();

const frames = await scroll(page);
const late = frames.filter((ms) => ms > 50).length;
console.log(`scroll through all: median frame ${median(frames)} ms, ${late} of ${frames.length} over 50 ms`);

await page.goto(`${service.origin}/keywords/import`);
await page.getByRole('button', { name: 'Choose a file…', disabled: false }).waitFor();
const rows = Array.from({ length: LINES }, (_, at) => `"word ${at}","Title ${at}","say ""one"" ${at}\nor two"`);
const buffer = Buffer.from(`key_name,key_title,suggestions\r\n${rows.join('\r\n')}`);
await watched(page);
const chosenAt = performance.now();
await page.getByLabel('CSV file').setInputFiles({ name: 'words.csv', mimeType: 'text/csv', buffer });
await page.getByText(/^words\.csv/).waitFor();
const dryRunMs = performance.now() - chosenAt;
const { tasks } = await watched(page);
console.log(
  `dry run of ${LINES} lines: ${goal('dry run', dryRunMs, GOALS.dryRunMs)}, ` +
    `longest task ${goal('task', Math.max(0, ...tasks), GOALS.taskMs)}, ${tasks.length} over 50 ms`,
);
await browser.close();
await service.end('SIGTERM');
removeDataDir(dataDir);
if (failed.length > 0) console.log(`missed: ${failed.join(', ')}`);
process.exitCode = failed.length > 0 ? 1 : 0;

async function fill(count: number): Promise<void> {
  for (let from = 0; from < count; from += AT_ONCE) {
    const some = Array.from({ length: AT_ONCE }, (_, index) => create(from + index));
    await Promise.all(some);
  }
}

async function create(number: number): Promise<void> {
  const attributes = {
    key_name: `word ${number}`,
    key_title: `Title ${number}`,
    suggestions: `["one ${number}", "two"]`,
  };
  const answer = await fetch(`${service.origin}${API_PREFIX}/master_keywords`, {
    method: 'POST',
    headers: { 'X-Access-Token': admin?.token ?? '', 'Content-Type': MEDIA_TYPE },
    body: JSON.stringify({ data: { type: 'master_keywords', attributes } }),
  });
  if (!answer.ok) throw new Error(`${answer.status} ${await answer.text()}`);
}

function median(values: readonly number[]): string {
  return quantile(values, 0.5).toFixed(0);
}

/** Activity since the last call. */
function watched(on: Page): Promise<Watched> {
  return on.evaluate(() => {
    const all = (globalThis as unknown as { watchedPage: Watched }).watchedPage; // Set by watchPage.
    return { tasks: all.tasks.splice(0), keys: all.keys.splice(0), rows: all.rows.splice(0) };
  });
}

/** Scrolls through the whole table by wheel, a window at a time; returns the frame times. */
function scroll(on: Page): Promise<number[]> {
  return on.evaluate(async () => {
    const scroller = document.querySelector('[role=grid]')?.parentElement;
    const frames: number[] = [];
    let last = performance.now();
    for (let at = 0; scroller && at < scroller.scrollHeight; at += 1_000) {
      scroller.scrollTop = at;
      await new Promise(requestAnimationFrame);
      frames.push(performance.now() - last);
      last = performance.now();
    }
    return frames;
  });
}

/** Runs in the page: records long tasks, and the latency from each key to its paint. */
function watchPage() {
  const all: Watched = { tasks: [], keys: [], rows: [] };
  Object.assign(globalThis, { watchedPage: all });
  let pressedAt = 0;
  addEventListener('keydown', ({ timeStamp }) => {
    pressedAt = timeStamp;
  });
  new MutationObserver(() => {
    if (pressedAt > 0) all.rows.push(performance.now() - pressedAt);
    pressedAt = 0;
  }).observe(document, { subtree: true, attributeFilter: ['aria-rowcount'] });
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) all.tasks.push(duration);
  }).observe({ type: 'longtask' });
  new PerformanceObserver((list) => {
    for (const { name, duration } of list.getEntries()) if (name === 'keydown') all.keys.push(duration);
  }).observe({ type: 'event', durationThreshold: 16 } as PerformanceObserverInit); // Missing in the types.
}
