import type { drafts } from '#contract/drafts.ts';
import type { Row } from '#contract/resource.ts';
import { rooms } from '#contract/rooms.ts';
import { users } from '#contract/users.ts';
import { findIncluded, type Included, type ListPage } from '#src/api/read-document.ts';
import { type Draft, isInReview } from '#src/records/drafts/draft.ts';
import type { ReviewAddress } from '../review-query.ts';

/** A draft with the related records its line needs. */
export interface QueueItem {
  draft: Draft;
  room: Row<typeof rooms> | undefined;
  author: Row<typeof users> | undefined;
}

/** An item with the `included` records it was resolved from. */
interface Made {
  item: QueueItem;
  included: Included;
}

/** DOM id of the link in a queue line. */
export const lineId = (draftId: string): string => `line-${draftId}`;

/**
 * Deduplicated drafts of the loaded pages, in the order of the tab: by urgency unless a sort is given. Drafts decided
 * by others stay until the queue is reloaded.
 */
export function queueItems(pages: readonly ListPage<typeof drafts>[], { tab, query }: ReviewAddress): QueueItem[] {
  const made = new Map<string, Made>();
  for (const { rows, included } of pages) {
    for (const draft of rows) made.set(draft.id, make(draft, included));
  }
  latest = made;
  const items = Array.from(made.values(), ({ item }) => item);
  const isUrgentOrder = tab === 'in_review' && query.sort.length === 0;
  return isUrgentOrder ? items.sort(byUrgency) : items;
}

/** Drops drafts decided in this tab from “In review”. */
export function withoutDecided(
  items: readonly QueueItem[],
  { tab }: ReviewAddress,
  isDecidedHere: (draftId: string) => boolean,
): readonly QueueItem[] {
  return tab === 'in_review' ? items.filter(({ draft }) => !isDecidedHere(draft.id)) : items;
}

/** The last items by draft id, since other queries, such as a search, return the same drafts. */
let latest = new Map<string, Made>();

/** Reuses the previous item if nothing changed, so that memoized lines do not re-render. */
function make(draft: Draft, included: Included): Made {
  const before = latest.get(draft.id);
  const isSameDraft = before?.item.draft === draft;
  if (isSameDraft && before.included === included) return before;
  const room = findIncluded(included, rooms, draft.one.room);
  const author = findIncluded(included, users, draft.one.created_user);
  const isSame = isSameDraft && before.item.room === room && before.item.author === author;
  return { item: isSame ? before.item : { draft, room, author }, included };
}

/** Another user has decided a draft that this tab showed as open. */
export const isSettled = ({ draft }: QueueItem, { tab }: ReviewAddress): boolean =>
  tab === 'in_review' && !isInReview(draft);

/** Since when the visitor has been waiting, Unix time in seconds; undefined if the room does not await support. */
export function waitingSince({ draft, room }: Pick<QueueItem, 'draft' | 'room'>): number | undefined {
  if (!room?.awaiting_support) return undefined;
  return room.meta.awaiting_since_unix ?? draft.created_at_unix;
}

/** Longest waiting room first, then the oldest draft. */
function byUrgency(a: QueueItem, b: QueueItem): number {
  const [waitA = Number.POSITIVE_INFINITY, waitB = Number.POSITIVE_INFINITY] = [waitingSince(a), waitingSince(b)];
  if (waitA !== waitB) return waitA - waitB;
  return a.draft.created_at_unix - b.draft.created_at_unix || Number(a.draft.id) - Number(b.draft.id);
}
