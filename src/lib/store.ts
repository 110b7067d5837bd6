import { useSyncExternalStore } from 'react';

/** An external store: a value outside React that components subscribe to. */
export interface Store<Value> {
  get: () => Value;
  set: (value: Value) => void;
  /** Calls back after each change; returns an unsubscribe function. */
  subscribe: (listener: () => void) => () => void;
}

export function createStore<Value>(initial: Value): Store<Value> {
  let current = initial;
  const listeners = new Set<() => void>();
  return {
    get: () => current,
    set: (value) => {
      current = value;
      for (const listener of listeners) listener();
    },
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

/** The value of a store, or the part that `pick` selects; re-renders on change. `pick` must not create objects. */
export function useStore<Value>(store: Store<Value>): Value;
export function useStore<Value, Picked>(store: Store<Value>, pick: (value: Value) => Picked): Picked;
export function useStore<Value>(store: Store<Value>, pick?: (value: Value) => unknown): unknown {
  return useSyncExternalStore(store.subscribe, pick ? () => pick(store.get()) : store.get);
}
