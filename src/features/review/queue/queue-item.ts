import type { drafts } from '#contract/drafts.ts';
import type { Row } from '#contract/resource.ts';
import { rooms } from '#contract/rooms.ts';
import { users } from '#contract/users.ts';
import { findIncluded, type Included, type ListPage } from '#src/api/read-document.ts';
import { type Draft, isInReview } from '#src/records/drafts/draft.ts';
import type { ReviewAddress } from '../review-query.ts';

/** A draft with what its line in the queue says of it. */
export interface QueueItem {
  draft: Draft;
  room: Row<typeof rooms> | undefined;
  author: Row<typeof users> | undefined;
}

/** An item, and what its room and author were looked for in. */
interface Made {
  item: QueueItem;
  included: Included;
}

/** The id in the document of what a line of the queue leads on by. */
export const lineId = (draftId: string): string => `line-${draftId}`;

/**
 * The drafts of the pages read so far, each once, in the order of the tab: urgent ones come first where none was asked for.
 * Those settled by others stay until the queue is read anew.
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

/** As the tab shows them: what was decided here has left "In review". */
export function withoutDecided(
  items: readonly QueueItem[],
  { tab }: ReviewAddress,
  isDecidedHere: (draftId: string) => boolean,
): readonly QueueItem[] {
  return tab === 'in_review' ? items.filter(({ draft }) => !isDecidedHere(draft.id)) : items;
}

/** What was made last, by the id of the draft: other answers, as to a search, tell of the same drafts. */
let latest = new Map<string, Made>();

/** The same item for what has not changed, so that its line need not be drawn anew. */
function make(draft: Draft, included: Included): Made {
  const before = latest.get(draft.id);
  const isSameDraft = before?.item.draft === draft;
  if (isSameDraft && before.included === included) return before;
  const room = findIncluded(included, rooms, draft.one.room);
  const author = findIncluded(included, users, draft.one.created_user);
  const isSame = isSameDraft && before.item.room === room && before.item.author === author;
  return { item: isSame ? before.item : { draft, room, author }, included };
}

/** Whether somebody else has decided on a draft that this tab showed as open. */
export const isSettled = ({ draft }: QueueItem, { tab }: ReviewAddress): boolean =>
  tab === 'in_review' && !isInReview(draft);

/** Seconds since 1970 at which the visitor began to wait; undefined where nobody waits. */
export function waitingSince({ draft, room }: Pick<QueueItem, 'draft' | 'room'>): number | undefined {
  if (!room?.awaiting_support) return undefined;
  return room.meta.awaiting_since_unix ?? draft.created_at_unix;
}

/** Rooms that await support first, the longest wait first; then the oldest draft. */
function byUrgency(a: QueueItem, b: QueueItem): number {
  const [waitA = Number.POSITIVE_INFINITY, waitB = Number.POSITIVE_INFINITY] = [waitingSince(a), waitingSince(b)];
  if (waitA !== waitB) return waitA - waitB;
  return a.draft.created_at_unix - b.draft.created_at_unix || Number(a.draft.id) - Number(b.draft.id);
}
