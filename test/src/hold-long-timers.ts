import { vi } from 'vitest';

const LONG_MS = 5_000;
/** Timers from here on belong to the test runner and to its waits. */
const LONGEST_MS = 60_000;
/** The maximum delay of a timer: 24 days. */
const NEVER_MS = 2 ** 31 - 1;

/** Changes the delays of new timers until the end of the test. */
function changeDelays(change: (ms: number) => number): void {
  for (const name of ['setTimeout', 'setInterval'] as const) {
    const start = globalThis[name];
    vi.stubGlobal(name, (act: () => void, ms = 0, ...rest: []) => start(act, change(ms), ...rest));
  }
}

/**
 * Holds timers of five seconds to a minute until the end of the test. On a busy machine, a click may take longer than
 * the six-second undo delay.
 */
export const holdLongTimers = () => changeDelays((ms) => (ms < LONG_MS || ms >= LONGEST_MS ? ms : NEVER_MS));

/** Shortens timers of one to five seconds to a tenth until the end of the test: those of retries and refreshes. */
export const hastenTimers = () => changeDelays((ms) => (ms < 1_000 || ms > LONG_MS ? ms : ms / 10));

/** Freezes the clock until the end of the test, so that no cached query goes stale and refetches. */
export function holdTime(): void {
  holdLongTimers();
  vi.useFakeTimers({ toFake: ['Date'] });
}
