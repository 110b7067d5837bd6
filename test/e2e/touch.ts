import type { Locator, Page } from '@playwright/test';
import { boxOf } from './box-of.ts';

export interface Point {
  x: number;
  y: number;
}

/** A finger on the screen. Sends native touch events, which scroll and are cancelled as on a device. */
export async function fingerOn(page: Page) {
  const session = await page.context().newCDPSession(page);
  const send = (type: 'touchStart' | 'touchMove' | 'touchEnd', touchPoints: Point[], timestamp?: number) =>
    session.send('Input.dispatchTouchEvent', { type, touchPoints, ...(timestamp && { timestamp }) });
  let tappedAt = 0;
  const finger = {
    down: (at: Point) => send('touchStart', [at]),
    move: async (from: Point, to: Point, steps = 12) => {
      for (let step = 1; step <= steps; step++) {
        const share = step / steps;
        await send('touchMove', [{ x: from.x + (to.x - from.x) * share, y: from.y + (to.y - from.y) * share }]);
      }
    },
    up: () => send('touchEnd', []),
    /** A tap whose timestamp is at least a second after the last tap’s, so that both are not a double tap. */
    tap: async (at: Point) => {
      tappedAt = Math.max(tappedAt + 1, Date.now() / 1000);
      await send('touchStart', [at], tappedAt);
      await send('touchEnd', [], tappedAt + 0.05);
    },
    swipe: async (from: Point, to: Point) => {
      await finger.down(from);
      await finger.move(from, to);
      await finger.up();
    },
  };
  return finger;
}

export async function middleOf(target: Locator): Promise<Point> {
  const box = await boxOf(target);
  return { x: Math.round(box.x + box.width / 2), y: Math.round(box.y + box.height / 2) };
}
