import { createStore } from '#src/lib/store.ts';
import { type Connection, connection, isCurrent, onSwitch, signInCount } from './connection.ts';

interface SignInQuestion {
  connection: Connection;
  answer: Promise<Connection | undefined>;
  settle: (renewed: Connection | undefined) => void;
}

/** The question for a new token, while it stands: one, however many requests wait for its answer. */
export const signInQuestion = createStore<SignInQuestion | undefined>(undefined);

/**
 * Asks for a new token. Resolves with the connection to go on with, or undefined where the person declined.
 * `sentAfter` is how often anybody had signed in when the refused request was sent.
 */
export async function askToSignIn(refused: Connection, sentAfter: number): Promise<Connection | undefined> {
  if (!isCurrent(refused)) return undefined;
  // Somebody answered while this request was under way.
  if (signInCount() !== sentAfter) return connection.get();
  const standing = signInQuestion.get();
  if (standing) return standing.answer;
  const { promise, resolve } = Promise.withResolvers<Connection | undefined>();
  signInQuestion.set({ connection: refused, answer: promise, settle: resolve });
  return promise;
}

/** Answers the question: with the connection that works now, or with nothing. */
export function answerSignIn(renewed: Connection | undefined): void {
  const question = signInQuestion.get();
  signInQuestion.set(undefined);
  question?.settle(renewed);
}

// Whoever has gone elsewhere is not asked for the key to the place behind them.
onSwitch(() => answerSignIn(undefined));
