const CHANNEL = 'countersign.tabs';
const ANSWER_MS = 400;

/** Id of this page among the open tabs; changes with every load. Random, but no secret. */
export const tabId: string = Array.from(crypto.getRandomValues(new Uint32Array(2)), (part) => part.toString(36)).join(
  '',
);

/** Undefined where BroadcastChannel is missing. */
const channel = typeof BroadcastChannel === 'undefined' ? undefined : new BroadcastChannel(CHANNEL);

channel?.addEventListener('message', ({ data }) => {
  if (data === 'who') channel.postMessage({ alive: tabId });
});

/** Ids of the other open tabs: all that answer within 0.4 s. */
export async function otherTabs(): Promise<ReadonlySet<string>> {
  const alive = new Set<string>();
  if (!channel) return alive;
  const hear = ({ data }: MessageEvent) => {
    if (typeof data?.alive === 'string') alive.add(data.alive);
  };
  channel.addEventListener('message', hear);
  channel.postMessage('who');
  await new Promise((resolve) => setTimeout(resolve, ANSWER_MS));
  channel.removeEventListener('message', hear);
  return alive;
}

/**
 * Asks the other tabs whether they use the named resource, and answers their questions by `isAtIt`; calls back when one
 * does. Returns an unsubscribe function.
 */
export function askOthers(name: string, isAtIt: () => boolean, onAnswer: () => void): () => void {
  const hear = ({ data }: MessageEvent) => {
    if (data?.asks === name && isAtIt()) channel?.postMessage({ isAt: name });
    if (data?.isAt === name) onAnswer();
  };
  channel?.addEventListener('message', hear);
  channel?.postMessage({ asks: name });
  return () => channel?.removeEventListener('message', hear);
}
