import { onlineManager } from '@tanstack/react-query';
import type { ComponentType } from 'react';
import { isUnreachable } from '#src/api/errors.ts';
import { queryClient } from '#src/api/query-client.ts';
import { savedConnections } from '#src/api/sign-in/connection-store.ts';
import { after, retryWithBackoff } from '#src/lib/delay.ts';
import { createStore } from '#src/lib/store.ts';

const IDLE_MS = 3000;

/** The shell's notices, once their code is loaded. */
export const shellNotices = createStore<ComponentType | undefined>(undefined);

/**
 * Lazy-loads offline support after three seconds, or earlier if the service is unreachable, the network is gone, or a
 * sign-in has changed (its persisted data must be deleted).
 */
export function startOffline(): void {
  let signInsChangedAt = 0;
  let isAsked = false;
  const load = async () => {
    if (isAsked) return;
    isAsked = true;
    const [{ enableOffline }, { ShellNotices }] = await retryWithBackoff(() =>
      Promise.all([import('./enable-offline.ts'), import('./shell-notices.tsx')]),
    );
    enableOffline(() => signInsChangedAt);
    shellNotices.set(ShellNotices);
  };
  after(IDLE_MS, load);
  onlineManager.subscribe((isOnline) => isOnline || void load());
  queryClient.getQueryCache().subscribe((event) => {
    if (event.type === 'updated' && 'error' in event.action && isUnreachable(event.action.error)) void load();
  });
  savedConnections.subscribe(() => {
    signInsChangedAt = Date.now();
    void load();
  });
}
