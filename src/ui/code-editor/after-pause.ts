const SHORT = { pauseMs: 120, longestMs: 600 };
const LONG = { pauseMs: 200, longestMs: 1_500 };
/** Length in characters from which a text is long. */
const LONG_TEXT = 50_000;

export interface AfterPause {
  /**
   * Debounced with a maximum wait: runs after 120 ms without calls, but at most 600 ms after the first; for a text of
   * more than 50,000 characters, 200 ms and 1.5 s.
   */
  soon: (length: number) => void;
  /** Flushes a pending run. */
  now: () => void;
}

/** Debounces work that is too expensive for every keystroke. */
export function afterPause(run: () => void): AfterPause {
  let waiting: { since: number; timer: ReturnType<typeof setTimeout> } | undefined;
  const now = () => {
    if (!waiting) return;
    clearTimeout(waiting.timer);
    waiting = undefined;
    run();
  };
  return {
    now,
    soon: (length) => {
      const { pauseMs, longestMs } = length > LONG_TEXT ? LONG : SHORT;
      const since = waiting?.since ?? performance.now();
      clearTimeout(waiting?.timer);
      waiting = { since, timer: setTimeout(now, Math.min(pauseMs, since + longestMs - performance.now())) };
    },
  };
}
