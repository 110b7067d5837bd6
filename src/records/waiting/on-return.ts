import { subscribeToSeconds } from '#src/ui/ticker.ts';

/** A longer gap between two ticks means that the computer or the page was asleep. */
const LEAP_MS = 10_000;

/** Calls back when the page resumes: unfrozen, restored from the back/forward cache, or after sleep. */
export function onReturn(listener: () => void): () => void {
  let lastMs = Date.now();
  const stop = subscribeToSeconds(() => {
    const isLeap = Date.now() - lastMs > LEAP_MS;
    lastMs = Date.now();
    // Browsers throttle timers in hidden pages, so a gap there means nothing.
    if (isLeap && document.visibilityState === 'visible') listener();
  });
  document.addEventListener('resume', listener);
  window.addEventListener('pageshow', listener);
  return () => {
    stop();
    document.removeEventListener('resume', listener);
    window.removeEventListener('pageshow', listener);
  };
}
