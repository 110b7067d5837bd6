import { combineCleanups, listen } from './listen.ts';

/** Runs once after some time; returns a function that cancels it. */
export function after(ms: number, run: () => void): () => void {
  const timer = setTimeout(run, ms);
  return () => clearTimeout(timer);
}

/**
 * Resolves after some time, or as soon as `signal` aborts; without a time, after the browser had a chance to paint and
 * respond.
 */
export const delay = (ms = 0, signal?: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const end = () => finish();
    const finish = combineCleanups(after(ms, end), signal && listen(signal, 'abort', end), resolve);
  });

/** Pause of `requestIdle` in browsers without `requestIdleCallback`. */
const IDLE_PAUSE_MS = 300;

/** Runs when the browser is idle, or after two seconds. */
export function requestIdle(run: () => void): void {
  if ('requestIdleCallback' in globalThis) requestIdleCallback(run, { timeout: 2_000 });
  else after(IDLE_PAUSE_MS, run);
}

/** Resolves when all of the work has settled, or after a timeout. */
export async function settleWithin(ms: number, work: readonly unknown[]): Promise<void> {
  await Promise.race([Promise.allSettled(work), delay(ms)]);
}

const FIRST_PAUSE_MS = 2_000;
const MAX_PAUSE_MS = 60_000;

/**
 * Retries a dynamic import with exponential backoff (2–60 s). For chunks that load in the background: a rejected import
 * would crash a page that works without them.
 */
export async function retryWithBackoff<Part>(load: () => Promise<Part>): Promise<Part> {
  for (let pauseMs = FIRST_PAUSE_MS; ; pauseMs = Math.min(2 * pauseMs, MAX_PAUSE_MS)) {
    try {
      return await load();
    } catch {
      await delay(pauseMs);
    }
  }
}
