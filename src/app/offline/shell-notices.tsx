import { Trans, useLingui } from '@lingui/react/macro';
import { useIsFetching, useQuery } from '@tanstack/react-query';
import { useState, useSyncExternalStore } from 'react';
import { useLocation } from 'react-router';
import { queryClient } from '#src/api/query-client.ts';
import { updateCheckQuery } from '#src/api/update-check.ts';
import { useStore } from '#src/lib/store.ts';
import { useAfterChange } from '#src/lib/use-after-change.ts';
import { paths } from '#src/paths.ts';
import { Button } from '#src/ui/button.tsx';
import { Notice } from '#src/ui/feedback/notice.tsx';
import { isOffline, isShownFromStorage, oldestOnScreen, oldestShown, refetchOutdated } from './persisted-queries.ts';
import { fetchWorker, reloadPage, settleWorker } from './reload-page.ts';

const QUARTER_HOUR_MS = 15 * 60_000;
const HOUR_MS = 60 * 60_000;

/** Notices on every page. Placed below the page, so that they do not shift content under the pointer. */
export function ShellNotices() {
  return (
    <div role="status" className="shrink-0">
      <OfflineNotice />
      <VersionNotice />
    </div>
  );
}

const NOTICE_ID = 'offline-notice';

/** Reports that the service is unreachable and when the page's data was fetched, and marks its rows as stale. */
function OfflineNotice() {
  const { t, i18n } = useLingui();
  const isCut = useStore(isOffline);
  const kept = useSyncExternalStore(followReads, oldestShown);
  const shown = useSyncExternalStore(followReads, isCut ? oldestOnScreen : nothing);
  const isOld = isCut || kept !== undefined;
  useAfterChange(isOld || undefined, () => {
    const main = document.querySelector('main');
    main?.setAttribute('data-stale', '');
    main?.setAttribute('aria-describedby', NOTICE_ID);
    return () => {
      main?.removeAttribute('data-stale');
      main?.removeAttribute('aria-describedby');
    };
  });
  // Watch pages show their own notice beside the time of the last poll.
  const hasOwn = useLocation().pathname.startsWith(paths.watch()) && kept === undefined;
  if (!isOld || hasOwn) return null;
  const lastUpdated = kept ?? shown;
  const isToday = lastUpdated !== undefined && new Date(lastUpdated).toDateString() === new Date().toDateString();
  const time =
    lastUpdated &&
    i18n.date(new Date(lastUpdated), isToday ? { timeStyle: 'short' } : { dateStyle: 'medium', timeStyle: 'short' });
  return (
    <Notice tone="warn" mark={t`Offline`} className="border-line border-t" action={<TryAgain />}>
      <span id={NOTICE_ID}>
        {navigator.onLine ? <Trans>Can’t reach the server.</Trans> : <Trans>You’re offline.</Trans>}{' '}
        {time && <Trans>Showing data as of {time}.</Trans>}
      </span>
    </Notice>
  );
}

/** Scans all cached queries on every cache change, so it is mounted only while needed. */
function TryAgain() {
  const isReading = useIsFetching({ predicate: isShownFromStorage }) > 0;
  return (
    <Button size="small" busy={isReading} onClick={refetchOutdated}>
      <Trans>Try again</Trans>
    </Button>
  );
}

const nothing = () => undefined;

/** Offers to reload into a newer version, without forcing it. Dismissing hides the offer for an hour. */
function VersionNotice() {
  const { data: isNew, dataUpdatedAt } = useQuery({
    ...updateCheckQuery,
    staleTime: QUARTER_HOUR_MS,
    refetchInterval: QUARTER_HOUR_MS,
  });
  useAfterChange(dataUpdatedAt || undefined, () => void (isNew ? fetchWorker() : settleWorker()));
  const [putOffAt, setPutOffAt] = useState(Number.NEGATIVE_INFINITY);
  if (!isNew || dataUpdatedAt - putOffAt < HOUR_MS) return null;
  return (
    <Notice
      className="border-line border-t"
      action={
        <span className="flex gap-2">
          <Button size="small" kind="quiet" onClick={() => setPutOffAt(dataUpdatedAt)}>
            <Trans>Not now</Trans>
          </Button>
          <Button size="small" onClick={() => void reloadPage()}>
            <Trans>Reload</Trans>
          </Button>
        </span>
      }
    >
      <Trans>A new version is available.</Trans> <Trans>Your text stays; pending decisions are sent first.</Trans>
    </Notice>
  );
}

const followReads = (listener: () => void) => queryClient.getQueryCache().subscribe(listener);
