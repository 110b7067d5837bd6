import { focusManager, type Query } from '@tanstack/react-query';
import { connection } from '#src/api/connection.ts';
import { ApiError } from '#src/api/errors.ts';
import { queryClient } from '#src/api/query-client.ts';
import { savedConnections } from '#src/api/sign-in/connection-store.ts';
import { isBehindHash, pageBase } from '#src/lib/base-path.ts';
import { debounce } from '#src/lib/debounce.ts';
import { trustedScript } from '#src/lib/workers/trusted-script.ts';
import { isShownFromStorage, showPersistedQueries } from './persisted-queries.ts';
import { deleteForeignReads, dropReads, persistReads } from './persisted-reads.ts';

/**
 * Enables offline use: persists queries, restores them when the service is unreachable, and registers the service
 * worker. Data fetched before `signInsChangedAt` (ms since 1970) may belong to another user.
 */
export function enableOffline(signInsChangedAt: () => number): void {
  void deleteForeignReads();
  savedConnections.subscribe(() => void deleteForeignReads());
  showPersistedQueries();
  persistQueries(signInsChangedAt);
  void registerWorker();
}

const FIRST_PAUSE_MS = 1000;
const MAX_PAUSE_MS = 30_000;

/** `dataUpdatedAt` of the data last persisted, by query. */
const persistedAt = new WeakMap<Query, number>();

/** Persists the connection's queries when the page is hidden, and throttled with a growing interval (1 to 30 s). */
function persistQueries(signInsChangedAt: () => number): void {
  let pauseMs = FIRST_PAUSE_MS;
  const pending = debounce(() => void persistChanged(signInsChangedAt()));
  const schedulePersist = () => {
    if (pending.isPending()) return;
    pending.schedule(pauseMs);
    pauseMs = Math.min(2 * pauseMs, MAX_PAUSE_MS);
  };
  queryClient.getQueryCache().subscribe((event) => {
    if (event.type !== 'updated') return;
    const { action, query } = event;
    if (action.type === 'success' && isCurrentRead(query)) schedulePersist();
    if (action.type === 'error' && action.error instanceof ApiError && action.error.status === 401) {
      const [key] = query.queryKey;
      void dropReads(String(key));
    }
  });
  focusManager.subscribe((isVisible) => isVisible || pending.flush());
  schedulePersist();
}

async function persistChanged(sinceMs: number): Promise<void> {
  const key = connection.get()?.key;
  if (key === undefined) return;
  const isNew = (query: Query) => {
    const { data, dataUpdatedAt: at } = query.state;
    return data !== undefined && at > sinceMs && at !== persistedAt.get(query) && !isShownFromStorage(query);
  };
  const news = queryClient
    .getQueryCache()
    .getAll()
    .filter((query) => isCurrentRead(query) && isNew(query));
  const reads = news.map((query) => {
    const { data, dataUpdatedAt: at } = query.state;
    persistedAt.set(query, at);
    return { key: query.queryKey, at, text: JSON.stringify(data) };
  });
  await persistReads(key, reads);
}

const isCurrentRead = ({ queryKey }: Query) => queryKey[0] === connection.get()?.key;

const WORKER = `${pageBase}service-worker.js${isBehindHash ? '?hash' : ''}`;

/** Registers the service worker, if supported: browsers have none on plain http. */
async function registerWorker(): Promise<void> {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return;
  try {
    await navigator.serviceWorker.register(trustedScript('countersign-worker', WORKER));
  } catch {
    // Browsers may refuse, such as in some private windows; the page then works online only.
  }
}
