const AT_ONCE = 3;
const FIRST_PAUSE_MS = 1000;
const APART_MS = 250;
const CROWDED_MS = 10_000;
/** A page that was out of sight for longer has as much to catch up on as one that was offline. */
const LONG_HIDDEN_MS = 60_000;

let returnedAtMs = Number.NEGATIVE_INFINITY;
let hiddenAtMs = Number.POSITIVE_INFINITY;
let turns = 0;

/**
 * Right after the network or somebody has come back, everything on the page is read again at the same moment: three
 * requests go out in the first second, and three more with each quarter of a second after it. At other times nothing
 * waits, and there is nothing to wait for.
 */
export function takeTurn(): Promise<void> | undefined {
  const sinceMs = performance.now() - returnedAtMs;
  if (sinceMs > CROWDED_MS) return undefined;
  const group = Math.floor(turns++ / AT_ONCE);
  const waitMs = group === 0 ? 0 : FIRST_PAUSE_MS + (group - 1) * APART_MS - sinceMs;
  return waitMs > 0 ? new Promise((resolve) => setTimeout(resolve, waitMs)) : undefined;
}

function comeBack(): void {
  returnedAtMs = performance.now();
  turns = 0;
}

// Before whoever reads again because of the same event.
window.addEventListener('online', comeBack, { capture: true });
document.addEventListener(
  'visibilitychange',
  () => {
    const isLong = performance.now() - hiddenAtMs > LONG_HIDDEN_MS;
    if (document.visibilityState === 'visible' && isLong) comeBack();
    hiddenAtMs = document.visibilityState === 'hidden' ? performance.now() : Number.POSITIVE_INFINITY;
  },
  { capture: true },
);
