const SHORT = { pauseMs: 120, longestMs: 600 };
const LONG = { pauseMs: 200, longestMs: 1_500 };
/** From how many characters on a text is long. */
const LONG_TEXT = 50_000;

export interface AfterPause {
  /**
   * Runs it once nobody has asked for 120 ms, but 600 ms after the first time at the latest; for a text of more than
   * 50,000 characters 200 ms and 1.5 s.
   */
  soon: (length: number) => void;
  /** Runs it at once, where it has been asked for and not run. */
  now: () => void;
}

/** Puts off what is too much to do with every key. */
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
