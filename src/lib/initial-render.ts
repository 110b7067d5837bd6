import { requestIdle } from './delay.ts';
import { createStore } from './store.ts';

/** Whether the initial render is in progress. Requests it does not need wait until it is over. */
export const isInitialRender = createStore(false);

/** Starts the initial render; it is over when the browser is idle, or after two seconds. */
export function renderFirst(draw: () => void): void {
  isInitialRender.set(true);
  draw();
  requestIdle(() => isInitialRender.set(false));
}
