import { serverUnix } from '#src/lib/clock.ts';
import { settings } from '#src/lib/storage/settings.ts';
import { useStore } from '#src/lib/store.ts';
import { useEachSecond } from '#src/ui/text/relative-time.tsx';

export type Lateness = 'waiting' | 'late' | 'very_late';

/** Lateness after a wait in seconds, by the user's two thresholds in minutes. */
export function lateness(
  seconds: number,
  { warnAfterMinutes, alarmAfterMinutes }: { warnAfterMinutes: number; alarmAfterMinutes: number },
): Lateness {
  if (seconds >= alarmAfterMinutes * 60) return 'very_late';
  return seconds >= warnAfterMinutes * 60 ? 'late' : 'waiting';
}

/** Lateness of a wait since a moment in unix seconds. Re-renders only when it changes. */
export function useLateness(sinceUnix: number): Lateness {
  const thresholds = useStore(settings);
  return useEachSecond((nowMs) => lateness(serverUnix(nowMs) - sinceUnix, thresholds));
}
