import { connection, onSwitch } from '#src/api/connection.ts';
import { createStore, type Store, useStore } from '#src/lib/store.ts';
import type { PendingDecision } from './outbox-store.ts';

/** Failed decisions by draft id, kept until the draft is decided again. */
export const failedDecisions = createConnectionStore<Readonly<Record<string, FailedDecision>>>({});

export interface FailedDecision {
  decision: PendingDecision;
  error: unknown;
}

/** Whether the last decision on a draft failed. */
export const useHasFailed = (draftId: string): boolean => useStore(failedDecisions, (failed) => draftId in failed);

/** Ids of decided drafts that lists may still show as in review, because they have not been refetched. */
export const locallyDecidedIds = createConnectionStore<ReadonlySet<string>>(new Set());

/** Adds drafts to `locallyDecidedIds`, or removes them. */
export function markDecided(connectionKey: string, ids: readonly string[], isDecided: boolean): void {
  locallyDecidedIds.change(connectionKey, (before) => {
    const others = [...before].filter((id) => !ids.includes(id));
    return new Set(isDecided ? [...others, ...ids] : others);
  });
}

/** Ids of drafts that the queue selects again, because their bulk decision was undone, cancelled or refused. */
export const idsToReselect = createConnectionStore<readonly string[]>([]);

/** Records why a decision on a draft failed; undefined clears it for a new decision. */
export function recordFailure(connectionKey: string, draftId: string, failure: FailedDecision | undefined): void {
  failedDecisions.change(connectionKey, ({ [draftId]: _, ...others }) =>
    failure ? { ...others, [draftId]: failure } : others,
  );
}

/** A store with one value per connection; `get` and `set` use the current connection. */
interface ConnectionStore<Value> extends Store<Value> {
  /** Changes the value of a connection, current or not. */
  change: (connectionKey: string, make: (value: Value) => Value) => void;
}

/** Creates a store with one value per connection, because record ids are unique only within a connection. */
function createConnectionStore<Value>(empty: Value): ConnectionStore<Value> {
  const shown = createStore(empty);
  const others = new Map<string, Value>();
  onSwitch((left) => {
    const here = connection.get()?.key;
    // Sign-out leaves nothing behind for the next user.
    if (left !== undefined && here !== undefined) others.set(left, shown.get());
    else if (left !== undefined) others.delete(left);
    shown.set((here !== undefined ? others.get(here) : undefined) ?? empty);
  });
  return {
    ...shown,
    change: (key, make) => {
      if (key === connection.get()?.key) shown.set(make(shown.get()));
      else others.set(key, make(others.get(key) ?? empty));
    },
  };
}
