import { useSyncExternalStore } from 'react';
import { serverNow } from '#src/lib/clock.ts';
import { settings } from '#src/lib/settings.ts';
import { useStore } from '#src/lib/store.ts';
import { subscribeToSeconds } from '#src/ui/ticker.ts';
import type { WaitingRoom } from './use-waiting-rooms.ts';
import { type Lateness, lateness } from './waiting-since.ts';

export interface LateCounts {
  veryLate: number;
  late: number;
  onTime: number;
}

/** Counts rooms by lateness. Recomputed every second, re-renders only when a count changes. */
export function useLateCounts(waiting: readonly WaitingRoom[]): LateCounts {
  const thresholds = useStore(settings);
  const text = useSyncExternalStore(subscribeToSeconds, () => {
    const now = serverNow();
    const counts = { waiting: 0, late: 0, very_late: 0 };
    for (const { since } of waiting) counts[lateness(now - since.unix, thresholds)]++;
    return `${counts.waiting} ${counts.late} ${counts.very_late}`;
  });
  const [onTime = 0, late = 0, veryLate = 0] = text.split(' ').map(Number);
  return { onTime, late, veryLate };
}

/** Lateness of the room at an index: the list is sorted, longest wait first. */
export function latenessAt(index: number, { veryLate, late }: LateCounts): Lateness {
  if (index < veryLate) return 'very_late';
  return index < veryLate + late ? 'late' : 'waiting';
}
