import { useLingui } from '@lingui/react/macro';
import { useVirtualizer } from '@tanstack/react-virtual';
import { type RefObject, useEffect, useMemo, useRef } from 'react';
import type { ListQuery } from '#contract/list-query.ts';
import type { Selection } from '#src/crud/use-selection.ts';
import { settings } from '#src/lib/settings.ts';
import { useStore } from '#src/lib/store.ts';
import { paths } from '#src/paths.ts';
import { DraftLine } from './draft-line.tsx';
import type { QueueItem } from './queue-item.ts';

interface DraftListProps {
  items: QueueItem[];
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

const NEAR_END = 20;

/** The queue: a line a draft, the chosen one marked. Only lines in or near sight are in the page. */
export function DraftList({ items, query, selectedId, selection, wantsFocus, settledBy, onEnd }: DraftListProps) {
  const { t } = useLingui();
  const scroller = useRef<HTMLDivElement>(null);
  const isCompact = useStore(settings).density === 'compact';
  const virtualizer = useVirtualizer({
    count: items.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => (isCompact ? 52 : 60),
    getItemKey: (index) => items[index]?.draft.id ?? index,
    overscan: 8,
  });
  const selectedIndex = items.findIndex(({ draft }) => draft.id === selectedId);
  useEffect(() => {
    if (selectedId === undefined || selectedIndex < 0) return;
    virtualizer.scrollToIndex(selectedIndex, { align: 'auto' });
    if (!wantsFocus.current) return;
    wantsFocus.current = false;
    // The line may have to be scrolled into the page first.
    requestAnimationFrame(() => scroller.current?.querySelector<HTMLElement>('[aria-current=true]')?.focus());
  }, [selectedIndex, selectedId, virtualizer, wantsFocus]);

  const ticked = useMemo(() => new Set(selection.ids), [selection.ids]);

  const lines = virtualizer.getVirtualItems();
  const lastShown = lines.at(-1)?.index ?? 0;
  useEffect(() => {
    if (lastShown >= items.length - NEAR_END) onEnd();
  }, [lastShown, items.length, onEnd]);

  return (
    <div ref={scroller} className="min-h-0 flex-1 overflow-y-auto">
      <ul aria-label={t`Drafts`} className="relative" style={{ height: virtualizer.getTotalSize() }}>
        {lines.map(({ index, key, start }) => {
          const item = items[index];
          return (
            item && (
              <li
                key={key}
                ref={virtualizer.measureElement}
                data-index={index}
                aria-setsize={items.length}
                aria-posinset={index + 1}
                className="absolute inset-x-0 border-line border-b"
                style={{ top: start }}
              >
                <DraftLine
                  item={item}
                  to={paths.draft(item.draft.id, query)}
                  isChosen={item.draft.id === selectedId}
                  isTicked={ticked.has(item.draft.id)}
                  onTick={selection.toggle}
                  settledBy={settledBy(item)}
                />
              </li>
            )
          );
        })}
      </ul>
    </div>
  );
}
