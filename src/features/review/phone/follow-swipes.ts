import type { RefObject } from 'react';
import { listen } from '#src/lib/listen.ts';

/** Swipe direction: towards the inline end (right, in left-to-right text) or the inline start. */
export type Direction = 'end' | 'start';

interface SwipeHandlers {
  /** Whether a swipe in this direction is allowed. */
  canGo: (direction: Direction) => boolean;
  /** The finger has moved by `x` pixels to the right. `isFar`: releasing now would act. */
  onMove: (area: HTMLElement, x: number, direction: Direction, isFar: boolean) => void;
  /** The swipe has ended; without a direction it was cancelled. */
  onEnd: (area: HTMLElement, direction: Direction | undefined) => void;
}

/** Swipes from the screen edge belong to the operating system. */
const EDGE_PX = 24;
/** Shorter moves are taps. */
const SLOP_PX = 10;
/** Minimum ratio of the horizontal to the vertical distance. */
const FLATNESS = 1.5;
const FAR_SHARE = 0.3;
const FAR_PX = 140;
/** In a window zoomed by pinching, a finger pans. */
const isZoomed = () => (window.visualViewport?.scale ?? 1) > 1.01;

interface Start {
  area: HTMLElement;
  id: number;
  x: number;
  y: number;
  swipes: boolean;
}

/**
 * Tracks horizontal one-finger swipes over elements with `data-swipes` in `root`, unless the window is zoomed. Their style
 * leaves vertical scrolling and zooming to the browser, which cancels the swipe when it starts either. Returns a function
 * that stops.
 */
export function trackSwipes(root: HTMLElement, handlers: Readonly<RefObject<SwipeHandlers>>): () => void {
  let start: Start | undefined;
  let last: Direction | undefined;

  const end = (direction?: Direction) => {
    const ended = start;
    start = undefined;
    last = undefined;
    if (ended?.swipes) handlers.current.onEnd(ended.area, direction);
  };
  const follow = (event: PointerEvent) => {
    if (!start || event.pointerId !== start.id) return;
    const { area } = start;
    const [x, y] = [event.clientX - start.x, event.clientY - start.y];
    const direction = x > 0 === (getComputedStyle(area).direction === 'ltr') ? 'end' : 'start';
    const isOpen = handlers.current.canGo(direction);
    if (!start.swipes) {
      if (Math.hypot(x, y) < SLOP_PX) return;
      if (Math.abs(x) < FLATNESS * Math.abs(y) || !isOpen) return end();
      start.swipes = true;
      // Capture by the area: the element under the finger may have been replaced since the touch began.
      area.setPointerCapture(event.pointerId);
    }
    const isFar = isOpen && Math.abs(x) >= Math.min(FAR_SHARE * area.clientWidth, FAR_PX);
    last = isFar ? direction : undefined;
    handlers.current.onMove(area, isOpen ? x : 0, direction, isFar);
  };
  const mark = () => root.toggleAttribute('data-tracks-swipes', !isZoomed());
  mark();
  const stops = [
    window.visualViewport && listen(window.visualViewport, 'resize', mark),
    listen(root, 'pointerdown', (event) => {
      // A second finger cancels the swipe.
      if (start) return end();
      const area = event.pointerType === 'touch' && event.isPrimary ? areaAt(event) : undefined;
      if (area) start = { area, id: event.pointerId, x: event.clientX, y: event.clientY, swipes: false };
    }),
    listen(root, 'pointermove', follow),
    listen(root, 'pointerup', () => end(last)),
    listen(root, 'pointercancel', () => end()),
    // Otherwise the browser treats a quick swipe as a fling, and the next tap, perhaps on "Undo", only stops it.
    listen(root, 'touchmove', (event) => start?.swipes && event.cancelable && event.preventDefault(), {
      passive: false,
    }),
  ];
  return () => {
    for (const stop of stops) stop?.();
    root.removeAttribute('data-tracks-swipes');
    end();
  };
}

/** Swipe area at the pointer; none near the screen edge, in inputs, over selected text or in horizontal scrollers. */
function areaAt({ clientX, target }: PointerEvent): HTMLElement | undefined {
  let element = target instanceof Element ? target : null;
  const area = element?.closest<HTMLElement>('[data-swipes]');
  if (!area || isZoomed() || clientX < EDGE_PX || clientX > window.innerWidth - EDGE_PX) return undefined;
  if (getSelection()?.isCollapsed === false) return undefined;
  if (element?.closest('input, textarea, select, [contenteditable]')) return undefined;
  for (; element && element !== area; element = element.parentElement) {
    const isWide = element.scrollWidth > element.clientWidth;
    if (isWide && /auto|scroll/.test(getComputedStyle(element).overflowX)) return undefined;
  }
  return area;
}
