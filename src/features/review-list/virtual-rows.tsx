import { useVirtualizer } from '@tanstack/react-virtual';
import { type ReactNode, type RefObject, useEffect, useMemo } from 'react';
import { settings } from '#src/lib/storage/settings.ts';
import { useStore } from '#src/lib/store.ts';
import { useAfterChange } from '#src/lib/use-after-change.ts';
import type { QueueItem } from '../review-queue/queue-query.ts';
import type { QueueRowProps } from './queue-row.tsx';

type LinePlace = Pick<QueueRowProps, 'className' | 'setSize' | 'position'>;

/** Props of a list of lines, virtualized or not. */
export interface LinesProps {
  items: readonly QueueItem[];
  line: (item: QueueItem, place: LinePlace) => ReactNode;
  scroller: RefObject<HTMLDivElement | null>;
  selectedIndex: number;
  onEnd: () => void;
}

const NEAR_END = 20;
const OVERSCAN = 8;
/** Matches `--spacing-line` in the stylesheet. */
const LINE_REM = { comfortable: 3.75, compact: 3.25 };

/** A virtualized list of lines. Calls `onEnd` near its end to load more. */
export function VirtualRows({ items, line, scroller, selectedIndex, onEnd }: LinesProps) {
  const { density } = useStore(settings);
  const height = useMemo(() => LINE_REM[density] * rootFontPixels(), [density]);
  const virtualizer = useVirtualizer({
    count: items.length,
    getScrollElement: () => scroller.current,
    // Fixed heights: measuring each line would force a layout per key press.
    estimateSize: () => height,
    // A new function in each render, so that the virtualizer re-estimates the heights.
    getItemKey: (index) => items[index]?.draft.id ?? index,
    overscan: OVERSCAN,
  });
  const shown = virtualizer.getVirtualItems();
  const firstShown = shown[0]?.index ?? 0;
  const lastShown = shown.at(-1)?.index ?? 0;
  // A rendered line scrolls itself into view; reading the scroll position here would force a layout per key press.
  const isRendered = selectedIndex >= firstShown && selectedIndex <= lastShown;
  useAfterChange(selectedIndex, () => {
    if (selectedIndex >= 0 && !isRendered) virtualizer.scrollToIndex(selectedIndex, { align: 'auto' });
  });
  useEffect(() => {
    if (lastShown >= items.length - NEAR_END) onEnd();
  }, [lastShown, items.length, onEnd]);

  return (
    <>
      <Gap height={shown[0]?.start ?? 0} />
      {shown.map(({ index }) => {
        const item = items[index];
        return item && line(item, { setSize: items.length, position: index + 1 });
      })}
      <Gap height={virtualizer.getTotalSize() - (shown.at(-1)?.end ?? 0)} />
    </>
  );
}

/** Spacer for lines that are not rendered. */
const Gap = ({ height }: { height: number }) => <li aria-hidden="true" style={{ height }} />;

const rootFontPixels = () => Number.parseFloat(getComputedStyle(document.documentElement).fontSize) || 16;
