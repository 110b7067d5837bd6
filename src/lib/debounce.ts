export interface Debounced {
  /** Debounces: runs `pauseMs` after the last call, and at most `longestMs` after the first. */
  soon: (pauseMs: number, longestMs?: number) => void;
  /** Flushes a pending run. */
  now: () => void;
  cancel: () => void;
  isPending: () => boolean;
}

/** Debounces work that is too expensive for every keystroke. */
export function debounce(run: () => void): Debounced {
  let waiting: { since: number; timer: ReturnType<typeof setTimeout> } | undefined;
  const cancel = () => {
    clearTimeout(waiting?.timer);
    waiting = undefined;
  };
  const now = () => {
    if (!waiting) return;
    cancel();
    run();
  };
  return {
    now,
    cancel,
    isPending: () => waiting !== undefined,
    soon: (pauseMs, longestMs = Number.POSITIVE_INFINITY) => {
      const since = waiting?.since ?? performance.now();
      clearTimeout(waiting?.timer);
      waiting = { since, timer: setTimeout(now, Math.min(pauseMs, since + longestMs - performance.now())) };
    },
  };
}
