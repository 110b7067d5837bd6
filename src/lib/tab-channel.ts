import { delay } from './delay.ts';
import { listen } from './listen.ts';

const CHANNEL = 'countersign.tabs';
const ANSWER_MS = 400;

/** Id of this page among the open tabs; changes with every load. Random, but no secret. */
export const tabId: string = Array.from(crypto.getRandomValues(new Uint32Array(2)), (part) => part.toString(36)).join(
  '',
);

/** Undefined where BroadcastChannel is missing. */
const channel = typeof BroadcastChannel === 'undefined' ? undefined : new BroadcastChannel(CHANNEL);

if (channel) {
  listen(channel, 'message', ({ data }) => {
    if (data === 'who') channel.postMessage({ alive: tabId });
  });
}

/** Ids of the other open tabs: all that answer within 0.4 s. */
export async function otherTabs(): Promise<ReadonlySet<string>> {
  const alive = new Set<string>();
  if (!channel) return alive;
  const stop = listen(channel, 'message', ({ data }) => {
    if (typeof data?.alive === 'string') alive.add(data.alive);
  });
  channel.postMessage('who');
  await delay(ANSWER_MS);
  stop();
  return alive;
}

/**
 * Asks the other tabs whether they use the named resource, and answers their questions by `isAtIt`; calls back when one
 * does. Returns an unsubscribe function.
 */
export function askOtherTabs(name: string, isAtIt: () => boolean, onAnswer: () => void): () => void {
  if (!channel) return () => undefined;
  const stop = listen(channel, 'message', ({ data }) => {
    if (data?.asks === name && isAtIt()) channel.postMessage({ isAt: name });
    if (data?.isAt === name) onAnswer();
  });
  channel.postMessage({ asks: name });
  return stop;
}
