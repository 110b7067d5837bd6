import { connection } from '#src/api/connection.ts';
import { useStore } from '#src/lib/store.ts';

/** Display name of the current tenant; empty if signed out. */
export function useTenantName(): string {
  return useStore(connection)?.name ?? '';
}
