import { after } from '#src/lib/delay.ts';
import { listen } from '#src/lib/listen.ts';
import { readStored } from '#src/lib/storage/local-storage.ts';
import { createStore } from '#src/lib/store.ts';
import { type Connection, connection, isCurrent, onSwitch, signInCount, type Tenant } from '../connection.ts';
import { queryClient, queryKeys, signedInId } from '../query-client.ts';
import { LAST_USER } from './connection-store.ts';

interface ReauthPrompt {
  connection: Connection;
  answer: Promise<Connection | undefined>;
  settle: (renewed: Connection | undefined) => void;
}

/** The pending re-auth prompt, shared by all requests that wait for it. */
export const reauthPrompt = createStore<ReauthPrompt | undefined>(undefined);

/**
 * Prompts for a new token. Resolves with the renewed connection, or undefined if the user declined. `sentAfter` is the
 * sign-in count when the refused request was sent.
 */
export async function reauthenticate(refused: Connection, sentAfter: number): Promise<Connection | undefined> {
  if (!isCurrent(refused)) return undefined;
  // The user signed in while this request was in flight.
  if (signInCount() !== sentAfter) return connection.get();
  const standing = reauthPrompt.get();
  if (standing) return standing.answer;
  const { promise, resolve } = Promise.withResolvers<Connection | undefined>();
  reauthPrompt.set({ connection: refused, answer: promise, settle: resolve });
  return promise;
}

/** Resolves the prompt with the renewed connection, or with undefined. */
export function settleReauth(renewed: Connection | undefined): void {
  const question = reauthPrompt.get();
  reauthPrompt.set(undefined);
  question?.settle(renewed);
}

/**
 * Continues after the session was renewed. Looks up the user first: if another user has signed in, reloads, because
 * the page may hold text typed by the previous one.
 */
export async function resumeSession(
  lookUp: () => Promise<unknown> = lookUpKnown,
  of = connection.get(),
  // After a fresh load with an ended session, only the browser knows whose stored text the page has restored.
  before: unknown = signedInId(of) ?? readStored('local', LAST_USER + of?.key),
): Promise<void> {
  await lookUp();
  if (!isCurrent(of) || reloadForAnother(of, before)) return;
  settleReauth(connection.get());
  void queryClient.invalidateQueries({ queryKey: queryKeys.connection(of) });
}

const RECHECK_MS = 5000;

/** Reloads if another user than `before` has signed in; returns whether it does. Looks again until that is known. */
function reloadForAnother(of: Tenant, before: unknown): boolean {
  if (before === undefined || !isCurrent(of)) return false;
  const me = queryClient.getQueryCache().find({ queryKey: queryKeys.me(of) });
  const isAsked = me?.state.fetchStatus === 'fetching';
  if (isAsked || me?.state.error) {
    const again = () => reloadForAnother(of, before);
    after(isAsked ? 0 : RECHECK_MS, () => void me.fetch().then(again, again));
    return false;
  }
  // If the server no longer identifies its users, anyone may have signed in.
  if (before === signedInId(of)) return false;
  isReloading = true;
  location.reload();
  return true;
}

let isReloading = false;
// No warning of unsaved changes then: they are stored for their author, and the next user must not stay. The warnings
// are registered later than this; Chromium runs listeners of the window in that order, whether they capture or not.
listen(window, 'beforeunload', (event) => {
  if (isReloading) event.stopImmediatePropagation();
  isReloading = false;
});

/** Skipped if no user is known yet: a pending lookup may wait for the prompt. */
const lookUpKnown = async () => signedInId() && queryClient.refetchQueries({ queryKey: queryKeys.me() });

// Cancel the prompt when the user switches tenant.
onSwitch(() => settleReauth(undefined));
