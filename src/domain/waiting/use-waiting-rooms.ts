import { type UseQueryResult, useQueries, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { type HistoryPage, oldestFirst } from '#src/api/list-page.ts';
import { serverUnix } from '#src/lib/clock.ts';
import { settings } from '#src/lib/storage/settings.ts';
import { useStore } from '#src/lib/store.ts';
import { useEachSecond } from '#src/ui/text/relative-time.tsx';
import { newestMessageQuery } from '../rooms/complete-summary.ts';
import type { Room } from '../rooms/room-name.ts';
import { type Lateness, lateness } from './lateness.tsx';
import { type WaitingRooms, waitingRoomsQuery } from './waiting-rooms-query.ts';

export interface WaitingRoom {
  room: Room;
  since: WaitingSince;
}

/** Number of rooms whose newest message is read at once; other rooms are read as their rows come into sight. */
const MAX_ASKED = 50;
const NONE: readonly Room[] = [];

interface WaitingRoomsRead extends Omit<WaitingRooms, 'rows'> {
  /** Longest wait first; waits that are not known yet come last. Undefined until loaded. */
  waiting: WaitingRoom[] | undefined;
}

/** A lower bound is shown as "500+". */
export const atLeast = (words: string, isMinimum: boolean): string => (isMinimum ? `${words}+` : words);

/** Waiting rooms. Re-renders only when rooms change: `LastUpdated` and `StaleDataNotice` follow the polls. */
export function useWaitingRooms(): WaitingRoomsRead {
  const { data } = useQuery({ ...waitingRoomsQuery(), notifyOnChangeProps: ['data'] });
  const rooms = data?.rows ?? NONE;
  const withoutStart = useMemo(() => rooms.filter((room) => !room.meta.awaiting_since_unix), [rooms]);
  const queries = withoutStart.map(({ id }, index) => ({ ...newestMessageQuery(id), enabled: index < MAX_ASKED }));
  const newest = useQueries({ queries, combine: newestTimes });
  const waiting = useMemo(() => {
    const newestOf = new Map(withoutStart.map((room, index) => [room.id, newest[index]]));
    const all = rooms.map((room) => ({ room, since: waitingSince(room, newestOf.get(room.id)) }));
    return all.sort(
      (a, b) =>
        Number(isUnknown(a)) - Number(isUnknown(b)) ||
        a.since.unix - b.since.unix ||
        Number(a.room.id) - Number(b.room.id),
    );
  }, [rooms, withoutStart, newest]);
  const { isCut = false, more = 0, isMinimum = false } = data ?? {};
  return { waiting: data && waiting, isCut, more, isMinimum };
}

/** Unix times of the newest messages: undefined if there is none or it could not be read, null while it is not read. */
const newestTimes = (results: UseQueryResult<HistoryPage>[]) =>
  results.map(({ data, isError }) => {
    if (!data && !isError) return null;
    return (data && oldestFirst(data.entries).at(-1)?.atUnix) ?? undefined;
  });

/** Start of a wait, Unix time in seconds, with its certainty. */
export interface WaitingSince {
  unix: number;
  /** `least`: the wait is at least this long; `most`: at most this long; `unknown`: as `most`, but still loading. */
  certainty: 'exact' | 'least' | 'most' | 'unknown';
}

const isUnknown = ({ since }: WaitingRoom) => since.certainty === 'unknown';

/** The start as sent by the service; else at least since the newest message, or at most since the room's creation. */
function waitingSince(room: Room, newestMessageUnix: number | null | undefined): WaitingSince {
  const startUnix = room.meta.awaiting_since_unix;
  if (startUnix) return { unix: startUnix, certainty: 'exact' };
  if (newestMessageUnix) return { unix: newestMessageUnix, certainty: 'least' };
  return { unix: room.created_at_unix, certainty: newestMessageUnix === null ? 'unknown' : 'most' };
}

/** Status shown for each lateness. */
export const latenessStatus = { waiting: 'waiting', late: 'warn', very_late: 'danger' } as const;

export interface LateCounts {
  veryLate: number;
  late: number;
  onTime: number;
}

/** Counts rooms by lateness. Recomputed every second, re-renders only when a count changes. */
export function useLateCounts(waiting: readonly WaitingRoom[]): LateCounts {
  const thresholds = useStore(settings);
  const text = useEachSecond((nowMs) => {
    const now = serverUnix(nowMs);
    const counts = { waiting: 0, late: 0, very_late: 0 };
    for (const { since } of waiting) {
      // A wait that is not known may be short.
      counts[since.certainty === 'unknown' ? 'waiting' : lateness(now - since.unix, thresholds)]++;
    }
    return `${counts.waiting} ${counts.late} ${counts.very_late}`;
  });
  const [onTime = 0, late = 0, veryLate = 0] = text.split(' ').map(Number);
  return { onTime, late, veryLate };
}

/** Lateness of the room at an index: the list is sorted, longest wait first, unknown ones last. */
export function latenessAt(index: number, { veryLate, late }: LateCounts): Lateness {
  if (index < veryLate) return 'very_late';
  return index < veryLate + late ? 'late' : 'waiting';
}
