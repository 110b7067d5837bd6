import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { ClientFilterNotice } from '#src/domain/drafts/client-filter-notice.tsx';
import { useStore } from '#src/lib/store.ts';
import { IgnoredParametersNotice, RefreshFailedNotice } from '#src/list/query-notices.tsx';
import { Button } from '#src/ui/button.tsx';
import { lazyComponent } from '#src/ui/lazy-component.tsx';
import { formatLastUpdated, RelativeTime } from '#src/ui/text/relative-time.tsx';
import { queueOverlay } from '../review-queue/queue-overlay.ts';
import { reviewFilters } from '../review-queue/review-filters.ts';
import { queueListQuery, type ReviewAddress } from '../review-queue/review-query.ts';
import type { Queue } from '../review-queue/use-queue.ts';

const QueueChecks = lazyComponent(async () => (await import('../review-checks/check-components.tsx')).QueueChecks);

interface QueueNoticesProps {
  address: ReviewAddress;
  queue: Queue;
}

/** Notices above the queue: stale data, new drafts, ignored and client-side filters. Also triggers the draft checks. */
export function QueueNotices({ address, queue }: QueueNoticesProps) {
  const arrived = useStore(queueOverlay, ({ news }) => news.arrived);
  return (
    <>
      <RefreshFailedNotice
        result={{ error: queue.error, isFetching: false, dataUpdatedAt: queue.readAtMs ?? 0, refetch: queue.reload }}
      />
      {arrived > 0 && (
        <div className="flex shrink-0 border-line border-b p-1">
          <Button kind="quiet" className="flex-1" shortcut="." onClick={queue.reload}>
            <Plural value={arrived} one="# new" other="# new" />
          </Button>
        </div>
      )}
      <IgnoredParametersNotice leftOut={address.leftOut} />
      <ClientFilterNotice query={queueListQuery(address)} filters={reviewFilters} />
      <QueueChecks queue={queue} address={address} />
    </>
  );
}

/** Number of drafts, and when it was fetched. */
export function QueueCount() {
  const { i18n } = useLingui();
  const { total, isTotalMinimum, lastUpdated } = useStore(queueOverlay, ({ news }) => news);
  return (
    <>
      {total !== undefined &&
        (isTotalMinimum ? (
          <Trans>{{ atLeast: i18n.number(total) }}+ drafts</Trans>
        ) : (
          <Plural value={total} one="# draft" other="# drafts" />
        ))}{' '}
      {lastUpdated > 0 && <Trans>as of {{ time: formatLastUpdated(lastUpdated) }}</Trans>}
    </>
  );
}

interface QueuePositionProps {
  /** Position in the queue, counted from 1; 0 if the draft is not listed. */
  position: number;
  /** Number of drafts in the queue; undefined if more pages can be loaded. */
  listed: number | undefined;
  /** Start of the visitor's wait, in Unix seconds. */
  since: number | undefined;
}

/** "7 of 37 · waiting 1 h 52 m". */
export function QueuePosition({ position, listed, since }: QueuePositionProps) {
  const { i18n } = useLingui();
  const matching = useStore(queueOverlay, ({ news }) => news.total);
  const total = listed ?? matching;
  const hasPlace = position > 0 && total !== undefined;
  return (
    <>
      {hasPlace && (
        <span className="whitespace-nowrap">
          <Trans>
            {{ place: i18n.number(position) }} of {{ count: i18n.number(total) }}
          </Trans>
        </span>
      )}
      {since !== undefined && (
        <>
          {/* Lets the line break before the dot rather than after it. */}
          {hasPlace && ' '}
          <span className="whitespace-nowrap">
            {hasPlace && '· '}
            <Trans>
              waiting <RelativeTime unix={since} form="age" />
            </Trans>
          </span>
        </>
      )}
    </>
  );
}
