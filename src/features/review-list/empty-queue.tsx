import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { rooms } from '#contract/rooms.ts';
import { useUnsupportedFilters } from '#src/api/capabilities.ts';
import { totalQuery } from '#src/api/queries.ts';
import { isInReview } from '#src/domain/drafts/draft.ts';
import { otherFilters, tabQuery } from '#src/domain/drafts/drafts-address.ts';
import { useStore } from '#src/lib/store.ts';
import { useBreakpoint } from '#src/lib/use-window-width.ts';
import { paths } from '#src/paths.ts';
import { buttonClass } from '#src/ui/button.tsx';
import { EmptyState } from '#src/ui/feedback/placeholder.tsx';
import { age } from '#src/ui/text/relative-time.tsx';
import { queueOverlay } from '../review-queue/queue-overlay.ts';
import type { QueueItem } from '../review-queue/queue-query.ts';
import type { ReviewAddress } from '../review-queue/review-query.ts';
import { useDecidedToday } from './decided-today.ts';

interface EmptyQueueProps {
  address: ReviewAddress;
  /** Listed drafts, none of which the user may decide on. */
  items: readonly QueueItem[];
  /** In the detail pane, which a narrow window does not show. */
  isDetail?: boolean;
}

/** Empty states of the queue. In a wide window, the end of the queue fills the detail pane. */
export function EmptyQueue({ address, items, isDetail = false }: EmptyQueueProps) {
  const isWide = useBreakpoint()('md');
  const isSearched = Object.keys(otherFilters(address.query.filter)).length > 0;
  const isEnd = address.tab === 'in_review' && !isSearched;
  if (isDetail) return isWide && (isEnd || items.length > 0) && <EndOfQueue items={items} isEnd={isEnd} />;
  if (isEnd) return !isWide && <EndOfQueue items={items} isEnd />;
  if (!isSearched) {
    return (
      <EmptyState>
        <Trans>No drafts yet</Trans>
      </EmptyState>
    );
  }
  return (
    <EmptyState
      action={
        <Link to={paths.review(tabQuery(address.tab))} className={buttonClass()}>
          <Trans>Clear filters</Trans>
        </Link>
      }
    >
      <Trans>No drafts match these filters</Trans>
    </EmptyState>
  );
}

interface EndOfQueueProps extends Pick<EmptyQueueProps, 'items'> {
  /** The list is the whole queue: the tab “In review” without a filter. */
  isEnd: boolean;
}

/** Shows how many drafts were decided today, and where to go next. */
function EndOfQueue({ items, isEnd }: EndOfQueueProps) {
  const myId = useStore(queueOverlay, (marks) => marks.myId);
  // Drafts decided by others stay listed until the queue is reloaded.
  const left = items.filter(({ draft }) => isInReview(draft));
  const isDone = isEnd && left.every(({ draft }) => draft.one.created_user?.id === myId);
  return (
    <EmptyState action={<VisitorsWaiting />}>
      <span className="flex flex-col gap-1">
        <span className="font-semibold text-ink text-md">
          {isDone ? <Trans>All caught up – nothing to review</Trans> : <Trans>Select a draft to read it</Trans>}
        </span>
        {isDone && left.length > 0 && (
          <Plural
            value={left.length}
            one="Your own draft is left. Another reviewer has to decide."
            other="Your own # drafts are left. Another reviewer has to decide."
          />
        )}
        {!isDone && <Trans>You can’t decide on any draft listed here.</Trans>}
        <DecidedToday />
      </span>
    </EmptyState>
  );
}

function DecidedToday() {
  const { t, i18n } = useLingui();
  const { count, isMinimum, medianSeconds: seconds } = useDecidedToday();
  if (!count) return null;
  const number = i18n.number(count) + (isMinimum ? '+' : '');
  if (seconds === undefined) return <Trans>{number} decided today</Trans>;
  const middle = seconds < 60 ? t`${i18n.number(seconds)} s` : age(i18n.locale, seconds);
  return (
    <Trans>
      {number} decided today, median {middle}
    </Trans>
  );
}

const AWAITING = { awaiting_support: '1' };

function VisitorsWaiting() {
  const isCounted = !useUnsupportedFilters(rooms).includes('awaiting_support');
  const { data } = useQuery({ ...totalQuery(rooms, AWAITING), enabled: isCounted });
  if (!data?.total) return null;
  return (
    <Link to={paths.watch()} className={buttonClass()}>
      <span>
        <Plural value={data.total} one="# visitor is waiting" other="# visitors are waiting" />{' '}
        <span aria-hidden="true" className="inline-block rtl:-scale-x-100">
          →
        </span>{' '}
        <Trans>Watch</Trans>
      </span>
    </Link>
  );
}
