import type { MouseEvent } from 'react';

/** For actions that bring the next item under the pointer: ignores the second click of a double click. */
export const firstClick = (act: () => void) => (event: MouseEvent) => {
  if (event.detail < 2) act();
};
