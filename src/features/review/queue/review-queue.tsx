import { Plural, Trans } from '@lingui/react/macro';
import { memo, type RefObject, useState } from 'react';
import { Link } from 'react-router';
import type { Decision } from '#src/api/decision.ts';
import { otherFilters, tabQuery } from '#src/domain/drafts/drafts-address.ts';
import { isInitialRender } from '#src/lib/initial-render.ts';
import { useStore } from '#src/lib/store.ts';
import { RequestError } from '#src/page/request-error.tsx';
import { paths } from '#src/paths.ts';
import { Button, buttonClass } from '#src/ui/button.tsx';
import { EmptyState, Notice } from '#src/ui/feedback/notice.tsx';
import { SkeletonRows } from '#src/ui/feedback/skeleton.tsx';
import { ClientFilterNotice, SelectionBar } from '../parts.ts';
import type { ReviewAddress } from '../review-query.ts';
import type { Selection } from '../use-selection.ts';
import { DraftList } from './draft-list.tsx';
import { isSettled } from './queue-query.ts';
import type { Queue, QueueNews } from './use-queue.ts';

interface ReviewQueueProps {
  address: ReviewAddress;
  queue: Queue;
  news: QueueNews;
  selectedId: string | undefined;
  selection: Selection;
  /** The bulk decision whose dialog is open. */
  bulkKind: Decision['kind'] | undefined;
  decideSelected: (kind: Decision['kind'] | undefined) => void;
  wantsFocus: RefObject<boolean>;
}

/** The queue pane in all its states. New arrivals are announced above the list until the reviewer loads them. */
export const ReviewQueue = memo(function ReviewQueue(props: ReviewQueueProps) {
  const { address, queue, news, selectedId, selection, bulkKind, decideSelected, wantsFocus } = props;
  const { items, error, isPending, reload, readMore } = queue;
  const isFirstScreen = useStore(isInitialRender);
  // Keep the bar mounted: the selection can become empty while its dialog is open.
  const [wasSelected, setWasSelected] = useState(false);
  if (!wasSelected && selection.ids.length > 0) setWasSelected(true);
  if (isPending) return <SkeletonRows rows={12} className="h-line" />;
  if (error && items.length === 0) return <RequestError error={error} onRetry={reload} />;
  return (
    <>
      {error && (
        <Notice
          tone="warn"
          action={
            <Button size="small" onClick={reload}>
              <Trans>Try again</Trans>
            </Button>
          }
        >
          <Trans>The queue could not be read again. What you see is older.</Trans>
        </Notice>
      )}
      {news.arrived > 0 && (
        <div className="flex shrink-0 border-line border-b p-1">
          <Button kind="quiet" className="flex-1" shortcut="." onClick={reload}>
            <Plural value={news.arrived} one="# new" other="# new" />
          </Button>
        </div>
      )}
      {!isFirstScreen && <ClientFilterNotice address={address} />}
      {wasSelected && (
        <SelectionBar
          queue={queue}
          selection={selection}
          total={news.total}
          kind={bulkKind}
          onDecide={decideSelected}
        />
      )}
      {items.length === 0 ? (
        <EmptyQueue address={address} />
      ) : (
        <DraftList
          items={items}
          isOld={queue.isOld}
          query={address.query}
          selectedId={selectedId}
          selection={selection}
          wantsFocus={wantsFocus}
          settledBy={(item) => (isSettled(item, address) ? news.settledBy(item.draft) : undefined)}
          hasMore={queue.hasMore}
          onEnd={readMore}
        />
      )}
    </>
  );
});

function EmptyQueue({ address }: { address: ReviewAddress }) {
  const isSearched = Object.keys(otherFilters(address.query.filter)).length > 0;
  if (isSearched) {
    return (
      <EmptyState
        action={
          <Link to={paths.review(tabQuery(address.tab))} className={buttonClass()}>
            <Trans>Clear filters</Trans>
          </Link>
        }
      >
        <Trans>No draft matches.</Trans>
      </EmptyState>
    );
  }
  return (
    <EmptyState>
      {address.tab === 'in_review' ? (
        <Trans>Nothing waits for review. Well done.</Trans>
      ) : (
        <Trans>There are no drafts here yet.</Trans>
      )}
    </EmptyState>
  );
}
