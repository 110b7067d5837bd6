import type { Room } from '../rooms/room-name.ts';

/** Start of a wait, Unix time in seconds, with its certainty. */
export interface WaitingSince {
  unix: number;
  /** `least`: the wait is at least this long; `most`: at most this long. */
  certainty: 'exact' | 'least' | 'most';
}

/** As sent by the tenant; else at least since the newest message, or at most since the room's creation. */
export function waitingSince(room: Room, newestMessageUnix: number | undefined): WaitingSince {
  const said = room.meta.awaiting_since_unix;
  if (said) return { unix: said, certainty: 'exact' };
  if (newestMessageUnix) return { unix: newestMessageUnix, certainty: 'least' };
  return { unix: room.created_at_unix, certainty: 'most' };
}

export type Lateness = 'waiting' | 'late' | 'very_late';

/** Lateness after a wait in seconds, by the user's two thresholds in minutes. */
export function lateness(
  seconds: number,
  { warnAfterMinutes, alarmAfterMinutes }: { warnAfterMinutes: number; alarmAfterMinutes: number },
): Lateness {
  if (seconds >= alarmAfterMinutes * 60) return 'very_late';
  return seconds >= warnAfterMinutes * 60 ? 'late' : 'waiting';
}
