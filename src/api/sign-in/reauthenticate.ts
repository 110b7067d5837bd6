import { after } from '#src/lib/delay.ts';
import { createStore } from '#src/lib/store.ts';
import { type Connection, connection, isCurrent, onSwitch, signInCount } from '../connection.ts';
import { queryClient, queryKeys, signedInId } from '../query-client.ts';

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
 * Continues after the session was renewed. Looks up the user first: if another person has signed in, reloads, because
 * the page may hold text typed by the previous one.
 */
export async function resumeSession(
  lookUp: () => Promise<unknown> = lookUpKnown,
  of = connection.get(),
  before = signedInId(of),
): Promise<void> {
  await lookUp();
  if (!isCurrent(of)) return;
  // If the server no longer identifies its users, anyone may have signed in.
  if (before !== undefined && before !== signedInId(of)) return location.reload();
  if (before && queryClient.getQueryState(queryKeys.me(of))?.error)
    after(LOOK_AGAIN_MS, () => void resumeSession(lookUpKnown, of, before));
  settleReauth(connection.get());
  void queryClient.invalidateQueries({ queryKey: queryKeys.connection(of) });
}

const LOOK_AGAIN_MS = 5000;

/** Skipped if no user is known yet: there is nothing to compare, and a pending lookup may wait for the prompt. */
const lookUpKnown = async () => signedInId() && queryClient.refetchQueries({ queryKey: queryKeys.me() });

// Cancel the prompt when the user switches tenant.
onSwitch(() => settleReauth(undefined));
