import type { Page } from '@playwright/test';

/**
 * In the next documents of a page, what is to happen in more than five seconds, or every five seconds and more, does not
 * happen before `passHeldTime`: a busy machine may take longer for a step than one has to undo a decision, or than there
 * is between two readings of a list.
 */
export const holdTimers = (page: Page) =>
  page.addInitScript(() => {
    const LONG_MS = 5_000;
    const { setTimeout: start, clearTimeout: stop, setInterval: repeat } = window;
    const held = new Map<number, () => void>();
    // No timer of the browser's has such an id.
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

/** What was to happen once, and has been held so far, happens now. */
export const passHeldTime = (page: Page): Promise<void> => page.evaluate(() => Reflect.get(window, 'passHeldTime')());
