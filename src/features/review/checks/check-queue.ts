import { onSwitch } from '#src/api/connection.ts';
import { fetchHistory } from '#src/api/history.ts';
import { type HistoryEntry, oldestFirst } from '#src/api/list-page.ts';
import { queryClient } from '#src/api/query-client.ts';
import { clientSitesQuery, rejectedQuery } from '#src/domain/checks/check-queries.ts';
import { checkDrafts, isLookedAt } from '#src/domain/checks/check-store.ts';
import { rejectedDrafts } from '#src/domain/checks/rejected-drafts.ts';
import { conversationQuery } from '#src/domain/conversation/conversation-query.ts';
import { isInReview } from '#src/domain/drafts/draft.ts';
import { requestIdle } from '#src/lib/delay.ts';
import { createStore } from '#src/lib/store.ts';
import type { QueueItem } from '../queue/queue-query.ts';

/** Conversations that are read for the checks alone; a queue may have a thousand. */
const MOST_READ = 200;
const READ_AT_ONCE = 3;

/** How many drafts of the queue have been looked at in full. */
export const lookedAt = createStore(0);

/** Conversations by room that were read for the checks: in the cache they would displace what was seen, also offline. */
const readHere = new Map<string, HistoryEntry[]>();
onSwitch(() => readHere.clear());

/**
 * Checks the drafts of a queue once the browser is idle, and again as conversations arrive. With `isThorough` it reads
 * the conversations that are missing. Returns a function that stops it.
 */
export function checkQueue(items: readonly QueueItem[], isThorough: boolean): () => void {
  const open = items.filter(({ draft }) => isInReview(draft));
  const stop = new AbortController();
  const { signal } = stop;
  let isWaiting = false;
  const checkSoon = () => {
    if (isWaiting) return;
    isWaiting = true;
    requestIdle(() => {
      isWaiting = false;
      if (!signal.aborted) void checkNow(open, signal);
    });
  };
  const unsubscribe = queryClient.getQueryCache().subscribe(({ type, query }) => {
    if (type === 'updated' && query.queryKey.at(-1) === 'conversation' && query.state.status === 'success') checkSoon();
  });
  checkSoon();
  void readWhatIsMissing(isThorough ? open.slice(0, MOST_READ) : [], signal, checkSoon).then(checkSoon);
  return () => {
    stop.abort();
    unsubscribe();
  };
}

async function readWhatIsMissing(items: readonly QueueItem[], signal: AbortSignal, onRead: () => void): Promise<void> {
  // A service may lack either; the checks that need it then find nothing.
  await Promise.all([queryClient.prefetchQuery(clientSitesQuery()), queryClient.prefetchQuery(rejectedQuery())]);
  const rest = items.values();
  const readOn = async () => {
    // All take from the same iterator.
    for (const { draft } of rest) {
      if (signal.aborted) return;
      const id = draft.one.room?.id;
      if (id === undefined || isLookedAt(draft.id) || readHere.has(id)) continue;
      try {
        readHere.set(id, oldestFirst((await fetchHistory(id, 1, { signal })).entries));
        onRead();
      } catch {
        // Not looked at, and counted as such.
      }
    }
  };
  await Promise.all(Array.from({ length: READ_AT_ONCE }, readOn));
}

async function checkNow(items: readonly QueueItem[], signal: AbortSignal): Promise<void> {
  const rejected = rejectedDrafts();
  const clients = queryClient.getQueryData(clientSitesQuery().queryKey)?.rows;
  const checkable = items.map(({ draft, room }) => {
    const roomId = draft.one.room?.id;
    return {
      draft,
      room,
      clients,
      rejected,
      entries: roomId === undefined ? [] : (entriesOf(roomId) ?? readHere.get(roomId)),
    };
  });
  await checkDrafts(checkable, signal);
  const looked = items.filter(({ draft }) => isLookedAt(draft.id)).length;
  if (!signal.aborted && looked !== lookedAt.get()) lookedAt.set(looked);
}

const joined = new WeakMap<object, HistoryEntry[]>();

/** Messages of a room as far as they are cached; the same array as long as they are the same. */
function entriesOf(roomId: string): HistoryEntry[] | undefined {
  const data = queryClient.getQueryData(conversationQuery(roomId).queryKey);
  if (!data) return undefined;
  const entries = joined.get(data) ?? oldestFirst(data.pages.flatMap((page) => page.entries));
  joined.set(data, entries);
  return entries;
}
