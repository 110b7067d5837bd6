import { useQuery } from '@tanstack/react-query';
import { useCallback, useMemo, useSyncExternalStore } from 'react';
import { drafts } from '#contract/drafts.ts';
import { connection } from '#src/api/connection.ts';
import { meQuery } from '#src/api/me-query.ts';
import { useAction } from '#src/api/mutations.ts';
import { listQuery } from '#src/api/queries.ts';
import { combineCleanups } from '#src/lib/listen.ts';
import { onStorageChange } from '#src/lib/storage/local-storage.ts';
import {
  noteRecent,
  parseRecent,
  type RecentAction,
  readRecentText,
  recentChanges,
  recentKey,
} from '#src/lib/storage/recent-actions.ts';
import { useStore } from '#src/lib/store.ts';
import { markDecided, recordFailure } from '../decision-outcomes.ts';

/** Storage key of the actions of the current user at the current connection. */
function useRecentKey(): string {
  const address = useStore(connection)?.key ?? '';
  return recentKey(address, useQuery(meQuery()).data?.id);
}

/** The current user's last hundred settled actions, newest first. */
export function useRecentActions(): readonly RecentAction[] {
  const key = useRecentKey();
  const subscribe = useCallback(
    (listener: () => void) => combineCleanups(recentChanges.subscribe(listener), onStorageChange([key], listener)),
    [key],
  );
  const text = useSyncExternalStore(subscribe, () => readRecentText(key));
  return useMemo(() => parseRecent(text), [text]);
}

const DAY_MS = 24 * 60 * 60_000;

/** Ids of drafts decided in the last day that the service allows to reopen; none if it does not say (`meta.can`). */
export function useReopenable(actions: readonly RecentAction[]): ReadonlySet<string> {
  const since = Date.now() - DAY_MS;
  const ids = actions.flatMap(({ state, at, reversible = [] }) => (state === 'sent' && at > since ? reversible : []));
  const { data } = useQuery({
    ...listQuery(drafts, { filter: { id: ids.slice(0, MAX_READ).join() }, page: { size: MAX_READ } }),
    staleTime: 0,
    enabled: ids.length > 0,
  });
  const rows = ids.length > 0 ? (data?.rows ?? []) : [];
  return new Set(rows.filter(({ meta }) => meta.can?.includes('reopen')).map(({ id }) => id));
}

const MAX_READ = 100;

/** Puts drafts back in review, one by one. Throws the ApiError of the first refusal. */
export function useReopen(): (action: RecentAction, ids: readonly string[]) => Promise<void> {
  const address = useStore(connection)?.key ?? '';
  const key = useRecentKey();
  const { mutateAsync } = useAction(drafts, 'reopen');
  return async (action, ids) => {
    for (const id of ids) {
      await mutateAsync({ id });
      recordFailure(address, id, undefined);
      markDecided(address, [id], false);
    }
    noteRecent(key, { ...action, state: 'reopened', at: Date.now() });
  };
}
