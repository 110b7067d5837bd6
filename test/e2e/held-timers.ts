import type { Page } from '@playwright/test';

/**
 * Holds timeouts over five seconds until `passHeldTime`, and never fires intervals of five seconds or more. On a busy
 * machine, a step may outlast the undo delay or the polling interval.
 */
export const holdTimers = (page: Page) =>
  page.addInitScript(() => {
    const LONG_MS = 5_000;
    const { setTimeout: start, clearTimeout: stop, setInterval: repeat } = window;
    const held = new Map<number, () => void>();
    // Negative, so it never collides with a browser timer id.
    let lastId = 0;
    Object.assign(window, {
      setTimeout: (act: (...given: unknown[]) => void, ms = 0, ...given: unknown[]) => {
        if (ms <= LONG_MS) return start(act, ms, ...given);
        held.set(--lastId, () => act(...given));
        return lastId;
      },
      clearTimeout: (id: number | undefined) => {
        if (id === undefined || !held.delete(id)) stop(id);
      },
      setInterval: (act: TimerHandler, ms = 0, ...given: unknown[]) =>
        ms < LONG_MS ? repeat(act, ms, ...given) : --lastId,
      passHeldTime: () => {
        const due = [...held.values()];
        held.clear();
        for (const act of due) act();
      },
    });
  });

/** Fires all held timeouts. */
export const passHeldTime = (page: Page): Promise<void> => page.evaluate(() => Reflect.get(window, 'passHeldTime')());
