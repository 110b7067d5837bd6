import { connection } from '#src/api/connection.ts';
import { useStore } from '#src/lib/store.ts';

/** What the tenant one is signed in to is called; empty where one is not. */
export function useTenantName(): string {
  const current = useStore(connection);
  return current ? new URL(current.address).host : '';
}
