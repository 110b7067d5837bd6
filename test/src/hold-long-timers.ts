import { vi } from 'vitest';

const LONG_MS = 5_000;

/**
 * From here on to the end of the test, what is to happen in five seconds or later does not happen: a busy machine may
 * take longer for a click than the six seconds in which something can be undone.
 */
export function holdLongTimers(): void {
  const start = globalThis.setTimeout;
  vi.stubGlobal('setTimeout', (act: () => void, ms?: number, ...rest: unknown[]) =>
    // The longest there is: 24 days.
    start(act, (ms ?? 0) < LONG_MS ? ms : 2 ** 31 - 1, ...(rest as [])),
  );
}
