import { useLingui } from '@lingui/react/macro';
import { type MouseEvent, type RefObject, useDeferredValue, useEffect, useMemo, useRef } from 'react';
import { type ListQuery, PAGE_SIZE } from '#contract/list-query.ts';
import { hrefOf } from '#src/lib/base-path.ts';
import { isInitialRender } from '#src/lib/initial-render.ts';
import { currentLocation, navigate } from '#src/lib/router.ts';
import { isPlainClick } from '#src/lib/static-link.tsx';
import { useStore } from '#src/lib/store.ts';
import { paths } from '#src/paths.ts';
import { laidOutLater, useRowsInSightFirst } from '#src/ui/layout/rows-in-sight.ts';
import { part } from '#src/ui/lazy-component.tsx';
import type { Selection } from '../use-selection.ts';
import { DraftLine } from './draft-line.tsx';
import type { QueueItem } from './queue-query.ts';
import type { LinesProps } from './virtual-lines.tsx';

const VirtualLines = part(async () => (await import('./virtual-lines.tsx')).VirtualLines);

interface DraftListProps {
  items: readonly QueueItem[];
  /** Placeholder rows of the previous query, shown while the new one is loading. */
  isOld: boolean;
  query: ListQuery;
  selectedId: string | undefined;
  selection: Selection;
  /** Set if the next selected line should take focus. */
  wantsFocus: RefObject<boolean>;
  /** Name of the user who has decided a line's draft since; undefined if undecided. */
  settledBy: (item: QueueItem) => string | undefined;
  /** There are more pages to load. */
  hasMore: boolean;
  /** Called when the end of the loaded lines scrolls into view. */
  onEnd: () => void;
}

/** The queue as a list of drafts. Long lists are virtualized. */
export function DraftList(props: DraftListProps) {
  const { items, isOld, query, selectedId, selection, wantsFocus, settledBy, hasMore, onEnd } = props;
  const { t } = useLingui();
  const { hrefOf, followLink } = usePlainLinks(query);
  const scroller = useRef<HTMLDivElement>(null);
  const selectedIndex = items.findIndex(({ draft }) => draft.id === selectedId);
  const ticked = useMemo(() => new Set(selection.ids), [selection.ids]);
  useEffect(() => {
    if (selectedId === undefined) return;
    // Wait a frame: the virtualizer may have to render the line first.
    const frame = requestAnimationFrame(() => {
      const line = scroller.current?.querySelector<HTMLElement>('[aria-current=true]');
      line?.scrollIntoView({ block: 'nearest' });
      if (wantsFocus.current) line?.focus({ preventScroll: true });
      wantsFocus.current = false;
    });
    return () => cancelAnimationFrame(frame);
  }, [selectedId, wantsFocus]);

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
  const lines: LinesProps = { items, line, scroller, selectedIndex, onEnd };
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
