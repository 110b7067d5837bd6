import { createStore } from './store.ts';
import { whenIdle } from './when-idle.ts';

/** Whether the initial render is in progress. Requests it does not need wait until it is over. */
export const isStarting = createStore(false);

/** Starts the initial render; it is over when the browser is idle, or after two seconds. */
export function drawFirst(draw: () => void): void {
  isStarting.set(true);
  draw();
  whenIdle(() => isStarting.set(false));
}
