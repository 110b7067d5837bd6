import { Trans, useLingui } from '@lingui/react/macro';
import { useIsFetching, useQuery } from '@tanstack/react-query';
import { useState, useSyncExternalStore } from 'react';
import { queryClient } from '#src/api/query-client.ts';
import { updateCheckQuery } from '#src/api/update-check.ts';
import { useAfterChange } from '#src/lib/use-after-change.ts';
import { Button } from '#src/ui/button.tsx';
import { Notice } from '#src/ui/feedback/notice.tsx';
import { isShownFromStorage, oldestShown, refetchOutdated } from './persisted-queries.ts';
import { fetchWorker, reloadPage, settleWorker } from './reload-page.ts';

const QUARTER_HOUR_MS = 15 * 60_000;
const HOUR_MS = 60 * 60_000;

/** Notices on every page. Placed below the page, so that they do not shift content under the pointer. */
export function ShellNotices() {
  return (
    <div role="status" className="shrink-0">
      <KeptNotice />
      <VersionNotice />
    </div>
  );
}

/** Says that the page shows persisted data because the service is unreachable. */
function KeptNotice() {
  const { t, i18n } = useLingui();
  const asOf = useSyncExternalStore(followReads, oldestShown);
  const isReading = useIsFetching({ predicate: isShownFromStorage }) > 0;
  if (asOf === undefined) return null;
  const isToday = new Date(asOf).toDateString() === new Date().toDateString();
  const time = i18n.date(
    new Date(asOf),
    isToday ? { timeStyle: 'medium' } : { dateStyle: 'medium', timeStyle: 'short' },
  );
  return (
    <Notice
      tone="warn"
      mark={t`Offline`}
      className="border-line border-t"
      action={
        <Button size="small" busy={isReading} onClick={refetchOutdated}>
          <Trans>Try again</Trans>
        </Button>
      }
    >
      <Trans>The service cannot be reached.</Trans> <Trans>What you see is as of {time}.</Trans>
    </Notice>
  );
}

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
      <Trans>There is a new version.</Trans> <Trans>What you typed is kept, and what you decided is sent.</Trans>
    </Notice>
  );
}

const followReads = (listener: () => void) => queryClient.getQueryCache().subscribe(listener);
