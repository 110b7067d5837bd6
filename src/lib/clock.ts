let offsetMs = 0;
let isSynced = false;

/** Estimates the offset of the server's clock from the `Date` header of an answer, if readable. */
export function syncClock(date: string | null): void {
  const serverMs = date ? Date.parse(date) : Number.NaN;
  isSynced = !Number.isNaN(serverMs);
  if (!isSynced) return;
  const measured = serverMs - Date.now();
  // `Date` is precise to the second and ages in transit: smaller differences are noise and would make ages flicker.
  if (Math.abs(measured) < 2000) offsetMs = 0;
  else if (Math.abs(measured - offsetMs) >= 2000) offsetMs = measured;
}

/** Whether the last answer had a readable `Date`: many servers on another origin do not expose it. */
export const isClockSynced = (): boolean => isSynced;

/** Converts a local time in ms since 1970 to the server's clock, in whole Unix seconds. */
export const serverUnix = (ms: number): number => Math.floor((ms + offsetMs) / 1000);

/** Current time by the server's clock, in Unix seconds. */
export const serverNow = (): number => serverUnix(Date.now());
