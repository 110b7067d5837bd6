import type { drafts } from '#contract/drafts.ts';
import type { Row } from '#contract/resource.ts';
import { rooms } from '#contract/rooms.ts';
import { users } from '#contract/users.ts';
import { findIncluded, type ListPage } from '#src/api/read-document.ts';
import { type Draft, isInReview } from '#src/records/send-decision.ts';
import type { ReviewAddress } from './review-query.ts';

/** A draft with what its line in the queue says of it. */
export interface QueueItem {
  draft: Draft;
  room: Row<typeof rooms> | undefined;
  author: Row<typeof users> | undefined;
}

/** The drafts of a page as the tab shows them: decided ones leave "In review" at once, urgent ones come first. */
export function queueItems(
  page: ListPage<typeof drafts>,
  { tab, query }: ReviewAddress,
  pendingIds: readonly string[] = [],
): QueueItem[] {
  const items = page.rows
    .filter((draft) => tab !== 'in_review' || (isInReview(draft) && !pendingIds.includes(draft.id)))
    .map((draft) => ({
      draft,
      room: findIncluded(page.included, rooms, draft.one.room),
      author: findIncluded(page.included, users, draft.one.created_user),
    }));
  const isUrgentOrder = tab === 'in_review' && query.sort.length === 0;
  return isUrgentOrder ? items.sort(byUrgency) : items;
}

/** Seconds since 1970 at which the visitor began to wait; undefined where nobody waits. */
export function waitingSince({ draft, room }: QueueItem): number | undefined {
  if (!room?.awaiting_support) return undefined;
  return room.meta.awaiting_since_unix ?? draft.created_at_unix;
}

/** Rooms that await support first, the longest wait first; then the oldest draft. */
function byUrgency(a: QueueItem, b: QueueItem): number {
  const [waitA = Number.POSITIVE_INFINITY, waitB = Number.POSITIVE_INFINITY] = [waitingSince(a), waitingSince(b)];
  if (waitA !== waitB) return waitA - waitB;
  return a.draft.created_at_unix - b.draft.created_at_unix || Number(a.draft.id) - Number(b.draft.id);
}
