/** Fallback for browsers without `requestIdleCallback`. */
const PAUSE_MS = 300;

/** Runs when the browser is idle, or after two seconds. */
export function whenIdle(run: () => void): void {
  if ('requestIdleCallback' in window) requestIdleCallback(run, { timeout: 2_000 });
  else setTimeout(run, PAUSE_MS);
}
