import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { ApiError } from '#src/api/errors.ts';
import { settings } from '#src/lib/settings.ts';
import { useStore } from '#src/lib/store.ts';
import { onReturn } from './on-return.ts';
import { waitingRoomsQuery } from './waiting-rooms-query.ts';

/**
 * Has the rooms that wait read again and again, as often as the settings say, or later where the tenant asks for that;
 * at once when somebody comes back to the page or the network does. Not in a page that nobody sees, unless told.
 * Renders nothing by itself. Once at a time: where alerts are armed, they are the ones who ask.
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
