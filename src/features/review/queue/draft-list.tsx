import { useLingui } from '@lingui/react/macro';
import { type MouseEvent, type RefObject, useDeferredValue, useEffect, useMemo, useRef } from 'react';
import { type ListQuery, PAGE_SIZE } from '#contract/list-query.ts';
import { hrefOf } from '#src/lib/place.ts';
import { isPlainClick } from '#src/lib/plain-click.ts';
import { currentLocation, navigate } from '#src/lib/router.ts';
import { paths } from '#src/paths.ts';
import { DIMMED_WHEN_BUSY } from '#src/ui/dimmed-when-busy.ts';
import { part } from '#src/ui/part.tsx';
import { laidOutLater, useRowsInSightFirst } from '#src/ui/rows-in-sight.ts';
import type { Selection } from '../use-selection.ts';
import { DraftLine } from './draft-line.tsx';
import type { QueueItem } from './queue-item.ts';
import type { LinesProps } from './virtual-lines.tsx';

const VirtualLines = part(async () => (await import('./virtual-lines.tsx')).VirtualLines);

interface DraftListProps {
  items: readonly QueueItem[];
  /** Whether others have been asked for, and these stand there until then. */
  isOld: boolean;
  query: ListQuery;
  selectedId: string | undefined;
  selection: Selection;
  /** Set where the next chosen line is to get the focus. */
  wantsFocus: RefObject<boolean>;
  /** Who settled a line meanwhile; undefined where nobody has. */
  settledBy: (item: QueueItem) => string | undefined;
  /** The end of what has been read comes into sight. */
  onEnd: () => void;
}

/** The queue: a line a draft, the chosen one marked. A long one has only the lines near sight in the page. */
export function DraftList(props: DraftListProps) {
  const { items, isOld, query, selectedId, selection, wantsFocus, settledBy, onEnd } = props;
  const { t } = useLingui();
  const { hrefOf, followLink } = usePlainLinks(query);
  const scroller = useRef<HTMLDivElement>(null);
  const selectedIndex = items.findIndex(({ draft }) => draft.id === selectedId);
  const ticked = useMemo(() => new Set(selection.ids), [selection.ids]);
  useEffect(() => {
    if (selectedId === undefined) return;
    // The line may have to be scrolled into the page first.
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
  return (
    <div ref={scroller} className="min-h-0 flex-1 overflow-y-auto">
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: the keyboard clicks the links within. */}
      <ul aria-label={t`Drafts`} aria-busy={isOld} className={DIMMED_WHEN_BUSY} onClick={followLink}>
        {items.length > PAGE_SIZE.most ? (
          <VirtualLines {...lines} standIn={<AllLines {...lines} items={items.slice(0, PAGE_SIZE.most)} />} />
        ) : (
          <AllLines {...lines} />
        )}
      </ul>
    </div>
  );
}

function AllLines({ items, line, selectedIndex }: LinesProps) {
  const shown = useRowsInSightFirst(items, selectedIndex + 1);
  const setSize = shown.length < items.length ? items.length : undefined;
  return shown.map((item, index) => line(item, { className: laidOutLater(index), setSize }));
}

/** One listener for the links of all lines. When the query changes, a click uses it at once and the lines follow. */
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
