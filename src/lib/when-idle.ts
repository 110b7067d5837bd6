/** For browsers that do not tell when they have nothing to do. */
const PAUSE_MS = 300;

/** Runs once the browser has nothing else to do, or after two seconds. */
export function whenIdle(run: () => void): void {
  if ('requestIdleCallback' in window) requestIdleCallback(run, { timeout: 2_000 });
  else setTimeout(run, PAUSE_MS);
}
