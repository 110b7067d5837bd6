import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { ApiError } from '#src/api/errors.ts';
import { settings } from '#src/lib/settings.ts';
import { useStore } from '#src/lib/store.ts';
import { onReturn } from './on-return.ts';
import { waitingRoomsQuery } from './waiting-rooms-query.ts';

/**
 * Polls the waiting rooms at the interval from the settings, or later after a `Retry-After`; at once on focus,
 * reconnect and resume. Paused in hidden pages unless `inBackground`. Causes no re-render. Only one caller polls at a
 * time: if alerts are armed, they do.
 */
export function useWaitingPoll({ isOn, inBackground = false }: { isOn: boolean; inBackground?: boolean }): void {
  const { pollSeconds } = useStore(settings);
  const client = useQueryClient();
  useQuery({
    ...waitingRoomsQuery(),
    enabled: isOn,
    refetchInterval: ({ state }) => pollMs(pollSeconds, state.error),
    refetchIntervalInBackground: inBackground,
    refetchOnWindowFocus: 'always',
    refetchOnReconnect: 'always',
    notifyOnChangeProps: [],
  });
  useEffect(() => {
    if (!isOn) return;
    return onReturn(
      () => void client.refetchQueries({ queryKey: waitingRoomsQuery().queryKey }, { cancelRefetch: false }),
    );
  }, [isOn, client]);
}

function pollMs(pollSeconds: number, error: unknown): number {
  const asked = error instanceof ApiError ? (error.retryAfterSeconds ?? 0) : 0;
  return Math.max(pollSeconds, asked) * 1000;
}
