export interface Debounced {
  /** Debounces: runs `pauseMs` after the last call, and at most `longestMs` after the first. */
  schedule: (pauseMs: number, longestMs?: number) => void;
  /** Runs at once if a run is pending. */
  flush: () => void;
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
  const flush = () => {
    if (!waiting) return;
    cancel();
    run();
  };
  return {
    flush,
    cancel,
    isPending: () => waiting !== undefined,
    schedule: (pauseMs, longestMs = Number.POSITIVE_INFINITY) => {
      const since = waiting?.since ?? performance.now();
      clearTimeout(waiting?.timer);
      waiting = { since, timer: setTimeout(flush, Math.min(pauseMs, since + longestMs - performance.now())) };
    },
  };
}
