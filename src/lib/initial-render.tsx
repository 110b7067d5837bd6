import { createContext, type ReactNode, startTransition, use } from 'react';
import type { Root } from 'react-dom/client';
import { requestIdle } from './delay.ts';

const InitialRender = createContext(false);

/** Whether the initial render is in progress. What it does not need is requested and rendered when it is over. */
export const useInitialRender = (): boolean => use(InitialRender);

/**
 * Starts the initial render; it is over when the browser is idle, or after two seconds. What was left out is rendered in
 * a transition: in slices, between which key presses are handled.
 */
export function renderFirst(root: Root, app: ReactNode): void {
  const render = (isFirst: boolean) => root.render(<InitialRender value={isFirst}>{app}</InitialRender>);
  render(true);
  requestIdle(() => startTransition(() => render(false)));
}
