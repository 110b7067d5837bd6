import { observeElementRect, useVirtualizer } from '@tanstack/react-virtual';
import { type RefObject, useLayoutEffect, useMemo } from 'react';
import { settings } from '#src/lib/storage/settings.ts';
import { useStore } from '#src/lib/store.ts';
import { useAfterChange } from '#src/lib/use-after-change.ts';
import type { QueueItem } from '../review-queue/queue-query.ts';

/** The lines of a long list to render, by index, and the height of each line in pixels. */
export interface LineRange {
  first: number;
  last: number;
  height: number;
}

interface VirtualRangeProps {
  items: readonly QueueItem[];
  scroller: RefObject<HTMLDivElement | null>;
  selectedIndex: number;
  onRange: (range: LineRange) => void;
  onEnd: () => void;
}

const NEAR_END = 20;
const OVERSCAN = 8;
/** Matches `--spacing-line` in the stylesheet. */
const LINE_REM = { comfortable: 3.75, compact: 3.25 };

/**
 * Virtualizes a list: tells it with `onRange` which lines to render, and with `onEnd` near its end to load more. It
 * renders nothing itself, so that lines which are already shown stay mounted when this code has loaded.
 */
export function VirtualRange({ items, scroller, selectedIndex, onRange, onEnd }: VirtualRangeProps) {
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
    observeElementRect: (observed, onRect) =>
      observeElementRect(observed, (rect) => {
        // A list that is shown again gets its scroll position back from the browser without an event.
        if (rect.height > 0) observed.scrollElement?.dispatchEvent(new Event('scroll'));
        onRect(rect);
      }),
  });
  const shown = virtualizer.getVirtualItems();
  const first = shown[0]?.index ?? 0;
  const last = shown.at(-1)?.index ?? -1;
  const range = useMemo(() => ({ first, last, height }), [first, last, height]);
  // Before the browser paints: after a change of the items, the range could lie beyond their end.
  useLayoutEffect(() => {
    if (last >= 0) onRange(range);
    if (last >= items.length - NEAR_END) onEnd();
  }, [range, last, items.length, onRange, onEnd]);
  // A rendered line scrolls itself into view; reading the scroll position here would force a layout per key press.
  const isRendered = selectedIndex >= first && selectedIndex <= last;
  useAfterChange(selectedIndex, () => {
    if (selectedIndex >= 0 && !isRendered) virtualizer.scrollToIndex(selectedIndex, { align: 'auto' });
  });
  return null;
}

const rootFontPixels = () => Number.parseFloat(getComputedStyle(document.documentElement).fontSize) || 16;
