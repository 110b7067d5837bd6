import { useEffect } from 'react';
import { isInReview } from '#src/domain/drafts/draft.ts';
import { createStore } from '#src/lib/store.ts';
import type { ReviewAddress } from '../review-query.ts';
import type { Queue } from './use-queue.ts';

const ofAny = () => true;

/** Whether a room may have more than one draft in review, by its id. Where it can't, they need not be looked for. */
export const mayHaveOthers = createStore<(roomId: string) => boolean>(ofAny);

/** Updates it from the queue, unless a filter or the tab hides a part of the queue. */
export function useDraftsOfRooms({ tab, query }: ReviewAddress, { items, isOld }: Queue): void {
  const isWhole = tab === 'in_review' && !isOld && Object.keys(query.filter).length === 0;
  useEffect(() => {
    const open = isWhole ? items.filter(({ draft }) => isInReview(draft)) : [];
    const rooms = Map.groupBy(open, ({ room }) => room?.id);
    mayHaveOthers.set(isWhole ? (roomId) => (rooms.get(roomId)?.length ?? 0) > 1 : ofAny);
  }, [isWhole, items]);
}
