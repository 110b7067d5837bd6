import { useEffect } from 'react';
import { isInReview } from '#src/domain/drafts/draft.ts';
import { createStore } from '#src/lib/store.ts';
import type { ReviewAddress } from '../review-query.ts';
import type { Queue } from './use-queue.ts';

const ofAny = () => true;

/** Whether a room may have more than one draft in review, by its id. If not, other drafts need not be fetched. */
export const mayHaveOthers = createStore<(roomId: string) => boolean>(ofAny);

/** Updates `mayHaveOthers` from the queue, unless a filter or the tab hides part of it. */
export function useDraftsOfRooms({ tab, query }: ReviewAddress, { items, isOld }: Queue): void {
  const isWhole = tab === 'in_review' && !isOld && Object.keys(query.filter).length === 0;
  useEffect(() => {
    const open = isWhole ? items.filter(({ draft }) => isInReview(draft)) : [];
    const rooms = Map.groupBy(open, ({ room }) => room?.id);
    mayHaveOthers.set(isWhole ? (roomId) => (rooms.get(roomId)?.length ?? 0) > 1 : ofAny);
  }, [isWhole, items]);
}
