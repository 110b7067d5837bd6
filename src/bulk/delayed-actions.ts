import type { Json } from '#contract/attribute.ts';
import { type Connection, isCurrent, openConnection, type SignInMark, signInMark } from '#src/api/connection.ts';
import { signedInId } from '#src/api/query-client.ts';
import { registerPendingWrites } from '#src/api/sign-in/pending-writes.ts';
import { currentAddress } from '#src/lib/base-path.ts';
import { after } from '#src/lib/delay.ts';
import { asRecord, isRecord, isText } from '#src/lib/json.ts';
import { onStorageChange, readStoredList, writeStoredList } from '#src/lib/storage/local-storage.ts';
import { noteRecent, type RecentAction, recentKey } from '#src/lib/storage/recent-actions.ts';
import { settings } from '#src/lib/storage/settings.ts';
import { createStore, useStore } from '#src/lib/store.ts';
import { tabId } from '#src/lib/tab-channel.ts';
import { type ActionOwner, userOf } from './action-owner.ts';
import type { RunningJob } from './job-runner.ts';

/** How an action is sent. */
export interface SendingOptions {
  keepalive: boolean;
  /** Id of the user who took the action, if known. */
  expectedUser: string | undefined;
}

/** A pending write to one record: an update if it has attributes, otherwise a delete. */
export interface RecordWrite {
  type: string;
  id: string;
  label: string;
  attributes?: Json;
  /** Version of the record that it is based on. */
  version?: string | undefined;
  /** Ids of the newest messages seen in the room: the write is not sent if the visitor has written since. */
  seenMessageIds?: readonly string[] | undefined;
  /** Set if it saves the stored draft of the record's form. */
  form?: string | undefined;
}

/** Outcome of an action that was done in part: the failure text, if any, the failed writes, and the past label. */
interface PartOfAction {
  failure: string | undefined;
  writes: readonly RecordWrite[];
  pastText: string;
}

interface DelayedAction {
  from: Connection;
  /** Key of what it changes, unique within the connection. Components find its pending `value` by this key. */
  subject: string;
  /** The new value of the subject, if it has one. */
  value?: unknown;
  /** Label while it is pending. */
  text: string;
  /** Label in the history, once it is done. Default: `text`. */
  pastText?: string | undefined;
  /** Path of the record it changes. Default: the current page. */
  path?: string;
  /** Its writes, stored until it is answered, so that the next start can offer them again after a crash. */
  writes?: readonly RecordWrite[] | undefined;
  requests: number;
  /** Approximate size of their bodies in bytes: browsers limit what a closing page can send. Default: small. */
  bytes?: number;
  /**
   * Sends it, and shows a failure to the user. Returns the failure text, if any. The outbox shows a job given to `onJob`,
   * and the page asks before it unloads.
   */
  send: (how: SendingOptions, onJob: (job: RunningJob) => void) => Promise<string | PartOfAction | undefined>;
  onUndo: () => void;
}

export interface PendingAction extends DelayedAction {
  id: string;
  path: string;
  by: string | undefined;
  signIn: SignInMark;
  isStored: boolean;
  state: 'waiting' | 'sending';
  /** When it is sent, in ms since 1970. */
  dueAt: number;
  job?: RunningJob;
  cancel: () => void;
}

/** An action that may not have reached the server yet, as stored for all tabs. */
export interface StoredAction
  extends Pick<PendingAction, 'id' | 'subject' | 'value' | 'text' | 'pastText' | 'path'>,
    ActionOwner {
  writes: readonly RecordWrite[];
  /** When it is to be sent, in ms since 1970. */
  dueAt?: number | undefined;
  /** When it was sent, in ms since 1970. */
  sentAt?: number | undefined;
}

const KEY = 'countersign.actions';
const readActions = () => readStoredList(KEY, isAction);

/** Unanswered actions of this browser, across tabs and connections, oldest first. */
export const storedActions = createStore<readonly StoredAction[]>(readActions());

