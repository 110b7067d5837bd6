import { delay } from '#src/lib/delay.ts';
import { listen } from '#src/lib/listen.ts';

const AT_ONCE = 3;
const FIRST_PAUSE_MS = 1000;
const APART_MS = 250;
const CROWDED_MS = 10_000;
/** A page hidden for longer has as much to refetch as one that was offline. */
const LONG_HIDDEN_MS = 60_000;

let returnedAtMs = Number.NEGATIVE_INFINITY;
let hiddenAtMs = Number.POSITIVE_INFINITY;
let turns = 0;

/**
 * Throttles the burst of refetches after a reconnect or a long hide: 3 requests at once, then 3 every 250 ms. Otherwise
 * a no-op.
 */
export function throttleRequest(): Promise<void> | undefined {
  const sinceMs = performance.now() - returnedAtMs;
  if (sinceMs > CROWDED_MS) return undefined;
  const group = Math.floor(turns++ / AT_ONCE);
  const waitMs = group === 0 ? 0 : FIRST_PAUSE_MS + (group - 1) * APART_MS - sinceMs;
  return waitMs > 0 ? delay(waitMs) : undefined;
}

function comeBack(): void {
  returnedAtMs = performance.now();
  turns = 0;
}

// Capture phase: runs before the refetch listeners of the same event.
listen(window, 'online', comeBack, { capture: true });
listen(
  document,
  'visibilitychange',
  () => {
    const isLong = performance.now() - hiddenAtMs > LONG_HIDDEN_MS;
    if (document.visibilityState === 'visible' && isLong) comeBack();
    hiddenAtMs = document.visibilityState === 'hidden' ? performance.now() : Number.POSITIVE_INFINITY;
  },
  { capture: true },
);
