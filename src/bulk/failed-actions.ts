import { useMemo } from 'react';
import { connection } from '#src/api/connection.ts';
import { signedInId } from '#src/api/query-client.ts';
import { isText } from '#src/lib/json.ts';
import { onStorageChange, readStoredList, writeStoredList } from '#src/lib/storage/local-storage.ts';
import { createStore, useStore } from '#src/lib/store.ts';
import { isKnownOwn } from './action-owner.ts';
import { isAction, onActionChange, type RecordWrite, type StoredAction } from './delayed-actions.ts';

/** An action that the service did not carry out. */
export interface FailedAction extends StoredAction {
  /** The failure text. */
  detail: string;
}

const KEY = 'countersign.failed-actions';
const MOST = 100;
const DAY_MS = 24 * 60 * 60_000;

/** Actions that failed in the last day, until they are retried; of all tabs, users and connections, oldest first. */
export const failedActions = createStore(readFailed());

const NONE: ReadonlyMap<string, FailedAction> = new Map();

/** The failed action that the user wants to retry; cleared once it is resent. */
export const wantedAgain = createStore<FailedAction | undefined>(undefined);

onStorageChange([KEY], () => failedActions.set(readFailed()));
onActionChange((action, failure) => {
  const isSame = (one: RecordWrite) => action.writes.some(({ type, id }) => type === one.type && id === one.id);
  const all = failedActions.get();
  const others = all.filter((one) => one.connectionKey !== action.connectionKey || !one.writes.some(isSame));
  if (failure === undefined && others.length === all.length) return;
  change(failure === undefined ? others : [...others, { ...action, detail: failure }].slice(-MOST));
});

function change(next: readonly FailedAction[]): void {
  failedActions.set(next);
  writeStoredList(KEY, next);
}

/** The user's failed actions on records of a type, by record id: those on which the last action failed. */
export function useFailedActions(type: string): ReadonlyMap<string, FailedAction> {
  const all = useStore(failedActions);
  const owner = `${useStore(connection)?.key} ${signedInId()}`;
  return useMemo(() => {
    if (all.length === 0 || !owner) return NONE;
    const own = all.filter(isKnownOwn);
    return new Map(
      own.flatMap((action) => action.writes.filter((one) => one.type === type).map(({ id }) => [id, action] as const)),
    );
  }, [all, type, owner]);
}

/** The user's failed action with an id, unless it was retried. */
export const useFailedActionById = (id: string): FailedAction | undefined =>
  useStore(failedActions, (all) => all.find((action) => action.id === id && isKnownOwn(action)));

function readFailed(): readonly FailedAction[] {
  const since = Date.now() - DAY_MS;
  return readStoredList(KEY, isFailed).filter(({ sentAt = 0 }) => sentAt > since);
}

function isFailed(value: unknown): value is FailedAction {
  return isAction(value) && 'detail' in value && isText(value.detail);
}
