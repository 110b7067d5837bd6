import { subscribeToSeconds } from '#src/ui/ticker.ts';

/** A second that lasts longer than this was a sleep of the computer or of the page. */
const LEAP_MS = 10_000;

/** Calls back when the page has come back: thawed, fetched from the history, or awake after a sleep. */
export function onReturn(listener: () => void): () => void {
  let lastMs = Date.now();
  const stop = subscribeToSeconds(() => {
    const isLeap = Date.now() - lastMs > LEAP_MS;
    lastMs = Date.now();
    // In a hidden page, seconds are stretched by the browser.
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
