import { useLayoutEffect, useRef } from 'react';
import { listen } from '#src/lib/listen.ts';

/** What stays visible above the start of a draft that is scrolled to. */
const MARGIN_PX = 12;

/**
 * Refs for a conversation that scrolls from its end (`column-reverse`) and for the draft in its list. Shows the newest
 * message, or the start of the draft if both do not fit, until the reader scrolls; anew for each `id`.
 */
export function useDraftInSight(id: string) {
  const scroller = useRef<HTMLElement>(null);
  const draft = useRef<HTMLLIElement>(null);
  useLayoutEffect(() => {
    const { current: view } = scroller;
    const list = draft.current?.parentElement;
    if (!id || !view || !list || typeof ResizeObserver === 'undefined') return;
    let placedAt = 0;
    let isMoved = false;
    // An observer runs when the layout is known, and before it is painted.
    const observer = new ResizeObserver(() => {
      if (isMoved) return;
      const above = (draft.current?.offsetTop ?? 0) - MARGIN_PX;
      placedAt = Math.min(0, view.clientHeight - list.offsetHeight + above);
      view.scrollTop = placedAt;
    });
    observer.observe(view);
    observer.observe(list);
    const stop = listen(view, 'scroll', () => {
      isMoved = Math.abs(view.scrollTop - placedAt) > 2;
    });
    return () => {
      observer.disconnect();
      stop();
    };
  }, [id]);
  return { scroller, draft };
}
