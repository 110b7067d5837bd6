import { createStore } from './store.ts';

const LONGEST_MS = 2_000;
/** For browsers that do not tell when they have nothing to do. */
const PAUSE_MS = 300;

/** Whether the first screen is being drawn: what it does without is asked for when that is over. */
export const isStarting = createStore(false);

/** Draws the first screen; it is over once the browser has nothing else to do, or after two seconds. */
export function drawFirst(draw: () => void): void {
  isStarting.set(true);
  draw();
  const end = () => isStarting.set(false);
  if ('requestIdleCallback' in window) requestIdleCallback(end, { timeout: LONGEST_MS });
  else setTimeout(end, PAUSE_MS);
}
