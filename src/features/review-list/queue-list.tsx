import { useLingui } from '@lingui/react/macro';
import { type MouseEvent, memo, type RefObject, useDeferredValue, useMemo, useRef, useState } from 'react';
import { useLocation } from 'react-router';
import type { ListQuery } from '#contract/list-query.ts';
import type { Decision } from '#src/api/decision.ts';
import { hrefOf } from '#src/lib/base-path.ts';
import { useInitialRender } from '#src/lib/initial-render.tsx';
import { navigateInList } from '#src/lib/router.ts';
import { isPlainClick } from '#src/lib/static-link.tsx';
import { useStore } from '#src/lib/store.ts';
import { useAfterChange } from '#src/lib/use-after-change.ts';
import { RequestError } from '#src/page/request-error.tsx';
import { paths } from '#src/paths.ts';
import { SkeletonRows } from '#src/ui/feedback/placeholder.tsx';
import { contentVisibilityClass, useVisibleRowsFirst } from '#src/ui/layout/visible-rows.ts';
import { lazyComponent } from '#src/ui/lazy-component.tsx';
import { EmptyQueue, QueueNotices, SelectionBar } from '../review-queue/lazy-components.ts';
import { queueOverlay, skippedIds } from '../review-queue/queue-overlay.ts';
import { isDecidedByOther, type QueueItem } from '../review-queue/queue-query.ts';
import type { ReviewAddress } from '../review-queue/review-query.ts';
import type { Queue } from '../review-queue/use-queue.ts';
import type { Selection } from '../review-queue/use-selection.ts';
import { QueueRow } from './queue-row.tsx';
import type { LineRange } from './virtual-range.ts';

/** Longer lists are virtualized: each line costs memory, and time in a search. */
const MAX_PLAIN_LINES = 50;

const VirtualRange = lazyComponent(async () => (await import('./virtual-range.ts')).VirtualRange);

interface QueueListProps {
  address: ReviewAddress;
  queue: Queue;
  selectedId: string | undefined;
  selection: Selection;
  /** The bulk decision whose dialog is open. */
  bulkKind: Decision['kind'] | undefined;
  decideSelected: (kind: Decision['kind'] | undefined) => void;
  /** Set if the next selected line should take focus. */
  wantsFocus: RefObject<boolean>;
}

/** The queue pane in all its states. */
export const QueueList = memo(function QueueList(props: QueueListProps) {
  const { address, queue, selectedId, selection, bulkKind, decideSelected, wantsFocus } = props;
  const { items, error, isPending, reload } = queue;
  const nameOfDecider = useStore(queueOverlay, ({ news }) => news.decidedBy);
  const isFirstScreen = useInitialRender();
  // Keep the bar mounted: the selection can become empty while its dialog is open.
  const [wasSelected, setWasSelected] = useState(false);
  if (!wasSelected && selection.ids.length > 0) setWasSelected(true);
  if (isPending) return <SkeletonRows rows={12} className="h-line" />;
  if (error && items.length === 0) return <RequestError error={error} onRetry={reload} />;
  return (
    <>
      {!isFirstScreen && <QueueNotices address={address} queue={queue} />}
      {wasSelected && <SelectionBar queue={queue} selection={selection} kind={bulkKind} onDecide={decideSelected} />}
      {items.length === 0 ? (
        <EmptyQueue address={address} items={items} />
      ) : (
        <DraftList
          queue={queue}
          query={address.query}
          selectedId={selectedId}
          selection={selection}
          wantsFocus={wantsFocus}
          decidedBy={(item) => (isDecidedByOther(item, address) ? nameOfDecider(item.draft) : undefined)}
        />
      )}
    </>
  );
});

interface DraftListProps extends Pick<QueueListProps, 'queue' | 'selectedId' | 'selection' | 'wantsFocus'> {
  query: ListQuery;
  /** Name of the user who has decided a line's draft since; undefined if undecided. */
  decidedBy: (item: QueueItem) => string | undefined;
}

