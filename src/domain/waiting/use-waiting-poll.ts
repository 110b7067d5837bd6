import { useQuery, useQueryClient } from '@tanstack/react-query';
import { ApiError } from '#src/api/errors.ts';
import { combineCleanups, listen } from '#src/lib/listen.ts';
import { settings } from '#src/lib/storage/settings.ts';
import { useStore } from '#src/lib/store.ts';
import { useAfterChange } from '#src/lib/use-after-change.ts';
import { subscribeToSeconds } from '#src/ui/text/relative-time.tsx';
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
  const readAgain = () => client.refetchQueries({ queryKey: waitingRoomsQuery().queryKey }, { cancelRefetch: false });
  useAfterChange(isOn || undefined, () => onPageResume(() => void readAgain()));
}

function pollMs(pollSeconds: number, error: unknown): number {
  const asked = error instanceof ApiError ? (error.retryAfterSeconds ?? 0) : 0;
  return Math.max(pollSeconds, asked) * 1000;
}

/** A longer gap between two ticks means that the computer or the page was asleep. */
const SLEEP_GAP_MS = 10_000;

/** Calls back when the page resumes: unfrozen, restored from the back/forward cache, or after sleep. */
export function onPageResume(listener: () => void): () => void {
  let lastMs = Date.now();
  const stop = subscribeToSeconds(() => {
    const wasAsleep = Date.now() - lastMs > SLEEP_GAP_MS;
    lastMs = Date.now();
    // Browsers throttle timers in hidden pages, so a gap there means nothing.
    if (wasAsleep && document.visibilityState === 'visible') listener();
  });
  return combineCleanups(stop, listen(document, 'resume', listener), listen(window, 'pageshow', listener));
}
