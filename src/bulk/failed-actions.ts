import { useMemo } from 'react';
import { type Connection, connection } from '#src/api/connection.ts';
import { signedInId } from '#src/api/query-client.ts';
import { findSavedConnection, savedConnections } from '#src/api/sign-in/connection-store.ts';
import { isText } from '#src/lib/json.ts';
import { onStorageChange, readStoredList, writeStoredList } from '#src/lib/storage/local-storage.ts';
import { createStore, useStore } from '#src/lib/store.ts';
import { errorMessage } from '#src/page/error-message.ts';
import { showToast, type Toast } from '#src/ui/overlay/toasts.ts';
import { type ActionOwner, isOwnActionAt } from './action-owner.ts';
import { isAction, onActionChange, type RecordWrite, type StoredAction } from './delayed-actions.ts';

/** An action that the service did not carry out. */
export interface FailedAction extends StoredAction {
  detail: string;
}

const MAX_FAILURES = 100;
const DAY_MS = 24 * 60 * 60_000;

/** Whether the user of the action is exactly the one signed in at the current connection; both may be unnamed. */
export const isKnownOwn = ({ connectionKey: key, by }: ActionOwner): boolean =>
  key === connection.get()?.key && by === signedInId();

/** Whether the user can still return to the action: false once its connection is removed, or an unnamed user signed out. */
export function canReturnTo({ connectionKey: key, by, signedOutAt }: ActionOwner): boolean {
  const saved = findSavedConnection(key);
  return saved !== undefined && (by !== undefined || signedOutAt === saved.signedOutAt);
}

/** Stores what failed in the last day, as long as its user may return; of all tabs, oldest first. */
export function createFailureStore<Failure>(
  key: string,
  isFailure: (value: unknown) => value is Failure,
  actionOf: (failure: Failure) => ActionOwner & Pick<StoredAction, 'sentAt'>,
) {
  const isKept = (failure: Failure) => {
    const action = actionOf(failure);
    return (action.sentAt ?? 0) > Date.now() - DAY_MS && canReturnTo(action);
  };
  const read = () => readStoredList(key, isFailure).filter(isKept);
  const store = createStore<readonly Failure[]>(read());
  let isStored = true;
  /** Changes the failures in all tabs, or in this tab alone if storage fails. */
  const change = (make: (all: readonly Failure[]) => readonly Failure[]) => {
    const next = make(isStored ? read() : store.get());
    store.set(next.filter(isKept).slice(-MAX_FAILURES));
    isStored = writeStoredList(key, store.get());
  };
  onStorageChange([key], () => store.set(read()));
  savedConnections.subscribe(() => store.get().every(isKept) || change((all) => all));
  return { ...store, change };
}

/** Actions that failed, until they are retried; of all users and connections. */
export const failedActions = createFailureStore('countersign.failed-actions', isFailed, (action) => action);

/** The failed action that the user wants to retry; cleared once it is resent. */
export const actionToRetry = createStore<FailedAction | undefined>(undefined);

onActionChange((action, failure) => {
  const isSame = (one: RecordWrite) => action.writes.some(({ type, id }) => type === one.type && id === one.id);
  const isOther = (one: FailedAction) => one.connectionKey !== action.connectionKey || !one.writes.some(isSame);
  if (failure === undefined && failedActions.get().every(isOther)) return;
  const failed = failure === undefined ? [] : [{ ...action, detail: failure }];
  failedActions.change((all) => [...all.filter(isOther), ...failed]);
});

/** The user's failed actions on records of a type, by record id: those on which the last action failed. */
export function useFailedActions(type: string): ReadonlyMap<string, FailedAction> {
  const all = useStore(failedActions);
  const key = useStore(connection)?.key;
  const by = signedInId();
  return useMemo(() => {
    const own = all.filter((action) => action.connectionKey === key && action.by === by);
    return new Map(
      own.flatMap((action) => action.writes.filter((one) => one.type === type).map(({ id }) => [id, action] as const)),
    );
  }, [all, type, key, by]);
}

/** The user's failed action with an id, unless it was retried. */
export const useFailedActionById = (id: string): FailedAction | undefined =>
  useStore(failedActions, (all) => all.find((action) => action.id === id && isKnownOwn(action)));

/** A toast's action. Toasts outlive a switch, so it is offered only at its connection, and to the user `by` if known. */
export function toastAction({ key }: Pick<Connection, 'key'>, label: string, run: () => void, by?: string) {
  const isOffered = () => isOwnActionAt(connection.get()?.key, { connectionKey: key, by });
  // A sign-in over the page changes the user without rendering the toast again.
  return { label, isOffered, onAct: () => void (isOffered() && run()) };
}

/** Suffix with a connection's name, if it is not the current one. */
export function elsewhere(key: string | undefined): string {
  const name = findSavedConnection(key)?.name;
  return name === undefined || key === connection.get()?.key ? '' : ` · ${name}`;
}

/**
 * Shows a toast for what failed at `from`, with a button, offered to the user `by` alone if known. `why` is an error, or
 * its words. Returns the words.
 */
export function showFailureToast(
  from: Connection,
  text: string,
  why: unknown,
  { label, run, by, ...toast }: { label: string; run: () => void; by?: string | undefined } & Partial<Toast>,
): string {
  const detail = typeof why === 'string' ? why : errorMessage(why, from);
  const action = toastAction(from, label, run, by);
  showToast({ tone: 'bad', text: text + elsewhere(from.key), detail, action, ...toast });
  return detail;
}

function isFailed(value: unknown): value is FailedAction {
  return isAction(value) && 'detail' in value && isText(value.detail);
}
