const DAY_SECONDS = 86_400;

/**
 * Unix seconds for a day such as `2026-03-01`; undefined if invalid.
 * A tenant takes the calendar day of the moment in its own time zone: noon in UTC is the same day from UTC−12 to
 * UTC+11, whatever the user's zone is.
 */
export function dayToUnix(day: string): number | undefined {
  const midnight = Date.parse(`${day}T00:00:00Z`);
  return Number.isNaN(midnight) ? undefined : midnight / 1000 + DAY_SECONDS / 2;
}

/** The day of a moment in Unix seconds, the inverse of `dayToUnix`; empty if out of range. */
export function unixToDay(unix: number): string {
  const date = new Date(unix * 1000);
  return Number.isNaN(date.getTime()) ? '' : date.toISOString().slice(0, 10);
}
