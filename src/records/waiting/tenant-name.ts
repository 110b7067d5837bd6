import { connection } from '#src/api/connection.ts';
import { useStore } from '#src/lib/store.ts';

/** What the person calls the tenant one is signed in to; empty where one is not. */
export function useTenantName(): string {
  return useStore(connection)?.name ?? '';
}
