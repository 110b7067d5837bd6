const CHANNEL = 'countersign.tabs';
const ANSWER_MS = 400;

/** Names this page among the open ones of this browser; another after every load. Random, though no secret. */
export const tabId: string = Array.from(crypto.getRandomValues(new Uint32Array(2)), (part) => part.toString(36)).join(
  '',
);

/** Whether tabs can hear each other here. */
const channel = typeof BroadcastChannel === 'undefined' ? undefined : new BroadcastChannel(CHANNEL);

channel?.addEventListener('message', ({ data }) => {
  if (data === 'who') channel.postMessage({ alive: tabId });
});

/** Names of the other tabs that are open: all that answer within 0.4 s. */
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
 * Asks the other tabs whether they are at something of the given name, and answers them for this one as `isAtIt` says;
 * calls back when one is. Returns how to stop that.
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
