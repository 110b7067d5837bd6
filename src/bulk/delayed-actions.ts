import { type Connection, connection, onSwitch } from '#src/api/connection.ts';
import { listen } from '#src/lib/listen.ts';
import { onPageHide } from '#src/lib/on-page-hide.ts';
import { settings } from '#src/lib/storage/settings.ts';
import { createStore, useStore } from '#src/lib/store.ts';
import { dismissToast, showToast } from '#src/ui/overlay/toasts.ts';

/** How many requests an unloading page can send. */
const MOST_AT_ONCE = 100;

export interface DelayedAction {
  from: Connection;
  /** What it changes, unique within the connection; a value that is shown until it is sent can be found by it. */
  subject: string;
  /** The new value of the subject, if it has one. */
  value?: unknown;
  /** Says what will be done. */
  text: string;
  /** Label of the button that takes it back. */
  undoLabel: string;
  /** How many requests it sends. */
  requests: number;
  /** Sends it, and handles its failure. With `keepalive`, the page is unloading. */
  send: (keepalive: boolean) => Promise<void>;
  onUndo: () => void;
}

interface Pending extends DelayedAction {
  state: 'waiting' | 'sending';
  /** When it is sent, in ms since 1970. */
  dueAt: number;
  toast: string;
  timer: ReturnType<typeof setTimeout>;
}

/** Actions of this tab that have not been answered yet, oldest first. */
const pending = createStore<readonly Pending[]>([]);

/**
 * Performs an action unless it is undone within the undo period. It is sent once: when the time is over, or when the page
 * unloads or the user switches connection.
 */
export function delayAction(action: DelayedAction): void {
  const delayMs = settings.get().undoSeconds * 1000;
  const item: Pending = {
    ...action,
    state: 'waiting',
    dueAt: Date.now() + delayMs,
    toast: showToast({
      text: action.text,
      until: Date.now() + delayMs,
      lasts: Number.POSITIVE_INFINITY,
      action: { label: action.undoLabel, shortcut: 'z', onAct: () => undo(item) },
    }),
    timer: setTimeout(() => void send(item), delayMs),
  };
  pending.set([...pending.get(), item]);
}

/** The newest unanswered action on a subject of the current connection. */
export function useDelayedAction(subject: string): DelayedAction | undefined {
  const key = useStore(connection)?.key;
  return useStore(pending).findLast((item) => item.subject === subject && item.from.key === key);
}

/** When the newest action that can be undone is sent, in ms since 1970; undefined if there is none. */
export const useUndoableUntil = (): number | undefined =>
  useStore(pending).findLast(({ state }) => state === 'waiting')?.dueAt;

/** Undoes the newest action still waiting, or the newest one on a subject. Returns whether there was one. */
export function undoLastAction(subject?: string): boolean {
  const last = pending
    .get()
    .findLast((item) => item.state === 'waiting' && (subject === undefined || item.subject === subject));
  if (!last) return false;
  undo(last);
  return true;
}

function undo(item: Pending): void {
  if (!claim(item)) return;
  remove(item);
  item.onUndo();
}

async function send(item: Pending, keepalive = false): Promise<void> {
  if (!claim(item)) return;
  await item.send(keepalive);
  remove(item);
}

/** Ends its waiting, so that nothing is sent or undone twice. Returns whether it was still waiting. */
function claim(item: Pending): boolean {
  if (!pending.get().some((other) => other === item && other.state === 'waiting')) return false;
  item.state = 'sending';
  pending.set([...pending.get()]);
  clearTimeout(item.timer);
  dismissToast(item.toast);
  return true;
}

const remove = (item: Pending) => pending.set(pending.get().filter((other) => other !== item));

function sendAll(keepalive: boolean): void {
  for (const item of pending.get()) void send(item, keepalive);
}

listen(window, 'beforeunload', (event) => {
  if (pending.get().some(({ requests }) => requests > MOST_AT_ONCE)) event.preventDefault();
});
onPageHide(() => sendAll(true));
// Signing out or switching connection does not undo an action.
onSwitch(() => sendAll(false));
