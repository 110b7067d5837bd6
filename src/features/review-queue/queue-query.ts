import { infiniteQueryOptions } from '@tanstack/react-query';
import { drafts } from '#contract/drafts.ts';
import { formatListQuery, PAGE_SIZE } from '#contract/list-query.ts';
import type { Row } from '#contract/resource.ts';
import { rooms } from '#contract/rooms.ts';
import { users } from '#contract/users.ts';
import { unsupportedFilters } from '#src/api/capabilities.ts';
import { connection } from '#src/api/connection.ts';
import { findIncluded, type Included, type ListPage } from '#src/api/list-page.ts';
import { oneQuery } from '#src/api/queries.ts';
import { queryKeys } from '#src/api/query-client.ts';
import { fetchList } from '#src/api/reads.ts';
import { type Draft, isInReview } from '#src/domain/drafts/draft.ts';
import { locallyDecidedIds, markDecided } from '#src/outbox/decision-outcomes.ts';
import { queueListQuery, queuePageQuery, type ReviewAddress } from './review-query.ts';

/**
 * A page of the queue; `readAtMs` is when it was read, in milliseconds since 1970, and `count` how many rows the server
 * returned.
 */
export type QueuePage = ListPage<typeof drafts> & { readAtMs: number; count: number };

/**
 * The queue as an infinite query with rooms and users. Its rows are held: live updates change the records in place, but
 * rows are added and removed only on reload.
 */
export function queueQuery(address: ReviewAddress) {
  const base = queueListQuery(address);
  return infiniteQueryOptions({
    queryKey: [...queryKeys.lists(drafts), 'queue', formatListQuery(base)],
    queryFn: async ({ pageParam: number, signal }): Promise<QueuePage> => {
      const key = connection.get()?.key ?? '';
      const decided = locallyDecidedIds.get();
      const read = await fetchList(drafts, queuePageQuery(address, number), { signal });
      // Decided before the request, and in review since: reopened elsewhere.
      const reopened = read.rows.filter((row) => decided.has(row.id) && isInReview(row)).map(({ id }) => id);
      if (reopened.length > 0) markDecided(key, reopened, false);
      return { ...read, readAtMs: Date.now(), count: read.rows.length };
    },
    initialPageParam: 1,
    getNextPageParam: (last, pages, lastNumber, numbers) => {
      const isWhole = unsupportedFilters(drafts).some((name) => name in (base.filter ?? {}));
      const [lastId, idBefore] = [last, pages.at(-2)].map((page) => page?.rows.at(-1)?.id);
      // A server that ignores the page number would send the same page forever.
      const isOver = lastId ? lastId === idBefore && lastNumber !== numbers.at(-2) : !isWhole;
      if (!last.hasNext || isOver) return undefined;
      return isWhole ? lastNumber + 1 : nextNumber(pages, lastNumber, address.tab === 'in_review');
    },
    staleTime: 60_000,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
    // Keep the rows of the same tab as placeholder data while another query loads.
    placeholderData: (before, query) => (query?.meta?.tab === address.tab ? before : undefined),
    meta: { isHeld: true, tab: address.tab },
  });
}

/** Decided drafts shift later rows up, so the next page number is computed from those still open. */
function nextNumber(pages: QueuePage[], lastNumber: number, isShrinking: boolean): number {
  const ids = new Set<string>();
  const counts = pages.map(({ rows }) => {
    for (const row of rows) if (!isShrinking || isInReview(row)) ids.add(row.id);
    return ids.size;
  });
  const hasProgress = counts.at(-1) !== counts.at(-2);
  // Servers may return fewer rows per page than requested.
  const behind = Math.floor(ids.size / (pages[0]?.count || PAGE_SIZE.most)) + 1;
  return hasProgress ? Math.min(behind, lastNumber + 1) : lastNumber + 1;
}

/** A draft with its room, author and reviewer. */
export const draftQuery = (id: string) => oneQuery(drafts, id, ['room', 'created_user', 'resolved_user']);

/** A draft with the related records its line needs. */
export interface QueueItem {
  draft: Draft;
  room: Row<typeof rooms> | undefined;
  author: Row<typeof users> | undefined;
}

/** DOM id of the link in a queue line. */
export const lineId = (draftId: string): string => `line-${draftId}`;

/**
 * Deduplicated drafts of the loaded pages, in the order of the tab: by urgency unless a sort is given. Drafts decided
 * by others stay until the queue is reloaded.
 */
export function toQueueItems(pages: readonly ListPage<typeof drafts>[], { tab, query }: ReviewAddress): QueueItem[] {
  const byId = new Map<string, QueueItem>();
  for (const { rows, included } of pages) {
    for (const draft of rows) byId.set(draft.id, toItem(draft, included));
  }
  const items = [...byId.values()];
  const isUrgentOrder = tab === 'in_review' && query.sort.length === 0;
  return isUrgentOrder ? items.sort(compareByUrgency) : items;
}

/** Drops drafts decided in this tab from “In review”. */
export function withoutDecided(
  items: readonly QueueItem[],
  { tab }: ReviewAddress,
  isDecidedHere: (draftId: string) => boolean,
): readonly QueueItem[] {
  return tab === 'in_review' ? items.filter(({ draft }) => !isDecidedHere(draft.id)) : items;
}

/** The last item of each draft, with the `included` records it was resolved from. */
const resolved = new WeakMap<Draft, { item: QueueItem; included: Included }>();

/** Reuses the previous item if nothing changed, so that memoized lines do not re-render. */
function toItem(draft: Draft, included: Included): QueueItem {
  const before = resolved.get(draft);
  if (before?.included === included) return before.item;
  const room = findIncluded(included, rooms, draft.one.room);
  const author = findIncluded(included, users, draft.one.created_user);
  const isSame = before && before.item.room === room && before.item.author === author;
  const item = isSame ? before.item : { draft, room, author };
  resolved.set(draft, { item, included });
  return item;
}

/** Whether another user has decided a draft that this tab showed as open. */
export const isDecidedByOther = ({ draft }: QueueItem, { tab }: ReviewAddress): boolean =>
  tab === 'in_review' && !isInReview(draft);

/** Start of the visitor's wait, Unix time in seconds; undefined if the room does not await support. */
export function waitingSince({ draft, room }: Pick<QueueItem, 'draft' | 'room'>): number | undefined {
  if (!room?.awaiting_support) return undefined;
  return room.meta.awaiting_since_unix ?? draft.created_at_unix;
}

/** Longest waiting room first, then the oldest draft. */
export function compareByUrgency(a: QueueItem, b: QueueItem): number {
  const [waitA = Number.POSITIVE_INFINITY, waitB = Number.POSITIVE_INFINITY] = [waitingSince(a), waitingSince(b)];
  if (waitA !== waitB) return waitA - waitB;
  return a.draft.created_at_unix - b.draft.created_at_unix || Number(a.draft.id) - Number(b.draft.id);
}
