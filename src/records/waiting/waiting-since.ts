import type { Room } from '../rooms/room-name.ts';

/** Since when a room waits, in seconds since 1970, and how far that can be trusted. */
export interface WaitingSince {
  unix: number;
  /** `least`: it waits at least so long; `most`: at most so long. */
  certainty: 'exact' | 'least' | 'most';
}

/** As the tenant says; else at least since the newest message, or at most since the room was made. */
export function waitingSince(room: Room, newestMessageUnix: number | undefined): WaitingSince {
  const said = room.meta.awaiting_since_unix;
  if (said) return { unix: said, certainty: 'exact' };
  if (newestMessageUnix) return { unix: newestMessageUnix, certainty: 'least' };
  return { unix: room.created_at_unix, certainty: 'most' };
}

export type Lateness = 'waiting' | 'late' | 'very_late';

/** How late an answer is after that many seconds, by the person's own two thresholds in minutes. */
export function lateness(
  seconds: number,
  { warnAfterMinutes, alarmAfterMinutes }: { warnAfterMinutes: number; alarmAfterMinutes: number },
): Lateness {
  if (seconds >= alarmAfterMinutes * 60) return 'very_late';
  return seconds >= warnAfterMinutes * 60 ? 'late' : 'waiting';
}