/** The queue as a list of drafts. Long lists are virtualized. */
function DraftList({ queue, query, selectedId, selection, wantsFocus, decidedBy }: DraftListProps) {
  const { items, isOld, hasMore, readMore } = queue;
  const { t } = useLingui();
  const { hrefOf, followLink } = usePlainLinks(query);
  const scroller = useRef<HTMLDivElement>(null);
  const selectedIndex = items.findIndex(({ draft }) => draft.id === selectedId);
  const ticked = useMemo(() => new Set(selection.ids), [selection.ids]);
  const myId = useStore(queueOverlay, (marks) => marks.myId);
  const newIds = useStore(queueOverlay, (marks) => marks.newIds);
  const skipped = new Set(useStore(skippedIds));
  useAfterChange(selectedId, () => {
    const focused = document.activeElement;
    // Wait a frame: the virtualizer may have to render the line first.
    const frame = requestAnimationFrame(() => {
      const line = scroller.current?.querySelector<HTMLElement>('[aria-current=true]');
      line?.scrollIntoView({ block: 'nearest' });
      // Not from a form that the user has opened since; one that opens with its draft gives way.
      const isFree = [focused, document.body].includes(document.activeElement);
      if (wantsFocus.current && isFree) line?.focus({ preventScroll: true });
      wantsFocus.current = false;
    });
    return () => cancelAnimationFrame(frame);
  });

  const isLong = hasMore || items.length > MAX_PLAIN_LINES;
  const isVirtual = !useInitialRender() && isLong;
  const [lastRange, setRange] = useState<LineRange>();
  const range = isVirtual ? lastRange : undefined;
  const firstItems = useVisibleRowsFirst(items, selectedIndex + 1, !isLong);
  const shown = range ? items.slice(range.first, range.last + 1) : firstItems;
  const setSize = range || shown.length < items.length ? items.length : undefined;
  return (
    <div ref={scroller} className="min-h-0 flex-1 scroll-pb-16 overflow-y-auto pb-16">
      {isVirtual && (
        <VirtualRange
          items={items}
          scroller={scroller}
          selectedIndex={selectedIndex}
          onRange={setRange}
          onEnd={readMore}
        />
      )}
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: Enter on one of the links inside is a click, too. */}
      <ul
        aria-label={t`Drafts`}
        aria-busy={isOld}
        data-selecting={ticked.size > 0}
        className="dimmed-while-busy pointer-coarse:select-none pointer-coarse:[-webkit-touch-callout:none]"
        onClick={followLink}
      >
        {range && <Gap height={range.first * range.height} />}
        {shown.map((item, index) => (
          <QueueRow
            key={item.draft.id}
            item={item}
            className={range ? undefined : contentVisibilityClass(index)}
            position={range && range.first + index + 1}
            setSize={setSize}
            href={hrefOf(item.draft.id)}
            isChosen={item.draft.id === selectedId}
            isTicked={ticked.has(item.draft.id)}
            onTick={selection.toggle}
            decidedBy={decidedBy(item)}
            isMine={myId !== undefined && item.draft.one.created_user?.id === myId}
            isSkipped={skipped.has(item.draft.id)}
            isNew={newIds.has(item.draft.id)}
          />
        ))}
        {range && <Gap height={(items.length - 1 - range.last) * range.height} />}
      </ul>
    </div>
  );
}

/** Spacer for lines that are not rendered. */
const Gap = ({ height }: { height: number }) => <li aria-hidden="true" style={{ height }} />;

/** Event delegation for all lines: a click uses the new query at once, while the links follow deferred. */
function usePlainLinks(query: ListQuery) {
  const base = hrefOf('');
  const { search } = useLocation();
  const shownSearch = useDeferredValue(useMemo(() => paths.review(query).slice(paths.review().length), [query]));
  const followLink = (event: MouseEvent<HTMLElement>) => {
    const href = event.target instanceof Element && event.target.closest('a')?.getAttribute('href');
    if (!href || !isPlainClick(event)) return;
    event.preventDefault();
    void navigateInList(href.slice(base.length, -shownSearch.length || undefined), search);
  };
  return { hrefOf: (id: string) => base + paths.draft(id) + shownSearch, followLink };
}
