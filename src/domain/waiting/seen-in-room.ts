import { t } from '@lingui/core/macro';
import { rooms } from '#contract/rooms.ts';
import type { Connection } from '#src/api/connection.ts';
import { ApiError, refusal } from '#src/api/errors.ts';
import { roomSummary } from '#src/api/extensions/room-summary.ts';
import { fetchHistory } from '#src/api/history.ts';
import { oldestFirst } from '#src/api/list-page.ts';
import { oneQuery } from '#src/api/queries.ts';
import { queryClient } from '#src/api/query-client.ts';
import { loadedEntries, newestMessageId } from '../conversation/conversation-query.ts';
import { newestMessageQuery } from '../rooms/complete-summary.ts';
import type { Room } from '../rooms/room-name.ts';
import { waitingRoomsQuery } from './waiting-rooms-query.ts';

/** Ids of possible newest messages shown for a room; empty if it has no messages, undefined if none is known. */
export function shownMessageIds(room: Room): readonly string[] | undefined {
  const { lastMessage } = roomSummary(room) ?? {};
  const newest = queryClient.getQueryData(newestMessageQuery(room.id).queryKey);
  const ids = [lastMessage?.id, newestMessageId(room.id), newest && oldestFirst(newest.entries).at(-1)?.id];
  // Entries without a text, such as pictures, count as well.
  const known = [...ids, loadedEntries(room.id).at(-1)?.id].filter((id) => id !== undefined);
  return known.length > 0 || lastMessage === null || newest ? known : undefined;
}

/** As `shownMessageIds`, read from the tenant if no page has shown any. Never throws: undefined if unknown. */
export const readMessageIds = (roomId: string, from: Connection): Promise<readonly string[] | undefined> =>
  readNewest(roomId, from).then(
    (entries) => entries.map(({ id }) => id),
    () => undefined,
  );

const readNewest = async (roomId: string, from: Connection) =>
  oldestFirst((await fetchHistory(roomId, 1, { from, size: 1 })).entries).slice(-1);

/**
 * Throws an ApiError with code `room_moved_on` if the newest message of a room is a visitor's and not one of those seen.
 * Also throws if the tenant reports it but can't be reached now.
 */
export async function assertNothingNew(
  roomId: string,
  seen: readonly string[] | undefined,
  from: Connection,
): Promise<void> {
  if (!seen) return;
  const entries = (await readNewest(roomId, from).catch(ignoreRefusal)) ?? [];
  if (entries.some(({ id, author }) => author?.isVisitor !== false && !seen.includes(id))) throw movedOn();
}

/** As `assertNothingNew`, but synchronously, by the messages in the query cache. */
export function assertNothingNewShown(room: Room, seen: readonly string[] | undefined): void {
  const polled = queryClient.getQueryData(waitingRoomsQuery().queryKey)?.rows.find(({ id }) => id === room.id);
  const read = queryClient.getQueryData(oneQuery(rooms, room.id).queryKey)?.row;
  const shown = [polled, read].flatMap((now) => (now && shownMessageIds(now)) ?? []);
  if (seen && shown.some((id) => !seen.includes(id))) throw movedOn();
}

const movedOn = () => refusal('room_moved_on', t`The visitor has written again. Read the new message first.`);

/** A tenant that refuses the lookup must not block the change. */
function ignoreRefusal(error: unknown): undefined {
  if (!(error instanceof ApiError) || error.kind !== 'refused') throw error;
}
