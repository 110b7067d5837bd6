import { QueryClient } from '@tanstack/react-query';
import { connection, onSwitch } from './connection.ts';
import { ApiError } from './errors.ts';

const MOST_RETRIES = 2;
const JUST_NOW_MS = 1000;

/** Everything read from tenants. Keys begin with the connection's, so that no tenant's records show under another. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 10_000,
      gcTime: 10 * 60_000,
      // Only what may pass by itself is asked again; a refusal stays a refusal.
      retry: (failures, error) => failures < MOST_RETRIES && error instanceof ApiError && isPassing(error),
      retryDelay: (failures, error) =>
        error instanceof ApiError && error.retryAfterSeconds ? error.retryAfterSeconds * 1000 : 250 * 2 ** failures,
      // What a route has just been refused is not asked again by its page.
      retryOnMount: ({ state: { error, errorUpdatedAt } }) =>
        Date.now() - errorUpdatedAt > JUST_NOW_MS || !(error instanceof ApiError) || isPassing(error),
      // Being offline is shown by the request that fails, not by one that waits unseen.
      networkMode: 'always',
    },
    mutations: { networkMode: 'always', retry: false },
  },
});

/** Whoever has waited in vain once is told so, and not made to wait as long twice more. */
const isPassing = ({ kind, status }: ApiError) =>
  kind === 'refused' ? status === 429 || status === 503 : kind !== 'timeout';

// What is under way was asked of the tenant that was left; what it answered is forgotten with the token.
onSwitch((left) => {
  void queryClient.cancelQueries();
  if (!connection.get()) queryClient.removeQueries({ queryKey: [left] });
});
