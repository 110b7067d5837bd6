const PAUSE_MS = 120;
const LONGEST_MS = 600;

export interface AfterPause {
  /** Runs it once nobody has asked for 120 ms, but 600 ms after the first time at the latest. */
  soon: () => void;
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
    soon: () => {
      const since = waiting?.since ?? performance.now();
      clearTimeout(waiting?.timer);
      waiting = { since, timer: setTimeout(now, Math.min(PAUSE_MS, since + LONGEST_MS - performance.now())) };
    },
  };
}
