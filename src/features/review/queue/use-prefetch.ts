import { queryClient } from '#src/api/query-client.ts';
import { conversationQuery } from '#src/domain/conversation/conversation-query.ts';
import { after } from '#src/lib/delay.ts';
import { useAfterChange } from '#src/lib/use-after-change.ts';
import { draftQuery, type QueueItem } from './queue-query.ts';

const PREFETCHED_BEFORE = 1;
const PREFETCHED_AFTER = 3;
/** Debounces the prefetch: the selected draft renders first, and quick key presses prefetch nothing. */
const PREFETCH_DELAY_MS = 100;

/** Prefetches the neighbours of the selected draft, and the next room: once this one is answered, its drafts fall. */
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
