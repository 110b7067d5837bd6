import type { ComponentType } from 'react';
import { queryClient } from '#src/api/query-client.ts';
import { savedConnections } from '#src/api/saved-connections.ts';
import { patiently } from '#src/lib/patiently.ts';
import { createStore } from '#src/lib/store.ts';
import { isUnreachable } from './unreachable.ts';

const IDLE_MS = 3000;

/** The shell's notices, once their code is loaded. */
export const shellNotices = createStore<ComponentType | undefined>(undefined);

/**
 * Lazy-loads offline support: when idle after the first screen, or earlier if the service is unreachable or a sign-in
 * has changed (its persisted data must go).
 */
export function startOffline(): void {
  let signInsChangedAt = 0;
  let isAsked = false;
  const load = async () => {
    if (isAsked) return;
    isAsked = true;
    const [{ beOffline }, { ShellNotices }] = await patiently(() =>
      Promise.all([import('./be-offline.ts'), import('./shell-notices.tsx')]),
    );
    beOffline(() => signInsChangedAt);
    shellNotices.set(ShellNotices);
  };
  setTimeout(load, IDLE_MS);
  queryClient.getQueryCache().subscribe((event) => {
    if (event.type === 'updated' && 'error' in event.action && isUnreachable(event.action.error)) void load();
  });
  savedConnections.subscribe(() => {
    signInsChangedAt = Date.now();
    void load();
  });
}
