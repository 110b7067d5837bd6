import { QueryClient } from '@tanstack/react-query';
import { connection, onSwitch } from './connection.ts';
import { ApiError } from './errors.ts';

const MOST_RETRIES = 2;
const JUST_NOW_MS = 1000;

/**
 * Cache of everything read from tenants. Keys begin with the connection's, so that no tenant's records show under
 * another.
 */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 10_000,
      gcTime: 10 * 60_000,
      // Retry transient errors only; a refusal stays a refusal.
      retry: (failures, error) => failures < MOST_RETRIES && error instanceof ApiError && isPassing(error),
      retryDelay: (failures, error) =>
        error instanceof ApiError && error.retryAfterSeconds ? error.retryAfterSeconds * 1000 : 250 * 2 ** failures,
      // A page does not refetch on mount what its route was refused a moment ago.
      retryOnMount: ({ state: { error, errorUpdatedAt } }) =>
        Date.now() - errorUpdatedAt > JUST_NOW_MS || !(error instanceof ApiError) || isPassing(error),
      // When offline, fail and show the error instead of pausing silently.
      networkMode: 'always',
    },
    mutations: { networkMode: 'always', retry: false },
  },
});

/** Transient errors. Timeouts are not retried: the user has already waited. */
const isPassing = ({ kind, status }: ApiError) =>
  kind === 'refused' ? status === 429 || status === 503 : kind !== 'timeout';

// In-flight queries went to the tenant the user left. Its cache is removed on sign-out.
onSwitch((left) => {
  void queryClient.cancelQueries();
  if (!connection.get()) queryClient.removeQueries({ queryKey: [left] });
});
