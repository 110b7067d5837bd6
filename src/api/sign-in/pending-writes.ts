import { onSwitch } from '#src/api/connection.ts';
import { settleWithin } from '#src/lib/delay.ts';
import { listen } from '#src/lib/listen.ts';

/** How many requests an unloading page can send; the user is asked before it unloads with more. */
export const MOST_AT_ONCE = 100;
const LONGEST_MS = 3_000;

/** Writes that wait in this tab, and have to be sent before it or its session ends. */
export interface PendingWrites {
  /** The most requests that one of them takes. */
  longest?: () => number;
  /** Sends them; with `keepalive`, the page is unloading, and the requests must start in this very task. */
  send: (keepalive: boolean) => Promise<unknown>;
}

const registered = new Set<PendingWrites>();

/**
 * Registers writes to be sent when the page unloads, before a person signs in, and when the user signs out or switches
 * connection: that does not undo them, and the next session is not to send them.
 */
export const registerPendingWrites = (writes: PendingWrites): void => void registered.add(writes);

const sendAll = (keepalive: boolean) => Array.from(registered, ({ send }) => send(keepalive));

/** Sends what waits, under the session in which it was decided, and waits for the answers for at most three seconds. */
export const settleWrites = (): Promise<void> => settleWithin(LONGEST_MS, sendAll(false));

listen(window, 'beforeunload', (event) => {
  if ([...registered].some(({ longest }) => (longest?.() ?? 0) > MOST_AT_ONCE)) event.preventDefault();
});
// After any question of `beforeunload`: a user who chooses to stay has sent nothing.
listen(window, 'pagehide', () => void sendAll(true));
onSwitch(() => void sendAll(false));
