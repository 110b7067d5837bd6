import { hashKey, onlineManager, type Query } from '@tanstack/react-query';
import { connection, isCurrent } from '#src/api/connection.ts';
import { ApiError, isUnreachable } from '#src/api/errors.ts';
import { queryClient } from '#src/api/query-client.ts';
import { after } from '#src/lib/delay.ts';
import { createStore } from '#src/lib/store.ts';
import { readPersisted } from './persisted-reads.ts';

const cache = queryClient.getQueryCache();
/** Query hashes that show persisted data, with the time it was fetched. */
const shown = new Map<string, number>();

/** Whether a query shows persisted data. */
export const isShownFromStorage = ({ queryHash }: Query): boolean => shown.has(queryHash);

/** Fetch time of the oldest persisted data on screen, in ms since 1970; undefined if there is none. */
export function oldestShown(): number | undefined {
  return oldest([...shown].filter(([hash]) => cache.get(hash)?.isActive()).map(([, at]) => at));
}

/** Fetch time of the oldest data on screen, in ms since 1970. Ignores queries that never become stale. */
export function oldestOnScreen(): number | undefined {
  const lasts = ({ observers }: Query) => observers.every(({ options }) => options.staleTime === Infinity);
  const key = connection.get()?.key;
  const active = cache.getAll().filter((query) => query.isActive() && query.queryKey[0] === key && !lasts(query));
  return oldest(active.map(({ state }) => state.dataUpdatedAt).filter((at) => at > 0));
}

const oldest = (times: number[]) => (times.length > 0 ? Math.min(...times) : undefined);

/** Whether the browser has no network, or the service has not been reached for a second. */
export const isOffline = createStore(!navigator.onLine);

/** Long enough for another request to succeed, which means that only one URL failed. */
const UNANSWERED_MS = 1000;
let cancelOffline: (() => void) | undefined;

function noteAnswer(isAnswered: boolean): void {
  if (isAnswered) {
    cancelOffline?.();
    cancelOffline = undefined;
    if (isOffline.get()) isOffline.set(false);
  } else if (!isOffline.get()) cancelOffline ??= after(UNANSWERED_MS, () => isOffline.set(true));
}

/** Subscribes to the query cache: shows persisted data while the service is unreachable, until a fetch succeeds. */
export function showPersistedQueries(): void {
  for (const query of cache.getAll()) if (isUnreachable(query.state.fetchFailureReason)) void hydrate(query);
  cache.subscribe((event) => {
    const { query } = event;
    if (event.type === 'removed') shown.delete(query.queryHash);
    if (event.type !== 'updated') return;
    const { action } = event;
    if (action.type === 'success' && !action.manual) {
      shown.delete(query.queryHash);
      if (query.queryKey[0] === connection.get()?.key) {
        noteAnswer(true);
        refetchPersisted();
      }
    }
    if (!('error' in action) || !isUnreachable(action.error)) return;
    if (action.error instanceof ApiError && action.error.kind === 'unreachable') noteAnswer(false);
    // Clear the query's error: one notice covers the whole page.
    if (action.type === 'error' && isShownFromStorage(query)) query.setState({ status: 'success', error: null });
    else void hydrate(query);
  });
  onlineManager.subscribe((isOnline) => {
    if (!isOnline) return isOffline.set(true);
    noteAnswer(true);
    refetchOutdated();
  });
}

/** Refetches visible queries that show persisted or stale data, or failed as unreachable. */
export function refetchOutdated(): void {
  const isOld = (query: Query) =>
    isShownFromStorage(query) || isUnreachable(query.state.error) || (query.isStale() && query.state.dataUpdatedAt > 0);
  void queryClient.refetchQueries({ type: 'active', predicate: isOld }, { cancelRefetch: false });
}

/** After a successful fetch: refetches visible persisted data and removes the rest, which would be stale. */
function refetchPersisted(): void {
  for (const hash of shown.keys()) {
    const query = cache.get(hash);
    if (query && !query.isActive()) cache.remove(query);
  }
  void queryClient.refetchQueries({ type: 'active', predicate: isShownFromStorage }, { cancelRefetch: false });
}

/** Hydrates a query that has no data from its persisted data. */
async function hydrate(query: Query): Promise<void> {
  const current = connection.get();
  if (!current || query.queryKey[0] !== current.key || query.state.data !== undefined) return;
  const reads = await readPersisted(current.key);
  const kept = reads.find(({ key }) => hashKey(key) === query.queryHash);
  // The fetch may have completed, or the user may have switched connection, during the read.
  if (!kept || query.state.data !== undefined || !isCurrent(current)) return;
  shown.set(query.queryHash, kept.at);
  queryClient.setQueryData(query.queryKey, JSON.parse(kept.text), { updatedAt: kept.at });
}
