import type { RefObject } from 'react';
import { useShortcuts } from '#src/lib/use-shortcuts.ts';

/** Share of the height that a key press scrolls; the overlap helps the reader keep the place. */
const STEP = 0.85;

/** Space and the page keys scroll an element, wherever the focus is outside controls. */
export function useScrollKeys(scroller: RefObject<HTMLElement | null>): void {
  const scroll = (direction: 1 | -1) => {
    const { current } = scroller;
    if (current) current.scrollTop += direction * STEP * current.clientHeight;
  };
  useShortcuts({
    ' ': ({ shiftKey }) => scroll(shiftKey ? -1 : 1),
    PageDown: () => scroll(1),
    PageUp: () => scroll(-1),
  });
}
