import { t } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { focusManager, onlineManager, useQuery } from '@tanstack/react-query';
import { useCallback, useRef, useSyncExternalStore } from 'react';
import { ApiError } from '#src/api/errors.ts';
import { combineCleanups } from '#src/lib/listen.ts';
import { settings } from '#src/lib/storage/settings.ts';
import { useStore } from '#src/lib/store.ts';
import { useAfterChange } from '#src/lib/use-after-change.ts';
import { errorMessage } from '#src/page/error-message.ts';
import { Button } from '#src/ui/button.tsx';
import { announce } from '#src/ui/feedback/announcer.tsx';
import { Notice } from '#src/ui/feedback/notice.tsx';
import { formatLastUpdated, subscribeToSeconds } from '#src/ui/text/relative-time.tsx';
import { onPageResume } from './use-waiting-poll.ts';
import { waitingRoomsQuery } from './waiting-rooms-query.ts';

/** Warns that the data is stale, and why: offline, the last poll failed, or polls are overdue. */
export function StaleDataNotice({ className }: { className?: string }) {
  const { t } = useLingui();
  const query = useQuery({ ...waitingRoomsQuery(), notifyOnChangeProps: ['error', 'dataUpdatedAt', 'isLoadingError'] });
  const { error, dataUpdatedAt, isLoadingError, refetch } = query;
  const isOnline = useSyncExternalStore(onlineManager.subscribe, () => navigator.onLine);
  const isStale = useIsStale(dataUpdatedAt);
  const isOld = !isLoadingError && (error !== null || !isOnline || isStale);
  useAnnounceEnd(isOld, t`Up to date again`);
  const time = formatLastUpdated(dataUpdatedAt);
  const isAsked = error instanceof ApiError && error.retryAfterSeconds !== undefined;
  return (
    <div role="status">
      {isOld && (
        <Notice
          tone="warn"
          mark={isOnline ? t`Not up to date` : t`Offline`}
          className={className}
          action={
            !isAsked && (
              <Button size="small" onClick={() => void refetch()}>
                <Trans>Try again</Trans>
              </Button>
            )
          }
        >
          <Trans>Showing data as of {time}.</Trans> {isOnline && error !== null && !isAsked && errorMessage(error)}
          {isAsked && <RetryTime seconds={error.retryAfterSeconds ?? 0} sinceMs={query.errorUpdatedAt} />}
        </Notice>
      )}
    </div>
  );
}

function RetryTime({ seconds, sinceMs }: { seconds: number; sinceMs: number }) {
  return <Trans>The server is busy. Next refresh at {{ time: formatLastUpdated(sinceMs + seconds * 1000) }}.</Trans>;
}

/** Data is stale after two poll intervals plus the maximum duration of a poll. */
const MAX_MISSED_POLLS = 2;
const MAX_POLL_MS = 10_000;
/** Grace period after returning to the page, for the refetch to complete. */
const CATCH_UP_MS = 5_000;

/** Whether the data is older than polling should allow. */
function useIsStale(updatedAtMs: number): boolean {
  const { pollSeconds } = useStore(settings);
  const returnedAtMs = useRef(0);
  const follow = useCallback((listener: () => void) => {
    const note = () => {
      returnedAtMs.current = Date.now();
    };
    note();
    return combineCleanups(
      focusManager.subscribe((isVisible) => isVisible && note()),
      onPageResume(note),
      subscribeToSeconds(listener),
    );
  }, []);
  const maxAgeMs = MAX_MISSED_POLLS * pollSeconds * 1000 + MAX_POLL_MS;
  return useSyncExternalStore(follow, () => {
    const now = Date.now();
    return updatedAtMs > 0 && now - updatedAtMs > maxAgeMs && now - returnedAtMs.current > CATCH_UP_MS;
  });
}

function useAnnounceEnd(isOn: boolean, text: string): void {
  const was = useRef(isOn);
  useAfterChange(Number(isOn), () => {
    if (was.current && !isOn) announce(text);
    was.current = isOn;
  });
}

/** Time of the last poll. A component of its own, so that a poll without changes re-renders only this text. */
export function LastUpdated() {
  const { dataUpdatedAt } = useQuery({ ...waitingRoomsQuery(), notifyOnChangeProps: ['dataUpdatedAt'] });
  const time = formatLastUpdated(dataUpdatedAt);
  return <span data-as-of={dataUpdatedAt}>{dataUpdatedAt > 0 && t`as of ${time}`}</span>;
}
