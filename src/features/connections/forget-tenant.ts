import { connection, dropConnection } from '#src/api/connection.ts';
import { queryKeys } from '#src/api/queries.ts';
import { queryClient } from '#src/api/query-client.ts';
import { savedConnections } from '#src/api/saved-connections.ts';
import { closeSession } from '#src/api/session.ts';
import { changeOutbox, outbox } from '#src/decisions/outbox/outbox-store.ts';
import { readViews } from '#src/lib/saved-views.ts';
import { storedKeys, writeStored } from '#src/lib/stored.ts';

const TYPED = 'countersign.typed.';

/** What is kept of a tenant in this browser, in numbers. */
export interface KeptOfTenant {
  /** Texts that were typed and not sent. */
  texts: number;
  views: number;
  /** Decisions that have not reached the tenant. */
  decisions: number;
}

export function keptOf(key: string): KeptOfTenant {
  return {
    texts: keysOf(key).filter((stored) => stored.startsWith(TYPED)).length,
    views: readViews(key).length,
    decisions: outbox.get().filter(({ connectionKey }) => connectionKey === key).length,
  };
}

/** Takes a tenant off the list with all that is kept of it. Throws an ApiError where its server could not be told. */
export async function forgetTenant(key: string): Promise<void> {
  const isSession = openSessionOf(key);
  // Asked before it goes: the list tells whose the keys are.
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

/** Names of what is stored of a tenant: those that hold its address, and no other tenant's that begins with it. */
function keysOf(key: string): string[] {
  const addresses = savedConnections.get().map(({ address }) => address);
  const ownerOf = (stored: string) =>
    addresses
      .filter((address) => stored.includes(`${address}.`) || stored.endsWith(address) || stored.includes(`${address} `))
      .sort((a, b) => b.length - a.length)[0];
  return storedKeys('local').filter((stored) => stored.startsWith('countersign.') && ownerOf(stored) === key);
}
