import { connection, onSwitch } from '#src/api/connection.ts';
import { createStore, type Store } from '#src/lib/store.ts';

/** A store with a value for each tenant, which shows that of the tenant one is at. */
export interface TenantStore<Value> extends Store<Value> {
  /** Changes the value of a tenant, whichever is on the screen. */
  change: (connectionKey: string, make: (value: Value) => Value) => void;
}

/** A store for what is known of each tenant: ids are theirs alone, and mean something else at the next. */
export function createTenantStore<Value>(empty: Value): TenantStore<Value> {
  const shown = createStore(empty);
  const others = new Map<string, Value>();
  onSwitch((left) => {
    const here = connection.get()?.key;
    // Who signs out leaves nothing behind for whoever comes next.
    if (left !== undefined && here !== undefined) others.set(left, shown.get());
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
