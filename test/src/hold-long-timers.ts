import { onTestFinished, vi } from 'vitest';

const LONG_MS = 5_000;
/** Longer timers belong to the test runner. */
const LONGEST_MS = 60_000;

/**
 * Holds timers of five seconds to a minute until the end of the test. On a busy machine, a click may take longer than
 * the six-second undo delay.
 */
export function holdLongTimers(): void {
  // The maximum delay of a timer: 24 days.
  const NEVER_MS = 2 ** 31 - 1;
  const heldTo = (ms: number) => (ms < LONG_MS || ms > LONGEST_MS ? ms : NEVER_MS);
  for (const name of ['setTimeout', 'setInterval'] as const) {
    const start = globalThis[name];
    vi.stubGlobal(name, (act: () => void, ms = 0, ...rest: []) => start(act, heldTo(ms), ...rest));
  }
}

/** Freezes the clock until the end of the test, so that no cached query goes stale and refetches. */
export function holdTime(): void {
  holdLongTimers();
  vi.useFakeTimers({ toFake: ['Date'] });
  onTestFinished(() => void vi.useRealTimers());
}
