import { Trans, useLingui } from '@lingui/react/macro';
import { useSyncExternalStore } from 'react';
import { useErrorSentence } from '#src/crud/request-error.tsx';
import { asOfWords } from '#src/records/calendar-words.ts';
import { Button } from '#src/ui/button.tsx';
import { Notice } from '#src/ui/notice.tsx';

/** Says aloud that what is shown is old: the computer is offline, or the last reading failed. */
export function Freshness(props: { error: unknown; asOfMs: number; isReading: boolean; onRetry: () => void }) {
  const { error, asOfMs, isReading, onRetry } = props;
  const { t } = useLingui();
  const sentence = useErrorSentence();
  const isOnline = useSyncExternalStore(subscribeToNetwork, () => navigator.onLine);
  const time = asOfWords(asOfMs);
  return (
    <div role="status">
      {(error !== null || !isOnline) && (
        <Notice
          tone="warn"
          mark={isOnline ? t`Not up to date` : t`Offline`}
          action={
            <Button size="small" busy={isReading} onClick={onRetry}>
              <Trans>Try again</Trans>
            </Button>
          }
        >
          <Trans>What you see is as of {time}.</Trans> {isOnline && sentence(error)}
        </Notice>
      )}
    </div>
  );
}

function subscribeToNetwork(listener: () => void): () => void {
  window.addEventListener('online', listener);
  window.addEventListener('offline', listener);
  return () => {
    window.removeEventListener('online', listener);
    window.removeEventListener('offline', listener);
  };
}
