import { useCallback } from 'react';
import { after } from '#src/lib/delay.ts';
import { useLatest } from '#src/lib/hooks/use-latest.ts';
import { combineCleanups, listen } from '#src/lib/listen.ts';

const HOLD_MS = 500;
const SLOP_PX = 10;

/**
 * Touch selection in the page's list: a long press ticks a row's checkbox, and while rows are selected a tap does the
 * same instead of following the link.
 */
export function TouchSelection({ isSelecting }: { isSelecting: boolean }) {
  const latest = useLatest(isSelecting);
  const follow = useCallback(
    (mark: HTMLSpanElement) =>
      mark.parentElement ? selectByFinger(mark.parentElement, () => latest.current) : undefined,
    [],
  );
  return <span ref={follow} hidden />;
}

/** Returns a function that stops. */
function selectByFinger(page: HTMLElement, isSelecting: () => boolean): () => void {
  let press: { x: number; y: number; cancel: () => void } | undefined;
  let wasLong = false;
  const letGo = () => {
    press?.cancel();
    press = undefined;
  };
  const start = (event: PointerEvent) => {
    letGo();
    wasLong = false;
    const box = boxOf(event.target);
    if (event.pointerType !== 'touch' || !event.isPrimary || !box) return;
    const cancel = after(HOLD_MS, () => {
      box.click();
      wasLong = true;
    });
    press = { x: event.clientX, y: event.clientY, cancel };
  };
  const move = (event: PointerEvent) => {
    if (press && Math.hypot(event.clientX - press.x, event.clientY - press.y) > SLOP_PX) letGo();
  };
  const tap = (event: MouseEvent) => {
    const box = boxOf(event.target);
    if (!rowOf(event.target)) return;
    const isOnBox = event.target instanceof Node && (box?.closest('label') ?? box)?.contains(event.target);
    if (!wasLong && (isOnBox || !isSelecting())) return;
    event.preventDefault();
    event.stopPropagation();
    if (!wasLong) box?.click();
    wasLong = false;
  };
  // A long press on a link would open its context menu or start a drag.
  const keep = (event: Event) => {
    if (press) event.preventDefault();
  };
  return combineCleanups(
    letGo,
    listen(page, 'pointerdown', start),
    listen(page, 'pointermove', move),
    listen(page, 'pointerup', letGo),
    listen(page, 'pointercancel', letGo),
    listen(page, 'click', tap, { capture: true }),
    listen(page, 'contextmenu', keep),
    listen(page, 'dragstart', keep),
  );
}

const rowOf = (target: EventTarget | null): Element | null =>
  target instanceof Element ? target.closest('[data-selecting] > li') : null;

/** The checkbox of the row that a target is in; rows that cannot be selected have none. */
const boxOf = (target: EventTarget | null): HTMLInputElement | null =>
  rowOf(target)?.querySelector<HTMLInputElement>('input[type=checkbox]') ?? null;
