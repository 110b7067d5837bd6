import { useQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import { queryClient } from '#src/api/query-client.ts';
import { conversationQuery } from '#src/domain/conversation/conversation-query.ts';
import { useWaitingPoll } from '#src/domain/waiting/use-waiting-poll.ts';
import { type WaitingRooms, waitingRoomsQuery } from '#src/domain/waiting/waiting-rooms-query.ts';
import { after } from '#src/lib/delay.ts';
import { settings } from '#src/lib/storage/settings.ts';
import { useStore } from '#src/lib/store.ts';
import { useAfterChange } from '#src/lib/use-after-change.ts';
import { EMPTY_OVERLAY, type QueueOverlay, queueOverlay } from './queue-overlay.ts';
import { compareByUrgency, draftQuery, type QueueItem } from './queue-query.ts';
import type { ReviewAddress } from './review-query.ts';
import type { Queue } from './use-queue.ts';

export const updateOverlay = (marks: Partial<QueueOverlay>): void =>
  queueOverlay.set({ ...queueOverlay.get(), ...marks });

/**
 * Polls the rooms that await support. An answered room loses its wait; in urgency order, its drafts move below those
 * of waiting rooms. The open draft and the lines above it keep their places.
 */
export function usePolledRooms(
  { tab, query: { filter, sort } }: ReviewAddress,
  { items, readAtMs }: Queue,
  selectedId: string | undefined,
): void {
  useWaitingPoll({ isOn: !useStore(settings).alertsArmed });
  const query = { ...waitingRoomsQuery(), enabled: false };
  const { data, dataUpdatedAt } = useQuery({ ...query, notifyOnChangeProps: ['data', 'dataUpdatedAt'] });
  // A queue read after the poll is more current, until the next poll.
  const polled = readAtMs !== undefined && dataUpdatedAt >= readAtMs ? data : undefined;
  const key = polled && `${polled.isCut} ${polled.rows.map((room) => `${room.id} ${room.meta.awaiting_since_unix}`)}`;
  const scope = JSON.stringify([tab, filter, sort, readAtMs]);
  const fallen = useRef({ scope, ids: new Set<string>() });
  useAfterChange(`${scope} ${key}`, () => {
    if (fallen.current.scope !== scope) fallen.current = { scope, ids: new Set() };
    if (!polled) return updateOverlay({ toCurrent: EMPTY_OVERLAY.toCurrent });
    const toCurrent = toCurrentBy(polled);
    const { ids } = fallen.current;
    const openAt = items.findIndex(({ draft }) => draft.id === selectedId);
    for (const item of items.slice(openAt + 1)) if (isAnswered(toCurrent(item))) ids.add(item.draft.id);
    const isUrgentOrder = tab === 'in_review' && sort.length === 0;
    updateOverlay({
      toCurrent: (held) => {
        const now = held.map(toCurrent);
        return isUrgentOrder ? moveAnswered(now, ids) : now;
      },
    });
  });
}

/** Items whose rooms were waiting when the queue was read, and no longer are. */
const answered = new WeakSet<QueueItem>();
const isAnswered = (item: QueueItem) => answered.has(item);

/** Moves the answered items among `ids` to their places by urgency. The other items keep their order. */
function moveAnswered(items: readonly QueueItem[], ids: ReadonlySet<string>): readonly QueueItem[] {
  const isMoved = (item: QueueItem) => ids.has(item.draft.id) && isAnswered(item);
  const moved = items.filter(isMoved);
  if (moved.length === 0) return items;
  const arranged = items.filter((item) => !isMoved(item));
  for (const item of moved) {
    const lastWaiting = arranged.findLastIndex(({ room }) => room?.awaiting_support);
    const later = arranged.findIndex((other, index) => index > lastWaiting && compareByUrgency(item, other) < 0);
    arranged.splice(later < 0 ? arranged.length : later, 0, item);
  }
  return arranged;
}

/** Maps items to items with their rooms as polled. Memoized per item. */
function toCurrentBy({ rows, isCut }: WaitingRooms): (item: QueueItem) => QueueItem {
  const waiting = new Map(rows.map(({ id, meta }) => [id, meta]));
  const made = new WeakMap<QueueItem, QueueItem>();
  return (item) => {
    const { room } = item;
    if (!room) return item;
    const now = waiting.get(room.id);
    const isSame = now
      ? room.awaiting_support && room.meta.awaiting_since_unix === now.awaiting_since_unix
      : !room.awaiting_support || isCut;
    if (isSame) return item;
    const meta = { ...room.meta, ...(now && { awaiting_since_unix: now.awaiting_since_unix }) };
    const current = made.get(item) ?? { ...item, room: { ...room, awaiting_support: now !== undefined, meta } };
    made.set(item, current);
    if (!now) answered.add(current);
    return current;
  };
}

const PREFETCHED_BEFORE = 1;
const PREFETCHED_AFTER = 3;
/** Debounces the prefetch: the selected draft renders first, and quick key presses prefetch nothing. */
const PREFETCH_DELAY_MS = 100;

/** Prefetches the selected draft's neighbours, and the next room: an answered room's drafts move down. */
export function usePrefetchNeighbours(items: readonly QueueItem[], selectedId: string | undefined): void {
  const index = items.findIndex(({ draft }) => draft.id === selectedId);
  const roomId = items[index]?.draft.one.room?.id;
  const nextRoom = items.slice(index + 1).find(({ draft }) => draft.one.room?.id !== roomId);
  const near = items.slice(Math.max(0, index - PREFETCHED_BEFORE), index + 1 + PREFETCHED_AFTER).concat(nextRoom ?? []);
  const prefetch = () => {
    for (const { draft } of near) {
      void queryClient.prefetchQuery(draftQuery(draft.id));
      if (draft.one.room) void queryClient.prefetchInfiniteQuery(conversationQuery(draft.one.room.id));
    }
  };
  const ids = near.map(({ draft }) => `${draft.id}:${draft.one.room?.id}`).join();
  useAfterChange(ids, () => after(PREFETCH_DELAY_MS, prefetch));
}
