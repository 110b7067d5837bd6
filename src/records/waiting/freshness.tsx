import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useSyncExternalStore } from 'react';
import { ApiError } from '#src/api/errors.ts';
import { useErrorSentence } from '#src/crud/use-error-sentence.ts';
import { settings } from '#src/lib/settings.ts';
import { useStore } from '#src/lib/store.ts';
import { announce } from '#src/ui/announcer.tsx';
import { Button } from '#src/ui/button.tsx';
import { Notice } from '#src/ui/notice.tsx';
import { subscribeToSeconds } from '#src/ui/ticker.ts';
import { asOfWords } from '../conversation/calendar-words.ts';
import { onReturn } from './on-return.ts';
import { waitingRoomsQuery } from './waiting-rooms-query.ts';

/** Warns that the data is stale, and why: offline, the last poll failed, or polls are overdue. */
export function Freshness({ className }: { className?: string }) {
  const { t } = useLingui();
  const sentence = useErrorSentence();
  const query = useQuery({ ...waitingRoomsQuery(), notifyOnChangeProps: ['error', 'dataUpdatedAt', 'isLoadingError'] });
  const { error, dataUpdatedAt, isLoadingError, refetch } = query;
  const isOnline = useSyncExternalStore(subscribeToNetwork, () => navigator.onLine);
  const isStale = useIsStale(dataUpdatedAt);
  const isOld = !isLoadingError && (error !== null || !isOnline || isStale);
  useAnnounceEnd(isOld, t`Up to date again.`);
  const time = asOfWords(dataUpdatedAt);
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
          <Trans>What you see is as of {time}.</Trans> {isOnline && error !== null && !isAsked && sentence(error)}
          {isAsked && <AskedUntil seconds={error.retryAfterSeconds ?? 0} sinceMs={query.errorUpdatedAt} />}
        </Notice>
      )}
    </div>
  );
}

function AskedUntil({ seconds, sinceMs }: { seconds: number; sinceMs: number }) {
  const time = asOfWords(sinceMs + seconds * 1000);
  return <Trans>The service asks for a pause: it is read again at {time}.</Trans>;
}

/** Data is stale after two poll intervals plus the maximum duration of a poll. */
const LATEST_READINGS = 2;
const LONGEST_READING_MS = 10_000;
/** Grace period after returning to the page, for the refetch to complete. */
const CATCH_UP_MS = 5_000;

/** Whether the data is older than polling should allow. */
function useIsStale(updatedAtMs: number): boolean {
  const { pollSeconds } = useStore(settings);
  const returnedAtMs = useRef(0);
  useEffect(() => {
    const note = () => {
      returnedAtMs.current = Date.now();
    };
    note();
    const noteIfVisible = () => document.visibilityState === 'visible' && note();
    document.addEventListener('visibilitychange', noteIfVisible);
    const stop = onReturn(note);
    return () => {
      document.removeEventListener('visibilitychange', noteIfVisible);
      stop();
    };
  }, []);
  const mostMs = LATEST_READINGS * pollSeconds * 1000 + LONGEST_READING_MS;
  return useSyncExternalStore(subscribeToSeconds, () => {
    const now = Date.now();
    return updatedAtMs > 0 && now - updatedAtMs > mostMs && now - returnedAtMs.current > CATCH_UP_MS;
  });
}

function useAnnounceEnd(isOn: boolean, text: string): void {
  const was = useRef(isOn);
  useEffect(() => {
    if (was.current && !isOn) announce(text);
    was.current = isOn;
  }, [isOn, text]);
}

function subscribeToNetwork(listener: () => void): () => void {
  window.addEventListener('online', listener);
  window.addEventListener('offline', listener);
  return () => {
    window.removeEventListener('online', listener);
    window.removeEventListener('offline', listener);
  };
}
