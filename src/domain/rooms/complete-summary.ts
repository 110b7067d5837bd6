import { queryOptions, useQuery } from '@tanstack/react-query';
import { drafts } from '#contract/drafts.ts';
import { PAGE_SIZE } from '#contract/list-query.ts';
import { rooms } from '#contract/rooms.ts';
import { type DraftInReview, inOneLine, type RoomSummary } from '#src/api/extensions/room-summary.ts';
import { fetchHistory } from '#src/api/history.ts';
import { type HistoryPage, type ListPage, oldestFirst } from '#src/api/list-page.ts';
import { listQuery } from '#src/api/queries.ts';
import { queryKeys } from '#src/api/query-client.ts';
import { isInReview } from '../drafts/draft.ts';
import { linkedUser } from '../people/user-name.ts';

const MINUTE_MS = 60_000;

/** The newest message of a room, for services that do not send it with the room. */
export function newestMessageQuery(roomId: string) {
  return queryOptions({
    queryKey: [...queryKeys.below(rooms, roomId), 'newest'],
    queryFn: ({ signal }): Promise<HistoryPage> => fetchHistory(roomId, 1, { signal, size: 1 }),
    staleTime: MINUTE_MS,
    retry: false,
  });
}

/** Drafts in review by the id of their room, for services that do not send them with the room. */
export function inReviewByRoomQuery() {
  const query = { filter: { in_review: '1' }, include: ['room', 'created_user'], page: { size: PAGE_SIZE.most } };
  return { ...listQuery(drafts, query), staleTime: MINUTE_MS, retry: false, select: byRoom };
}

interface InReview {
  byRoom: ReadonlyMap<string, DraftInReview>;
  /** Whether other rooms have no draft in review: all drafts were read, each with its room. */
  isComplete: boolean;
}

function byRoom({ rows, included, hasNext }: ListPage<typeof drafts>): InReview {
  const found = new Map<string, DraftInReview>();
  // The filter may be ignored.
  const inReview = rows.filter(isInReview);
  for (const { id, one } of inReview.toSorted((a, b) => a.created_at_unix - b.created_at_unix)) {
    if (!one.room) continue;
    const count = (found.get(one.room.id)?.count ?? 0) + 1;
    found.set(one.room.id, { id, count, authorName: linkedUser(included, one.created_user)?.name || undefined });
  }
  return { byRoom: found, isComplete: !hasNext && inReview.every(({ one }) => one.room) };
}

/** Builds the summary of a room from separate reads. */
export function completeSummary(
  roomId: string,
  newest: HistoryPage | undefined,
  inReview: InReview | undefined,
): RoomSummary {
  const entry = newest && oldestFirst(newest.entries).findLast(({ text }) => text !== undefined);
  const draft = inReview?.byRoom.get(roomId);
  return {
    lastMessage:
      newest &&
      (entry
        ? {
            id: entry.id,
            text: inOneLine(entry.text ?? ''),
            atUnix: entry.atUnix,
            byStaff: entry.author?.isVisitor === undefined ? undefined : !entry.author.isVisitor,
          }
        : null),
    draft: draft ?? (inReview?.isComplete ? null : undefined),
    isUnread: undefined,
  };
}

/** The summary of a room for services that send none. Polled while the row is in sight. */
export function useCompletedSummary(roomId: string, isInSight: boolean): RoomSummary {
  const reading = { enabled: isInSight, refetchInterval: MINUTE_MS };
  const { data: newest } = useQuery({ ...newestMessageQuery(roomId), ...reading });
  const { data: inReview } = useQuery({ ...inReviewByRoomQuery(), ...reading });
  return completeSummary(roomId, newest, inReview);
}