onStorageChange([KEY], () => {
  storedActions.set(readActions());
  // Another tab may have undone them.
  for (const item of delayedActions.get()) if (item.state === 'waiting' && isTaken(item)) claim(item);
});

/** Stores the actions. Returns false if the browser cannot: they are then lost when their tab closes. */
function storeActions(actions: readonly StoredAction[]): boolean {
  const isStored = writeStoredList(KEY, actions);
  storedActions.set(readActions());
  return isStored;
}

/** Removes stored actions, and returns those that no other tab has taken. */
export function takeActions(ids: readonly string[]): StoredAction[] {
  const all = readActions();
  const taken = all.filter(({ id }) => ids.includes(id));
  if (taken.length > 0) storeActions(all.filter((action) => !taken.includes(action)));
  return taken;
}

const patchStored = ({ id }: PendingAction, patch: Partial<StoredAction>) =>
  storeActions(readActions().map((action) => (action.id === id ? { ...action, ...patch } : action)));

export function isAction(value: unknown): value is StoredAction {
  const { id, subject, text, pastText = '', path, connectionKey, by = '', owner, writes } = asRecord(value) ?? {};
  const isValid = [id, subject, text, pastText, path, connectionKey, by, owner].every(isText);
  return isValid && Array.isArray(writes) && writes.every(isWrite);
}

function isWrite(value: unknown): boolean {
  const { type, id, label, attributes = {}, version = '', form = '', seenMessageIds = [] } = asRecord(value) ?? {};
  const areSeen = Array.isArray(seenMessageIds) && seenMessageIds.every(isText);
  return [type, id, label, version, form].every(isText) && isRecord(attributes) && areSeen;
}

/** Actions of this tab that have not been answered yet, oldest first. */
export const delayedActions = createStore<readonly PendingAction[]>([]);

let taken = 0;

/**
 * Performs an action after the undo period, unless it is undone. It is sent once: when the period ends, or earlier when
 * the page unloads, the user switches connection, or someone signs in.
 */
export function delayAction(action: DelayedAction): void {
  const delayMs = settings.get().undoSeconds * 1000;
  const { pathname, search } = currentAddress();
  const item: PendingAction = {
    path: pathname + search,
    ...action,
    id: `${tabId} action ${taken++}`,
    by: signedInId(action.from),
    signIn: signInMark(action.from.key),
    isStored: false,
    state: 'waiting',
    dueAt: Date.now() + delayMs,
    cancel: after(delayMs, () => void send(item)),
  };
  delayedActions.set([...delayedActions.get(), item]);
  const stored = toStored(item);
  if (!stored) return;
  item.isStored = storeActions([...readActions(), stored]);
  for (const listener of changeListeners) listener(stored, undefined);
}

/** The stored form of an action; undefined if it has no writes to store. */
function toStored(item: PendingAction): StoredAction | undefined {
  const { id, subject, value, text, pastText, path, writes, dueAt, by, signIn, from } = item;
  const taker = { connectionKey: from.key, by, signedOutAt: signIn.signedOutAt, owner: tabId };
  return writes && { id, subject, value, text, pastText, path, writes, dueAt, ...taker };
}

/** Receives a stored action when it is taken, without a failure, and when it has failed, with the failure text. */
type ChangeListener = (action: StoredAction, failure: string | undefined) => void;
const changeListeners = new Set<ChangeListener>();

/** Calls back when a stored action of this tab is taken, or has failed. */
export const onActionChange = (listener: ChangeListener): void => void changeListeners.add(listener);

/** Fills in the user of unanswered actions once the server has named the signed-in user. */
export function assignActionUsers(): void {
  for (const item of delayedActions.get()) {
    const by = userOf(item.from.key, item.signIn);
    if (item.by !== undefined || by === undefined) continue;
    item.by = by;
    patchStored(item, { by });
  }
}

