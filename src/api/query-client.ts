import { focusManager, onlineManager, QueryClient } from '@tanstack/react-query';
import type { Resource } from '#contract/resource.ts';
import { delay } from '#src/lib/delay.ts';
import { listen } from '#src/lib/listen.ts';
import { connection, onSwitch, type Tenant } from './connection.ts';
import { ApiError } from './errors.ts';
import { recordBusy } from './notices.ts';
import { findSavedConnection } from './sign-in/connection-store.ts';

const MAX_RETRIES = 2;
const JUST_NOW_MS = 1000;

// It assumes a network until the first event.
onlineManager.setOnline(navigator.onLine);
// Capture phase: before the clock of `relative-time.tsx`, whose tick may refetch.
focusManager.setEventListener((notify) => listen(document, 'visibilitychange', () => notify(), { capture: true }));

/** Cache of all reads. Every key starts with the connection's key, so that records of different tenants never mix. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 10_000,
      gcTime: 10 * 60_000,
      // Retry transient errors only: repeating a refused request does not help.
      retry: (failures, error) =>
        error instanceof ApiError &&
        !exhaustedRetries.has(error) &&
        (retryAfterSeconds(error, failures) !== undefined || (failures < MAX_RETRIES && isPassing(error))),
      retryDelay: (failures, error) => {
        const seconds = retryAfterSeconds(error, failures);
        if (seconds === undefined) return 250 * 2 ** failures;
        recordBusy(seconds);
        return seconds * 1000;
      },
      // On mount, a page does not repeat a read that its route loader was just refused.
      retryOnMount: ({ state: { error, errorUpdatedAt } }) =>
        Date.now() - errorUpdatedAt > JUST_NOW_MS || !(error instanceof ApiError) || isPassing(error),
      // When offline, fail and show the error instead of pausing silently.
      networkMode: 'always',
    },
    mutations: { networkMode: 'always', retry: false },
  },
});

/** Transient errors. Timeouts are not retried: the user has already waited. */
const isPassing = ({ kind, isBusy }: ApiError) => (kind === 'refused' ? isBusy : kind !== 'timeout');

/** The sign-in of a tenant's cache, as of when the user left it. */
const leftAt = new Map<string | undefined, string>();

const signInAt = (key: string | undefined) => {
  const saved = findSavedConnection(key);
  return `${saved?.sessionSince} ${saved?.signedOutAt}`;
};

// Cancel in-flight queries of the tenant the user left. Sign-out also removes its cache.
onSwitch((left) => {
  void queryClient.cancelQueries();
  leftAt.set(left, signInAt(left));
  const { key = left } = connection.get() ?? {};
  // Another user may have signed in there in another tab.
  if (key === left || leftAt.get(key) !== signInAt(key)) queryClient.removeQueries({ queryKey: [key] });
});

/** Query key prefixes: of a tenant, a resource, its lists, one record, or the lists below a record. */
export const queryKeys = {
  connection: (of: Tenant = connection.get()) => [of?.key ?? ''] as const,
  resource: (resource: Resource, of?: Tenant) => [...queryKeys.connection(of), resource.type] as const,
  /** The signed-in user. */
  me: (of?: Tenant) => [...queryKeys.connection(of), 'users', 'me'] as const,
  lists: (resource: Resource, of?: Tenant) => [...queryKeys.resource(resource, of), 'list'] as const,
  one: (resource: Resource, id: string, of?: Tenant) => [...queryKeys.resource(resource, of), 'one', id] as const,
  below: (resource: Resource, id: string, of?: Tenant) => [...queryKeys.resource(resource, of), 'below', id] as const,
};

/** Id of the user signed in at a tenant; undefined if not known (yet). */
export const signedInId = (of?: Tenant): string | undefined =>
  queryClient.getQueryData<{ id: string } | null>(queryKeys.me(of))?.id;

/** Maximum retries of a read that the tenant answers with `Retry-After`. */
const MAX_BUSY_RETRIES = 5;
/** A longer `Retry-After` is reported as an error. */
const MAX_WAIT_SECONDS = 120;

/** Seconds until a read is retried; undefined without `Retry-After`, if it is too long, or after too many retries. */
function retryAfterSeconds(error: unknown, failures: number): number | undefined {
  if (!(error instanceof ApiError) || !error.isBusy || failures >= MAX_BUSY_RETRIES) return undefined;
  const seconds = error.retryAfterSeconds;
  if (seconds === undefined || seconds > MAX_WAIT_SECONDS) return undefined;
  return Math.max(1, seconds);
}

/** Errors of reads that have waited long enough. */
const exhaustedRetries = new WeakSet<ApiError>();

/**
 * Repeats one of a series of reads while the tenant asks to wait, so that the series does not start over. `onWait` is
 * given the seconds; by default, the page says so. Throws as the read does; a query does not repeat it again.
 */
export async function retryWhenBusy<Value>(
  read: () => Promise<Value>,
  { signal, onWait = recordBusy }: { signal?: AbortSignal; onWait?: (seconds: number) => void },
): Promise<Value> {
  for (let failures = 0; ; failures++) {
    try {
      return await read();
    } catch (error) {
      const seconds = retryAfterSeconds(error, failures);
      if (failures > 0 && error instanceof ApiError && error.isBusy) exhaustedRetries.add(error);
      if (seconds === undefined || signal?.aborted) throw error;
      onWait(seconds);
      await delay(seconds * 1000, signal);
    }
  }
}
