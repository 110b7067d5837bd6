import type { InfiniteData } from '@tanstack/react-query';
import { rooms } from '#contract/rooms.ts';
import { onSwitch } from '#src/api/connection.ts';
import { roomSummary } from '#src/api/extensions/room-summary.ts';
import { fetchHistory } from '#src/api/history.ts';
import { type HistoryEntry, type HistoryPage, oldestFirst } from '#src/api/list-page.ts';
import { queryClient, queryKeys } from '#src/api/query-client.ts';
import { clientSitesQuery, rejectedDrafts, rejectedQuery } from '#src/domain/checks/check-queries.ts';
import { checkDrafts, isFullyChecked } from '#src/domain/checks/check-store.ts';
import { conversationQuery } from '#src/domain/conversation/conversation-query.ts';
import { isInReview } from '#src/domain/drafts/draft.ts';
import { waitingRoomsQuery } from '#src/domain/waiting/waiting-rooms-query.ts';
import { requestIdle } from '#src/lib/delay.ts';
import { createStore } from '#src/lib/store.ts';
import { VISIBLE_ROW_COUNT } from '#src/ui/layout/visible-rows.ts';
import type { QueueItem } from '../review-queue/queue-query.ts';

/** Most conversations to read for the checks alone: a queue may have a thousand. */
const MAX_READ = 200;
const READ_AT_ONCE = 3;

/** Number of drafts in the queue that were checked together with their conversation. */
export const checkedCount = createStore(0);

interface Conversation {
  entries: HistoryEntry[];
  /** Id of the room's newest message at the time of the read, if the service reports it. */
  newestId: string | undefined;
}

/** Conversations read for the checks, by room. In the query cache they would displace seen ones, also offline. */
const readHere = new Map<string, Conversation>();
onSwitch(() => readHere.clear());

/**
 * Checks the drafts of a queue when the browser is idle, and again as conversations arrive. Reads the conversations of
 * the next drafts, and again after a new visitor message; with `isThorough`, all that are missing. Returns a function
 * that stops it.
 */
export function checkQueue(items: readonly QueueItem[], isThorough: boolean): () => void {
  const open = items.filter(({ draft }) => isInReview(draft));
  // Without `isThorough`, only as many as fit the window: one at a time, when the browser is idle.
  const wanted = open.slice(0, isThorough ? MAX_READ : VISIBLE_ROW_COUNT);
  const stop = new AbortController();
  const { signal } = stop;
  let isWaiting = false;
  const checkSoon = () => {
    if (isWaiting || signal.aborted) return;
    isWaiting = true;
    requestIdle(() => {
      isWaiting = false;
      if (!signal.aborted) void checkNow(open, signal);
    });
  };
  let isReading = false;
  const readOn = async () => {
    if (isReading) return;
    isReading = true;
    await readWhatIsMissing(wanted, isThorough, signal, checkSoon);
    isReading = false;
    checkSoon();
  };
  const unsubscribe = queryClient.getQueryCache().subscribe(({ type, query }) => {
    if (type !== 'updated' || query.state.status !== 'success') return;
    const name = query.queryKey.at(-1);
    if (name === 'conversation') checkSoon();
    // The poll carries the newest message of each room.
    if (name === 'waiting') void readOn();
  });
  checkSoon();
  void readOn();
  return () => {
    stop.abort();
    unsubscribe();
  };
}

async function readWhatIsMissing(
  items: readonly QueueItem[],
  isThorough: boolean,
  signal: AbortSignal,
  onRead: () => void,
): Promise<void> {
  // A service may lack either list. The checks that need it then find nothing.
  await Promise.all([queryClient.prefetchQuery(clientSitesQuery()), queryClient.prefetchQuery(rejectedQuery())]);
  const rest = items.values();
  const readOn = async () => {
    // The concurrent readers share one iterator.
    for (const { draft } of rest) {
      const id = draft.one.room?.id;
      if (signal.aborted) return;
      if (id === undefined || !isToBeRead(id)) continue;
      if (!isThorough) await new Promise<void>(requestIdle);
      if (signal.aborted) return;
      try {
        const newestId = newestIdOf(id);
        // A background read is not aborted: its result is useful even if the queue has changed by then.
        const { entries } = await fetchHistory(id, 1, isThorough ? { signal } : {});
        readHere.set(id, { entries: oldestFirst(entries), newestId });
        onRead();
      } catch {
        // The draft then counts as not checked.
      }
    }
  };
  await Promise.all(Array.from({ length: isThorough ? READ_AT_ONCE : 1 }, readOn));
}

/** The newest message of a waiting room, if the service reports it. */
function newestIdOf(roomId: string): string | undefined {
  const waiting = queryClient.getQueryData(waitingRoomsQuery().queryKey)?.rows;
  const room = waiting?.find(({ id }) => id === roomId);
  return room && roomSummary(room)?.lastMessage?.id;
}

/** Whether a conversation is unknown, or lacks its newest message and was not read again since that arrived. */
function isToBeRead(roomId: string): boolean {
  const newestId = newestIdOf(roomId);
  const entries = knownEntries(roomId, entriesOf(queryClient.getQueryData(conversationQuery(roomId).queryKey)));
  if (!entries) return true;
  const isOld = newestId !== undefined && !entries.some(({ id }) => id === newestId);
  return isOld && readHere.get(roomId)?.newestId !== newestId;
}

/** Cached messages of a room, or those of `readHere` if the cache lacks the newest one. */
function knownEntries(roomId: string, cached: HistoryEntry[] | undefined): HistoryEntry[] | undefined {
  const own = readHere.get(roomId);
  const isCachedOld = own?.newestId !== undefined && !cached?.some(({ id }) => id === own.newestId);
  return cached && !isCachedOld ? cached : (own?.entries ?? cached);
}

async function checkNow(items: readonly QueueItem[], signal: AbortSignal): Promise<void> {
  const rejected = rejectedDrafts();
  const clients = queryClient.getQueryData(clientSitesQuery().queryKey)?.rows;
  const cached = cachedEntries();
  const checkable = items.map(({ draft, room }) => {
    const roomId = draft.one.room?.id;
    const entries = roomId === undefined ? [] : knownEntries(roomId, cached.get(roomId));
    return { draft, room, clients, rejected, entries };
  });
  await checkDrafts(checkable, signal);
  const looked = items.filter(({ draft }) => isFullyChecked(draft.id)).length;
  if (!signal.aborted && looked !== checkedCount.get()) checkedCount.set(looked);
}

const joined = new WeakMap<object, HistoryEntry[]>();

/** Messages of a cached conversation. Memoized: unchanged data gives the same array. */
function entriesOf(data: InfiniteData<HistoryPage> | undefined): HistoryEntry[] | undefined {
  if (!data) return undefined;
  const entries = joined.get(data) ?? oldestFirst(data.pages.flatMap((page) => page.entries));
  joined.set(data, entries);
  return entries;
}

/** Messages of all cached conversations by room. In a long queue, one cache lookup per room would be far slower. */
function cachedEntries(): Map<string, HistoryEntry[] | undefined> {
  const conversations = queryClient.getQueriesData<InfiniteData<HistoryPage>>({
    queryKey: queryKeys.resource(rooms),
    predicate: ({ queryKey }) => queryKey.at(-1) === 'conversation',
  });
  return new Map(conversations.map(([queryKey, data]) => [String(queryKey.at(-2)), entriesOf(data)]));
}
