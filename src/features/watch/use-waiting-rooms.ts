import { useQueries, useQuery } from '@tanstack/react-query';
import { settings } from '#src/lib/settings.ts';
import { useStore } from '#src/lib/store.ts';
import { newestMessageQuery, type Room, waitingRoomsQuery } from './waiting-rooms-query.ts';
import { type WaitingSince, waitingSince } from './waiting-since.ts';

export interface WaitingRoom {
  room: Room;
  since: WaitingSince;
}

const MOST_ASKED = 50;

/** The rooms that wait, longest first, read again as often as the settings say; not while nobody looks. */
export function useWaitingRooms() {
  const { pollSeconds } = useStore(settings);
  const query = useQuery({
    ...waitingRoomsQuery(),
    refetchInterval: pollSeconds * 1000,
    refetchOnWindowFocus: 'always',
    refetchOnReconnect: 'always',
  });
  const rooms = query.data?.rows ?? [];
  const untold = rooms.filter((room) => !room.meta.awaiting_since_unix).slice(0, MOST_ASKED);
  const newest = useQueries({ queries: untold.map((room) => newestMessageQuery(room.id)) });
  const newestOf = new Map(untold.map((room, index) => [room.id, newest[index]?.data?.rows[0]]));
  const waiting: WaitingRoom[] = rooms.map((room) => ({ room, since: waitingSince(room, newestOf.get(room.id)) }));
  waiting.sort((a, b) => a.since.unix - b.since.unix || Number(a.room.id) - Number(b.room.id));
  return { query, waiting };
}
