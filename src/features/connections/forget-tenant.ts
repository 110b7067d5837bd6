import { connection, dropConnection } from '#src/api/connection.ts';
import { queryKeys } from '#src/api/queries.ts';
import { queryClient } from '#src/api/query-client.ts';
import { savedConnections } from '#src/api/saved-connections.ts';
import { closeSession } from '#src/api/session.ts';
import { changeOutbox, outbox } from '#src/decisions/outbox/outbox-store.ts';
import { readViews } from '#src/lib/saved-views.ts';
import { storedKeys, writeStored } from '#src/lib/stored.ts';

const TYPED = 'countersign.typed.';

/** Counts of what this browser stores for a tenant. */
export interface KeptOfTenant {
  /** Stored form drafts and texts that were not sent. */
  texts: number;
  views: number;
  /** Decisions not yet sent to the tenant. */
  decisions: number;
}

export function keptOf(key: string): KeptOfTenant {
  return {
    texts: keysOf(key).filter((stored) => stored.startsWith(TYPED)).length,
    views: readViews(key).length,
    decisions: outbox.get().filter(({ connectionKey }) => connectionKey === key).length,
  };
}

/** Removes a tenant and everything stored for it. Throws an ApiError if its server could not end the session. */
export async function forgetTenant(key: string): Promise<void> {
  const isSession = openSessionOf(key);
  // Read before `dropConnection`: the list of tenants decides who owns which keys.
  const keys = keysOf(key);
  changeOutbox((all) => all.filter(({ connectionKey }) => connectionKey !== key));
  dropConnection(key);
  for (const stored of keys) writeStored('local', stored, undefined);
  queryClient.removeQueries({ queryKey: queryKeys.connection({ key }) });
  if (isSession) await closeSession();
}

function openSessionOf(key: string): boolean {
  const saved = savedConnections.get().find(({ address }) => address === key);
  return saved?.sessionSince !== undefined && key === location.origin && connection.get()?.token === undefined;
}

/** Storage keys of a tenant: those that contain its address, unless a longer address of another tenant matches too. */
function keysOf(key: string): string[] {
  const addresses = savedConnections.get().map(({ address }) => address);
  const ownerOf = (stored: string) =>
    addresses
      .filter((address) => stored.includes(`${address}.`) || stored.endsWith(address) || stored.includes(`${address} `))
      .sort((a, b) => b.length - a.length)[0];
  return storedKeys('local').filter((stored) => stored.startsWith('countersign.') && ownerOf(stored) === key);
}
