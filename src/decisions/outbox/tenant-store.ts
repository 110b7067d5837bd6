import { connection, onSwitch } from '#src/api/connection.ts';
import { createStore, type Store } from '#src/lib/store.ts';

/** A store with one value per tenant, which exposes that of the current tenant. */
export interface TenantStore<Value> extends Store<Value> {
  /** Changes the value of a tenant, current or not. */
  change: (connectionKey: string, make: (value: Value) => Value) => void;
}

/** Creates a store for per-tenant data: ids are unique within their tenant only. */
export function createTenantStore<Value>(empty: Value): TenantStore<Value> {
  const shown = createStore(empty);
  const others = new Map<string, Value>();
  onSwitch((left) => {
    const here = connection.get()?.key;
    // Sign-out leaves nothing behind for the next user.
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
