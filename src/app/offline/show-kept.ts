import { hashKey, type Query } from '@tanstack/react-query';
import { connection, isCurrent } from '#src/api/connection.ts';
import { queryClient } from '#src/api/query-client.ts';
import { readKept } from './kept-reads.ts';
import { isUnreachable } from './unreachable.ts';

const cache = queryClient.getQueryCache();
/** Queries that show what was kept, by hash, with the time it was read. */
const shown = new Map<string, number>();

/** Whether a query shows what was kept. */
export const isShownAsKept = ({ queryHash }: Query): boolean => shown.has(queryHash);

/** The time of the oldest thing on the screen that was kept, in ms since 1970; undefined where there is none. */
export function oldestShown(): number | undefined {
  const times = [...shown].filter(([hash]) => cache.get(hash)?.isActive()).map(([, at]) => at);
  return times.length > 0 ? Math.min(...times) : undefined;
}

/** Follows what is read: where nothing answers, what was kept is shown, until something answers again. */
export function showKeptReads(): void {
  for (const query of cache.getAll()) if (isUnreachable(query.state.fetchFailureReason)) void showKept(query);
  cache.subscribe((event) => {
    const { query } = event;
    if (event.type === 'removed') shown.delete(query.queryHash);
    if (event.type !== 'updated') return;
    const { action } = event;
    if (action.type === 'success' && !action.manual) {
      shown.delete(query.queryHash);
      if (query.queryKey[0] === connection.get()?.key) readShownAnew();
    }
    if (!('error' in action) || !isUnreachable(action.error)) return;
    // One notice says for the whole page that it is old; its parts need not say so each.
    if (action.type === 'error' && isShownAsKept(query)) query.setState({ status: 'success', error: null });
    else void showKept(query);
  });
  window.addEventListener('online', readAllAnew);
}

/** Reads all on the screen anew that is as it was kept, or could not be read. */
export function readAllAnew(): void {
  const isOld = (query: Query) => isShownAsKept(query) || isUnreachable(query.state.error);
  void queryClient.refetchQueries({ type: 'active', predicate: isOld }, { cancelRefetch: false });
}

/** Something has answered again. What was kept and is off the screen goes, so that it is never shown without a word. */
function readShownAnew(): void {
  for (const hash of shown.keys()) {
    const query = cache.get(hash);
    if (query && !query.isActive()) cache.remove(query);
  }
  void queryClient.refetchQueries({ type: 'active', predicate: isShownAsKept }, { cancelRefetch: false });
}

/** Gives a query that has nothing to show what it last had, if that was kept. */
async function showKept(query: Query): Promise<void> {
  const current = connection.get();
  if (!current || query.queryKey[0] !== current.key || query.state.data !== undefined) return;
  const reads = await readKept(current.key);
  const kept = reads.find(({ key }) => hashKey(key) === query.queryHash);
  // It may have been answered, or left, meanwhile.
  if (!kept || query.state.data !== undefined || !isCurrent(current)) return;
  shown.set(query.queryHash, kept.at);
  queryClient.setQueryData(query.queryKey, JSON.parse(kept.text), { updatedAt: kept.at });
}
