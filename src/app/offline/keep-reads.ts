import type { Query } from '@tanstack/react-query';
import { connection } from '#src/api/connection.ts';
import { ApiError } from '#src/api/errors.ts';
import { queryClient } from '#src/api/query-client.ts';
import { dropReads, keepReads } from './kept-reads.ts';
import { isShownAsKept } from './show-kept.ts';

const FIRST_PAUSE_MS = 1000;
const LONGEST_PAUSE_MS = 30_000;

/** `dataUpdatedAt` of the data last persisted, by query. */
const keptAt = new WeakMap<Query, number>();

/**
 * Persists the current tenant's queries, throttled with a growing interval (1 to 30 s), and when the page is hidden.
 */
export function keepReadsFrom(signInsChangedAt: () => number): void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let pauseMs = FIRST_PAUSE_MS;
  const keepNow = () => {
    clearTimeout(timer);
    timer = undefined;
    void keepNews(signInsChangedAt());
  };
  const keepSoon = () => {
    if (timer !== undefined) return;
    timer = setTimeout(keepNow, pauseMs);
    pauseMs = Math.min(2 * pauseMs, LONGEST_PAUSE_MS);
  };
  queryClient.getQueryCache().subscribe((event) => {
    if (event.type !== 'updated') return;
    const { action, query } = event;
    if (action.type === 'success' && isOfTenant(query)) keepSoon();
    if (action.type === 'error' && action.error instanceof ApiError && action.error.status === 401) {
      const [tenant] = query.queryKey;
      void dropReads(String(tenant));
    }
  });
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'hidden' && timer !== undefined) keepNow();
  });
  keepSoon();
}

async function keepNews(sinceMs: number): Promise<void> {
  const tenant = connection.get()?.key;
  if (tenant === undefined) return;
  const isNew = (query: Query) => {
    const { data, dataUpdatedAt: at } = query.state;
    return data !== undefined && at > sinceMs && at !== keptAt.get(query) && !isShownAsKept(query);
  };
  const news = queryClient
    .getQueryCache()
    .getAll()
    .filter((query) => isOfTenant(query) && isNew(query));
  const reads = news.map((query) => {
    const { data, dataUpdatedAt: at } = query.state;
    keptAt.set(query, at);
    return { key: query.queryKey, at, text: JSON.stringify(data) };
  });
  await keepReads(tenant, reads);
}

const isOfTenant = ({ queryKey }: Query) => queryKey[0] === connection.get()?.key;
