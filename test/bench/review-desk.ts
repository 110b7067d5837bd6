import { spawnSync } from 'node:child_process';
import { type Browser, chromium, type Page } from '@playwright/test';
import { makeDataDir, removeDataDir, startService } from '../service-process.ts';

const DECISIONS = 200;
const DRAFTS = 1000;

/** From the key press to the painted next draft, in milliseconds, with what else a person would feel. */
export interface DeskFigures {
  slowdown: number;
  decisions: number;
  median: number;
  p95: number;
  longestTask: number;
  /** Frames in which the pane showed a placeholder instead of a draft. */
  spinnerFrames: number;
  heapGrowthMb: number;
}

/** Reviews 200 drafts by key alone in the real browser, at full speed and with the processor slowed down. */
export async function measureReviewDesk(slowdowns: readonly number[] = [1, 4]): Promise<DeskFigures[]> {
  const figures: DeskFigures[] = [];
  for (const slowdown of slowdowns) {
    const dataDir = makeDataDir();
    const service = await startService(dataDir, { DEMO: '1' });
    const seed = ['scripts/seed.ts', '--tenant', 'harbor', '--rooms', '500', '--drafts', String(DRAFTS)];
    spawnSync(process.execPath, seed, { env: { ...process.env, DATA_DIR: dataDir }, stdio: 'inherit' });
    const browser = await chromium.launch({
      executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
      args: ['--headless=new', '--no-sandbox', '--disable-gpu'],
    });
    const token = service.people().find(({ role }) => role === 'admin')?.token ?? '';
    try {
      figures.push(await reviewByKey(browser, service.origin, token, slowdown));
    } finally {
      await browser.close();
      await service.end('SIGTERM');
      removeDataDir(dataDir);
    }
  }
  return figures;
}

async function reviewByKey(browser: Browser, origin: string, token: string, slowdown: number): Promise<DeskFigures> {
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
  await page.addInitScript(() => localStorage.setItem('countersign.settings', '{"pollSeconds":60}'));
  await page.goto(`${origin}/connect#token=${token}`);
  await page.getByRole('article', { name: 'Draft' }).waitFor();
  await page.waitForLoadState('networkidle');
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
  await page.evaluate(watchPage);
  const before = await heapMb(page);
  const times: number[] = [];
  for (let decision = 0; decision < DECISIONS; decision++) {
    await page.keyboard.press('a');
    times.push(await page.evaluate(() => window.deskBench.nextPainted()));
  }
  const { longestTask, spinnerFrames } = await page.evaluate(() => window.deskBench.totals());
  const sorted = times.toSorted((a, b) => a - b);
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
  return {
    slowdown,
    decisions: times.length,
    median: at(0.5),
    p95: at(0.95),
    longestTask,
    spinnerFrames,
    heapGrowthMb: (await heapMb(page)) - before,
  };
}

async function heapMb(page: Page): Promise<number> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('HeapProfiler.collectGarbage');
  const { usedSize } = await devtools.send('Runtime.getHeapUsage');
  return usedSize / 1e6;
}

interface DeskBench {
  nextPainted: () => Promise<number>;
  totals: () => { longestTask: number; spinnerFrames: number };
}

declare global {
  interface Window {
    deskBench: DeskBench;
  }
}

/** Runs in the page: notes each key press, and the first frame that shows another draft after it. */
function watchPage() {
  // Each draft has an article of its own, whatever its text.
  const article = () => document.querySelector('article[aria-label="Draft"]') ?? undefined;
  let shown = article();
  let pressedAt = 0;
  let longestTask = 0;
  let spinnerFrames = 0;
  let painted = Promise.withResolvers<number>();
  document.addEventListener(
    'keydown',
    (event) => {
      pressedAt = event.timeStamp;
      painted = Promise.withResolvers<number>();
    },
    true,
  );
  new PerformanceObserver((list) => {
    for (const task of list.getEntries()) longestTask = Math.max(longestTask, task.duration);
  }).observe({ type: 'longtask' });
  const look = () => {
    const now = article();
    if (now === undefined) spinnerFrames++;
    else if (now !== shown) {
      shown = now;
      // The frame that holds it is on the screen when the next one begins.
      requestAnimationFrame((at) => painted.resolve(at - pressedAt));
    }
    requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
  window.deskBench = { nextPainted: () => painted.promise, totals: () => ({ longestTask, spinnerFrames }) };
}