/** The newest unanswered action on a subject of the current connection. */
export const findDelayedAction = (subject: string): PendingAction | undefined =>
  delayedActions.get().findLast((item) => item.subject === subject && isCurrent(item.from));

/** Hook form of `findDelayedAction`. */
export const useDelayedAction = (subject: string): DelayedAction | undefined =>
  useStore(delayedActions, () => findDelayedAction(subject));

/** Undoes a subject's newest pending action, unrecorded if `isReplaced`. Returns whether there was one. */
export function undoActionOn(subject: string, isReplaced = false): boolean {
  const last = delayedActions.get().findLast((item) => item.state === 'waiting' && item.subject === subject);
  return last !== undefined && undoAction(last, isReplaced);
}

/** Sends the pending actions on a subject now. */
export function sendActionsOn(subject: string): void {
  for (const item of delayedActions.get()) if (item.subject === subject) void send(item);
}

/** Undoes an action if it is still pending. Returns whether it was. */
export function undoAction(item: PendingAction, isReplaced = false): boolean {
  if (!claim(item)) return false;
  remove(item);
  if (isReplaced) return true;
  item.onUndo();
  note(item, 'undone');
  return true;
}

async function send(item: PendingAction, keepalive = false): Promise<void> {
  if (!claim(item)) return;
  patchStored(item, { sentAt: Date.now() });
  const onJob = (job: RunningJob) => {
    item.job = job;
    delayedActions.set([...delayedActions.get()]);
  };
  const end = await item.send({ keepalive, expectedUser: item.by }, onJob);
  remove(item);
  const { failure, ...part } = typeof end === 'object' ? end : { failure: end };
  const settled = { ...item, ...part };
  const stored = failure === undefined ? undefined : toStored(settled);
  if (stored) for (const listener of changeListeners) listener({ ...stored, sentAt: Date.now() }, failure);
  note(settled, failure === undefined ? 'sent' : 'failed', failure);
}

function note(item: PendingAction, state: RecentAction['state'], detail?: string): void {
  const { id, text, pastText = text, path, from, by, signIn } = item;
  recordAction({ key: from.key, by, signIn }, { id, text: pastText, path, at: Date.now(), state, detail });
}

/** The user who took an action, and the sign-in, because the user may not have been named by then. */
interface Actor {
  key: string;
  by: string | undefined;
  signIn: SignInMark | undefined;
}

/** Records the outcome of an action in its user's history; nowhere if the user was never named and has signed out. */
export function recordAction({ key, by, signIn }: Actor, action: RecentAction): void {
  const now = signInMark(key);
  const hasLeft = !openConnection(key) || now.signedOutAt !== signIn?.signedOutAt;
  if (by === undefined && hasLeft) return;
  noteRecent(recentKey(key, by ?? userOf(key, signIn)), action);
}

/** Claims a pending action, so that it is sent or undone only once. Returns whether it was still pending. */
function claim(item: PendingAction): boolean {
  if (item.state !== 'waiting') return false;
  item.state = 'sending';
  item.cancel();
  delayedActions.set([...delayedActions.get()]);
  if (!isTaken(item)) return true;
  remove(item);
  item.onUndo();
  return false;
}

/**
 * Whether another tab has taken the action: to undo it, or to offer it as unsent, because browsers freeze background
 * tabs, which then seem to be closed.
 */
const isTaken = ({ isStored, id }: PendingAction) => isStored && !readActions().some((stored) => stored.id === id);

function remove(item: PendingAction): void {
  delayedActions.set(delayedActions.get().filter((other) => other !== item));
  takeActions([item.id]);
}

registerPendingWrites({
  longest: () =>
    Math.max(0, ...delayedActions.get().map(({ requests, job }) => (job ? Number.POSITIVE_INFINITY : requests))),
  bytes: () => delayedActions.get().reduce((sum, { bytes = 0 }) => sum + bytes, 0),
  send: (keepalive) => Promise.all(delayedActions.get().map((item) => send(item, keepalive))),
});
