import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { type MouseEvent, memo, type RefObject, useDeferredValue, useMemo, useRef, useState } from 'react';
import { Link } from 'react-router';
import { type ListQuery, PAGE_SIZE } from '#contract/list-query.ts';
import type { Decision } from '#src/api/decision.ts';
import { otherFilters, tabQuery } from '#src/domain/drafts/drafts-address.ts';
import { hrefOf } from '#src/lib/base-path.ts';
import { isInitialRender } from '#src/lib/initial-render.ts';
import { currentLocation, navigate } from '#src/lib/router.ts';
import { isPlainClick } from '#src/lib/static-link.tsx';
import { useStore } from '#src/lib/store.ts';
import { useAfterChange } from '#src/lib/use-after-change.ts';
import { RequestError } from '#src/page/request-error.tsx';
import { paths } from '#src/paths.ts';
import { Button, buttonClass } from '#src/ui/button.tsx';
import { EmptyState, Notice } from '#src/ui/feedback/notice.tsx';
import { SkeletonRows } from '#src/ui/feedback/skeleton.tsx';
import { laidOutLater, useRowsInSightFirst } from '#src/ui/layout/rows-in-sight.ts';
import { part } from '#src/ui/lazy-component.tsx';
import { QueueNotices, SelectionBar } from '../parts.ts';
import type { ReviewAddress } from '../review-query.ts';
import type { Selection } from '../use-selection.ts';
import { DraftLine } from './draft-line.tsx';
import { isSettled, type QueueItem } from './queue-query.ts';
import type { Queue, QueueNews } from './use-queue.ts';
import type { LinesProps } from './virtual-lines.tsx';

const VirtualLines = part(async () => (await import('./virtual-lines.tsx')).VirtualLines);

interface ReviewQueueProps {
  address: ReviewAddress;
  queue: Queue;
  news: QueueNews;
  selectedId: string | undefined;
  selection: Selection;
  /** The bulk decision whose dialog is open. */
  bulkKind: Decision['kind'] | undefined;
  decideSelected: (kind: Decision['kind'] | undefined) => void;
  /** Set if the next selected line should take focus. */
  wantsFocus: RefObject<boolean>;
}

/** The queue pane in all its states. New arrivals are announced above the list until the reviewer loads them. */
export const ReviewQueue = memo(function ReviewQueue(props: ReviewQueueProps) {
  const { address, queue, news, selectedId, selection, bulkKind, decideSelected, wantsFocus } = props;
  const { items, error, isPending, reload } = queue;
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
      {!isFirstScreen && <QueueNotices address={address} queue={queue} />}
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
          queue={queue}
          query={address.query}
          selectedId={selectedId}
          selection={selection}
          wantsFocus={wantsFocus}
          settledBy={(item) => (isSettled(item, address) ? news.settledBy(item.draft) : undefined)}
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

interface DraftListProps extends Pick<ReviewQueueProps, 'queue' | 'selectedId' | 'selection' | 'wantsFocus'> {
  query: ListQuery;
  /** Name of the user who has decided a line's draft since; undefined if undecided. */
  settledBy: (item: QueueItem) => string | undefined;
}

/** The queue as a list of drafts. Long lists are virtualized. */
function DraftList({ queue, query, selectedId, selection, wantsFocus, settledBy }: DraftListProps) {
  const { items, isOld, hasMore, readMore } = queue;
  const { t } = useLingui();
  const { hrefOf, followLink } = usePlainLinks(query);
  const scroller = useRef<HTMLDivElement>(null);
  const selectedIndex = items.findIndex(({ draft }) => draft.id === selectedId);
  const ticked = useMemo(() => new Set(selection.ids), [selection.ids]);
  useAfterChange(selectedId, () => {
    // Wait a frame: the virtualizer may have to render the line first.
    const frame = requestAnimationFrame(() => {
      const line = scroller.current?.querySelector<HTMLElement>('[aria-current=true]');
      line?.scrollIntoView({ block: 'nearest' });
      if (wantsFocus.current) line?.focus({ preventScroll: true });
      wantsFocus.current = false;
    });
    return () => cancelAnimationFrame(frame);
  });

  const line: LinesProps['line'] = (item, place) => (
    <DraftLine
      key={item.draft.id}
      item={item}
      {...place}
      href={hrefOf(item.draft.id)}
      isChosen={item.draft.id === selectedId}
      isTicked={ticked.has(item.draft.id)}
      onTick={selection.toggle}
      settledBy={settledBy(item)}
    />
  );
  const lines: LinesProps = { items, line, scroller, selectedIndex, onEnd: readMore };
  const isFirstScreen = useStore(isInitialRender);
  const isLong = hasMore || items.length > PAGE_SIZE.most;
  return (
    <div ref={scroller} className="min-h-0 flex-1 overflow-y-auto">
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: keyboard users activate the links inside. */}
      <ul aria-label={t`Drafts`} aria-busy={isOld} className="dimmed-while-busy" onClick={followLink}>
        {isLong && !isFirstScreen ? (
          <VirtualLines {...lines} standIn={<PlainLines {...lines} wantsRest={false} />} />
        ) : (
          <PlainLines {...lines} wantsRest={!isLong} />
        )}
      </ul>
    </div>
  );
}

function PlainLines({ items, line, selectedIndex, wantsRest }: LinesProps & { wantsRest: boolean }) {
  const shown = useRowsInSightFirst(items, selectedIndex + 1, wantsRest);
  const setSize = shown.length < items.length ? items.length : undefined;
  return shown.map((item, index) => line(item, { className: laidOutLater(index), setSize }));
}

/**
 * Event delegation for the links of all lines. After a query change a click uses the new query at once, while the
 * rendered links follow deferred.
 */
function usePlainLinks(query: ListQuery) {
  const base = hrefOf('');
  const search = useMemo(() => paths.review(query).slice(paths.review().length), [query]);
  const shownSearch = useDeferredValue(search);
  const followLink = (event: MouseEvent<HTMLElement>) => {
    const href = event.target instanceof Element && event.target.closest('a')?.getAttribute('href');
    if (!href || !isPlainClick(event)) return;
    event.preventDefault();
    const path = href.slice(base.length, -shownSearch.length || undefined) + search;
    const { pathname, search: shown } = currentLocation();
    void navigate(path, { replace: path === pathname + shown });
  };
  return { hrefOf: (id: string) => base + paths.draft(id) + shownSearch, followLink };
}
