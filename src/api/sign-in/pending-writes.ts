import { onSwitch } from '#src/api/connection.ts';
import { settleWithin } from '#src/lib/delay.ts';
import { listen } from '#src/lib/listen.ts';

/** How many requests an unloading page can send; the user is asked before it unloads with more. */
export const MAX_AT_ONCE = 100;
/** The 64 KiB limit of all `keepalive` requests of a page, minus room for other requests. */
export const MAX_BYTES = 60_000;
const MAX_WAIT_MS = 3_000;

/** Writes queued in this tab that must be sent before the tab closes or its session ends. */
export interface PendingWrites {
  /** Number of requests that the largest write takes. */
  longest?: () => number;
  /** Approximate size of the bodies of all writes. */
  bytes?: () => number;
  /** Sends them. With `keepalive`, the page is unloading and all requests must start in the same task. */
  send: (keepalive: boolean) => Promise<unknown>;
}

const registered = new Set<PendingWrites>();

/**
 * Registers queued writes. They are sent when the page unloads, before a sign-in, and on sign-out or a switch of
 * connection, so that they are neither lost nor sent under the next session.
 */
export const registerPendingWrites = (writes: PendingWrites): void => void registered.add(writes);

const sendAll = (keepalive: boolean) => Array.from(registered, ({ send }) => send(keepalive));

/** Sends all queued writes under the current session, and waits at most three seconds for the answers. */
export const flushWrites = (): Promise<void> => settleWithin(MAX_WAIT_MS, sendAll(false));

listen(window, 'beforeunload', (event) => {
  const all = [...registered];
  const bytes = all.reduce((sum, writes) => sum + (writes.bytes?.() ?? 0), 0);
  if (bytes > MAX_BYTES || all.some(({ longest }) => (longest?.() ?? 0) > MAX_AT_ONCE)) event.preventDefault();
});
// Not on `beforeunload`: a user who then chooses to stay must not have sent anything.
listen(window, 'pagehide', () => void sendAll(true));
onSwitch(() => void sendAll(false));
