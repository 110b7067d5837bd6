import { createStore } from './store.ts';
import { whenIdle } from './when-idle.ts';

/** Whether the first screen is being drawn: what it does without is asked for when that is over. */
export const isStarting = createStore(false);

/** Draws the first screen; it is over once the browser has nothing else to do, or after two seconds. */
export function drawFirst(draw: () => void): void {
  isStarting.set(true);
  draw();
  whenIdle(() => isStarting.set(false));
}
