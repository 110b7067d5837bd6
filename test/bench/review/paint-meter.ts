import type { Page } from '@playwright/test';

/** Recorded since the last `takeNotes`, times in milliseconds. */
export interface Noted {
  /** From each key to the paint of the next draft. */
  paints: number[];
  longTasks: number[];
  /** Frames with a visible placeholder or spinner, and all frames. */
  waitingFrames: number;
  frames: number;
}

interface Meter extends Noted {
  /** The key whose next draft has not been painted yet. */
  pressed: { at: number; draft: string } | undefined;
}

declare global {
  interface Window {
    meter: Meter;
  }
}

/** Makes every page of the tab record its frames. Call before opening the first page. */
export const addMeter = (page: Page): Promise<unknown> => page.addInitScript(meter);

/** Runs in the page. */
function meter() {
  const meter: Meter = { paints: [], longTasks: [], waitingFrames: 0, frames: 0, pressed: undefined };
  window.meter = meter;
  const text = (selector: string) => document.querySelector(selector)?.textContent ?? '';
  const shownDraft = () =>
    text('[aria-label="Review queue"] [aria-current=true]') + text('article[aria-label=Draft] p');

  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) meter.longTasks.push(duration);
  }).observe({ type: 'longtask' });
  window.addEventListener(
    'keydown',
    ({ timeStamp }) => {
      meter.pressed = { at: timeStamp, draft: shownDraft() };
    },
    true,
  );
  const onFrame = () => {
    meter.frames += 1;
    // Only placeholders have these classes, and only spinners spin.
    if (document.querySelector('main .h-3.bg-pressed, main .animate-spin, main [class*="animate-spin"]'))
      meter.waitingFrames += 1;
    const { pressed } = meter;
    if (pressed && shownDraft() !== pressed.draft) {
      meter.pressed = undefined;
      // The first task after the pending frame has been painted.
      const note = () => meter.paints.push(performance.now() - pressed.at);
      void scheduler.postTask(note, { priority: 'user-blocking' });
    }
    requestAnimationFrame(onFrame);
  };
  requestAnimationFrame(onFrame);
}

/** Returns the records and resets them. */
export function takeNotes(page: Page): Promise<Noted> {
  return page.evaluate(() => {
    const { paints, longTasks, waitingFrames, frames } = window.meter;
    Object.assign(window.meter, { paints: [], longTasks: [], waitingFrames: 0, frames: 0 });
    return { paints, longTasks, waitingFrames, frames };
  });
}

/** Presses a key and waits until another draft has been painted. */
export async function pressAndWait(page: Page, key: string): Promise<void> {
  const count = await page.evaluate(() => window.meter.paints.length);
  await page.keyboard.press(key);
  await page.waitForFunction((before) => window.meter.paints.length > before, count, { timeout: 10_000 });
}
