import type { MouseEvent } from 'react';

/** For what brings the next thing under the pointer: the second half of a double click, too soon to be meant for it, does nothing. */
export const firstClick = (act: () => void) => (event: MouseEvent) => {
  if (event.detail < 2) act();
};
