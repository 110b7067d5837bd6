import { onTestFinished, vi } from 'vitest';

const LONG_MS = 5_000;
/** Whoever waits longer than this is the test itself. */
const LONGEST_MS = 60_000;

/**
 * From here on to the end of the test, what is to happen in five seconds or later, or again and again so far apart, does
 * not happen: a busy machine may take longer for a click than the six seconds in which something can be undone.
 */
export function holdLongTimers(): void {
  // The longest there is: 24 days.
  const NEVER_MS = 2 ** 31 - 1;
  const heldTo = (ms: number) => (ms < LONG_MS || ms > LONGEST_MS ? ms : NEVER_MS);
  for (const name of ['setTimeout', 'setInterval'] as const) {
    const start = globalThis[name];
    vi.stubGlobal(name, (act: () => void, ms = 0, ...rest: []) => start(act, heldTo(ms), ...rest));
  }
}

/** From here on to the end of the test, nothing that was read grows so old that it is read again by itself. */
export function holdTime(): void {
  holdLongTimers();
  vi.useFakeTimers({ toFake: ['Date'] });
  onTestFinished(() => void vi.useRealTimers());
}
