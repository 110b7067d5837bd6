import { useSyncExternalStore } from 'react';
import {
  type Connection,
  isCurrent,
  onSwitch,
  openConnection,
  type SignInMark,
  signInMark,
} from '#src/api/connection.ts';
import { signedInId } from '#src/api/query-client.ts';
import { onBeforeSignIn } from '#src/api/sign-in/settle-writes.ts';
import { currentAddress } from '#src/lib/base-path.ts';
import { after } from '#src/lib/delay.ts';
import { listen } from '#src/lib/listen.ts';
import { MOST_AT_ONCE, onPageHide } from '#src/lib/on-page-hide.ts';
import { noteRecent, type RecentAction, recentKey } from '#src/lib/storage/recent-actions.ts';
import { settings } from '#src/lib/storage/settings.ts';
import { createStore } from '#src/lib/store.ts';
import { tabId } from '#src/lib/tab-channel.ts';

/** How an action is sent. */
export interface Sending {
  /** The page is unloading. */
  keepalive: boolean;
  /** Who took the action, if known. */
  expectedUser: string | undefined;
}

export interface DelayedAction {
  from: Connection;
  /** What it changes, unique within the connection; a value that is shown until it is sent can be found by it. */
  subject: string;
  /** The new value of the subject, if it has one. */
  value?: unknown;
  /** Says what is done. */
  text: string;
  /** Says what was done, in the history. Default: the same. */
  pastText?: string;
  /** Path of what it is done to. Default: the current page. */
  path?: string;
  /** How many requests it sends. */
  requests: number;
  /** About how many bytes they carry. Default: few. */
  bytes?: number;
  /** Sends it, and shows its failure. Returns the words of the failure, if any. */
  send: (how: Sending) => Promise<string | undefined>;
  onUndo: () => void;
}

export interface PendingAction extends DelayedAction {
  id: string;
  path: string;
  expectedUser: string | undefined;
  signIn: SignInMark;
  state: 'waiting' | 'sending';
  /** When it is sent, in ms since 1970. */
  dueAt: number;
  cancel: () => void;
}

/** Actions of this tab that have not been answered yet, oldest first. */
export const delayedActions = createStore<readonly PendingAction[]>([]);

let taken = 0;

/**
 * Performs an action unless it is undone within the undo period. It is sent once: when the time is over, or when the page
 * unloads, the user switches connection, or a person signs in.
 */
export function delayAction(action: DelayedAction): void {
  const delayMs = settings.get().undoSeconds * 1000;
  const { pathname, search } = currentAddress();
  const item: PendingAction = {
    path: pathname + search,
    ...action,
    id: `${tabId} action ${taken++}`,
    expectedUser: signedInId(action.from),
    signIn: signInMark(action.from.key),
    state: 'waiting',
    dueAt: Date.now() + delayMs,
    cancel: after(delayMs, () => void send(item)),
  };
  delayedActions.set([...delayedActions.get(), item]);
}

/** The newest unanswered action on a subject of the current connection. */
export const findDelayedAction = (subject: string): DelayedAction | undefined =>
  delayedActions.get().findLast((item) => item.subject === subject && isCurrent(item.from));

/** Hook form of `findDelayedAction`. */
export const useDelayedAction = (subject: string): DelayedAction | undefined =>
  useSyncExternalStore(delayedActions.subscribe, () => findDelayedAction(subject));

/** Undoes the newest action on a subject that still waits. Returns whether there was one. */
export function undoActionOn(subject: string): boolean {
  const last = delayedActions.get().findLast((item) => item.state === 'waiting' && item.subject === subject);
  return last !== undefined && undoAction(last);
}

/** Sends what still waits on a subject. */
export function sendActionsOn(subject: string): void {
  for (const item of delayedActions.get()) if (item.subject === subject) void send(item);
}

/** Undoes an action that still waits. Returns whether it did. */
export function undoAction(item: PendingAction): boolean {
  if (!claim(item)) return false;
  remove(item);
  item.onUndo();
  note(item, { state: 'undone' });
  return true;
}

async function send(item: PendingAction, keepalive = false): Promise<void> {
  if (!claim(item)) return;
  const { expectedUser } = item;
  const failure = await item.send({ keepalive, expectedUser });
  remove(item);
  note(item, failure === undefined ? { state: 'sent' } : { state: 'failed', detail: failure });
}

function note({ id, text, pastText = text, path, ...action }: PendingAction, become: Become): void {
  const actor = { key: action.from.key, by: action.expectedUser, signIn: action.signIn };
  noteAction(actor, { id, text: pastText, path, at: Date.now(), ...become });
}

type Become = Pick<RecentAction, 'state' | 'detail'>;

/** Who took an action, and under which sign-in: the id may not have been known yet. */
interface Actor {
  key: string;
  by: string | undefined;
  signIn: SignInMark | undefined;
}

/** Stores what became of an action in the history of who took it; nowhere if they have left without being known. */
export function noteAction({ key, by, signIn }: Actor, action: RecentAction): void {
  const now = signInMark(key);
  const hasLeft = !openConnection(key) || now.signedOutAt !== signIn?.signedOutAt;
  if (by === undefined && hasLeft) return;
  const isSame = now.signIns === signIn?.signIns;
  noteRecent(recentKey(key, by ?? (isSame ? signedInId({ key }) : undefined)), action);
}

/** Ends its waiting, so that nothing is sent or undone twice. Returns whether it was still waiting. */
function claim(item: PendingAction): boolean {
  if (item.state !== 'waiting') return false;
  item.state = 'sending';
  item.cancel();
  delayedActions.set([...delayedActions.get()]);
  return true;
}

const remove = (item: PendingAction) => delayedActions.set(delayedActions.get().filter((other) => other !== item));

const sendAll = (keepalive: boolean) => Promise.all(delayedActions.get().map((item) => send(item, keepalive)));

listen(window, 'beforeunload', (event) => {
  if (delayedActions.get().some(({ requests }) => requests > MOST_AT_ONCE)) event.preventDefault();
});
onPageHide(() => void sendAll(true));
// Signing out or switching connection does not undo an action, and the next session is not to send it.
onSwitch(() => void sendAll(false));
onBeforeSignIn(() => sendAll(false));
