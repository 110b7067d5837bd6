import { type UseQueryResult, useQueries, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { messages } from '#contract/messages.ts';
import type { ListPage } from '#src/api/read-document.ts';
import type { Room } from '../rooms/room-name.ts';
import { newestMessageQuery, waitingRoomsQuery } from './waiting-rooms-query.ts';
import { type WaitingSince, waitingSince } from './waiting-since.ts';

export interface WaitingRoom {
  room: Room;
  since: WaitingSince;
}

const MOST_ASKED = 50;
const NONE: readonly Room[] = [];

/**
 * Waiting rooms, longest first; undefined until loaded. Re-renders only when rooms change: `AsOf` and `Freshness`
 * follow the polls.
 */
export function useWaitingRooms(): { waiting: WaitingRoom[] | undefined; isCut: boolean } {
  const { data } = useQuery({ ...waitingRoomsQuery(), notifyOnChangeProps: ['data'] });
  const rooms = data?.rows ?? NONE;
  const untold = useMemo(() => rooms.filter((room) => !room.meta.awaiting_since_unix).slice(0, MOST_ASKED), [rooms]);
  const newest = useQueries({ queries: untold.map((room) => newestMessageQuery(room.id)), combine: newestTimes });
  const waiting = useMemo(() => {
    const newestOf = new Map(untold.map((room, index) => [room.id, newest[index] ?? undefined]));
    const all = rooms.map((room) => ({ room, since: waitingSince(room, newestOf.get(room.id)) }));
    return all.sort((a, b) => a.since.unix - b.since.unix || Number(a.room.id) - Number(b.room.id));
  }, [rooms, untold, newest]);
  return { waiting: data && waiting, isCut: data?.isCut ?? false };
}

const newestTimes = (results: UseQueryResult<ListPage<typeof messages>>[]) =>
  results.map(({ data }) => data?.rows[0]?.created_at_unix ?? null);
