import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { drafts } from '#contract/drafts.ts';
import { useUnsupportedFilters } from '#src/api/capabilities.ts';
import { useStore } from '#src/lib/store.ts';
import { filterLabel } from '#src/list/filter-spec.ts';
import { IgnoredParametersNotice } from '#src/list/query-notices.tsx';
import { Button } from '#src/ui/button.tsx';
import { Notice } from '#src/ui/feedback/notice.tsx';
import { lazyComponent } from '#src/ui/lazy-component.tsx';
import { formatList } from '#src/ui/text/format-list.ts';
import { RelativeTime } from '#src/ui/text/relative-time.tsx';
import { reviewFilters } from '../review-filters.ts';
import type { ReviewAddress } from '../review-query.ts';
import { queueOverlay } from './queue-overlay.ts';
import type { Queue } from './use-queue.ts';

const QueueChecks = lazyComponent(async () => (await import('../checks/check-components.tsx')).QueueChecks);

interface QueueNoticesProps {
  address: ReviewAddress;
  queue: Queue;
}

/** Notices above the queue: stale data, new drafts, ignored and client-side filters. Also triggers the draft checks. */
export function QueueNotices({ address, queue }: QueueNoticesProps) {
  const arrived = useStore(queueOverlay, ({ news }) => news.arrived);
  return (
    <>
      {queue.error && (
        <Notice
          tone="warn"
          action={
            <Button size="small" onClick={queue.reload}>
              <Trans>Try again</Trans>
            </Button>
          }
        >
          <Trans>Couldn’t refresh the queue. You’re seeing an earlier version.</Trans>
        </Notice>
      )}
      {arrived > 0 && (
        <div className="flex shrink-0 border-line border-b p-1">
          <Button kind="quiet" className="flex-1" shortcut="." onClick={queue.reload}>
            <Plural value={arrived} one="# new" other="# new" />
          </Button>
        </div>
      )}
      <IgnoredParametersNotice leftOut={address.leftOut} />
      <ClientFilterNotice address={address} />
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
      {lastUpdated > 0 && <Trans>as of {{ time: i18n.date(new Date(lastUpdated), { timeStyle: 'medium' }) }}</Trans>}
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

/** Warns about filters that the service does not support: they apply client-side, to the loaded drafts only. */
function ClientFilterNotice({ address: { tab, query } }: { address: ReviewAddress }) {
  const { t, i18n } = useLingui();
  const lacking = useUnsupportedFilters(drafts);
  const asked = tab === 'all' ? query.filter : { ...query.filter, [tab]: '1' };
  const wordsOf = (name: string) => filterLabel(i18n, reviewFilters.find((spec) => spec.name === name) ?? { name });
  const names = Object.keys(asked).filter((name) => lacking.includes(name));
  if (names.length === 0) return null;
  const words = formatList(names.map(wordsOf));
  return (
    <Notice tone="warn" mark={t`Filtered in this browser`}>
      <Trans>This server doesn’t support these filters, so they apply only to the drafts loaded so far: {words}</Trans>
    </Notice>
  );
}
