import { listen } from '#src/lib/listen.ts';

/** Which way a finger goes along the line: towards its end (right, in left-to-right text) or its start. */
export type Direction = 'end' | 'start';

interface SwipeHandlers {
  /** Whether a swipe may go that way; asked when it begins. */
  canGo: (direction: Direction) => boolean;
  /** The finger has moved by `x` pixels to the right; `isFar`: letting go now would act. */
  onMove: (x: number, direction: Direction, isFar: boolean) => void;
  /** The finger has let go; without a direction the swipe was taken back. */
  onEnd: (direction: Direction | undefined) => void;
}

/** Swipes from the edge of the screen are the system's. */
const EDGE_PX = 24;
/** Shorter moves are taps. */
const SLOP_PX = 10;
/** How much longer than high a move must be. */
const FLATNESS = 1.5;
const FAR_SHARE = 0.3;
const FAR_PX = 140;

interface Start {
  id: number;
  x: number;
  y: number;
  swipes: boolean;
}

/**
 * Follows horizontal swipes of one finger over an element. The browser keeps vertical scrolling and zooming, and ends
 * the swipe when it begins with them. Returns a function that stops.
 */
export function followSwipes(area: HTMLElement, { canGo, onMove, onEnd }: SwipeHandlers): () => void {
  let start: Start | undefined;
  let last: Direction | undefined;
  area.style.touchAction = 'pan-y pinch-zoom';

  const end = (direction?: Direction) => {
    const wasSwiping = start?.swipes;
    start = undefined;
    last = undefined;
    if (wasSwiping) onEnd(direction);
  };
  const follow = (event: PointerEvent) => {
    if (!start || event.pointerId !== start.id) return;
    const [x, y] = [event.clientX - start.x, event.clientY - start.y];
    const direction = x > 0 === (getComputedStyle(area).direction === 'ltr') ? 'end' : 'start';
    if (!start.swipes) {
      if (Math.hypot(x, y) < SLOP_PX) return;
      if (Math.abs(x) < FLATNESS * Math.abs(y) || !canGo(direction)) return end();
      start.swipes = true;
      area.setPointerCapture(event.pointerId);
    }
    const isFar = Math.abs(x) >= Math.min(FAR_SHARE * area.clientWidth, FAR_PX);
    const isOpen = canGo(direction);
    last = isOpen && isFar ? direction : undefined;
    onMove(isOpen ? x : 0, direction, isOpen && isFar);
  };
  const stops = [
    listen(area, 'pointerdown', (event) => {
      // A second finger takes the swipe back.
      if (start) return end();
      if (event.pointerType !== 'touch' || !event.isPrimary || !mayStart(event, area)) return;
      start = { id: event.pointerId, x: event.clientX, y: event.clientY, swipes: false };
    }),
    listen(area, 'pointermove', follow),
    listen(area, 'pointerup', () => end(last)),
    listen(area, 'pointercancel', () => end()),
  ];
  return () => {
    for (const stop of stops) stop();
    end();
    area.style.touchAction = '';
  };
}

/** Not from the edge, in fields, with text selected, or over what scrolls sideways itself. */
function mayStart({ clientX, target }: PointerEvent, area: HTMLElement): boolean {
  if (clientX < EDGE_PX || clientX > window.innerWidth - EDGE_PX) return false;
  if (getSelection()?.isCollapsed === false) return false;
  let element = target instanceof Element ? target : null;
  if (element?.closest('input, textarea, select, [contenteditable]')) return false;
  for (; element && element !== area; element = element.parentElement) {
    if (element.scrollWidth > element.clientWidth && /auto|scroll/.test(getComputedStyle(element).overflowX)) {
      return false;
    }
  }
  return true;
}
