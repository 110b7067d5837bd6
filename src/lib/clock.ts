let offsetMs = 0;

/** Learns how far the tenant's clock is from this computer's, from an answer's `Date` where it may be read. */
export function noteServerTime(date: string | null): void {
  const serverMs = date ? Date.parse(date) : Number.NaN;
  if (Number.isNaN(serverMs)) return;
  const measured = serverMs - Date.now();
  // `Date` has whole seconds and travels for a while: smaller differences mean nothing, and would have ages flicker.
  if (Math.abs(measured) < 2000) offsetMs = 0;
  else if (Math.abs(measured - offsetMs) >= 2000) offsetMs = measured;
}

/** The time now by the tenant's clock, in seconds since 1970. */
export const serverNow = (): number => Math.floor((Date.now() + offsetMs) / 1000);
