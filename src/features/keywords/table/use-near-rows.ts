import { defaultRangeExtractor, useVirtualizer } from '@tanstack/react-virtual';
import { type RefObject, useEffect, useMemo, useRef } from 'react';
import type { Density } from '#src/crud/table/table-layout.ts';
import { settings } from '#src/lib/settings.ts';
import { useStore } from '#src/lib/store.ts';
import type { Keyword } from '../keyword.ts';

/** Up to so many rows are all in the page. */
const FEW = 150;
const OVERSCAN = 6;
const HEAD_PX = 32;

interface NearRowsOptions {
  rows: readonly Keyword[];
  scroller: RefObject<HTMLElement | null>;
  table: RefObject<HTMLElement | null>;
  /** How high rows are, where the table has that by itself. */
  density: Density | undefined;
  /** Whether a second line stands under the row. */
  hasNotice: (row: Keyword) => boolean;
}

/** The rows in or near sight of a long table, and the room that the others take. */
export function useNearRows({ rows, scroller, table, density, hasNotice }: NearRowsOptions) {
  const kept = useRef(-1);
  const rowPx = useRowPx(density);
  const isLong = rows.length > FEW;
  const isTall = (row: Keyword | undefined) => row !== undefined && hasNotice(row);
  const virtualizer = useVirtualizer({
    count: rows.length,
    enabled: isLong,
    getScrollElement: () => scroller.current,
    estimateSize: (index) => rowPx * (isTall(rows[index]) ? 2 : 1),
    getItemKey: (index) => rows[index]?.id ?? index,
    overscan: OVERSCAN,
    scrollPaddingEnd: HEAD_PX,
    // The row that has the focus stays in the page, wherever it is scrolled to.
    rangeExtractor: (range) => {
      const near = defaultRangeExtractor(range);
      const isNear = kept.current < 0 || kept.current >= rows.length || near.includes(kept.current);
      return isNear ? near : [...near, kept.current].sort((a, b) => a - b);
    },
  });
  const tall = rows
    .filter(hasNotice)
    .map(({ id }) => id)
    .join();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the sizes are asked for again when these change.
  useEffect(() => virtualizer.measure(), [virtualizer, rowPx, tall]);

  const items = isLong ? virtualizer.getVirtualItems() : [];
  const shown = isLong
    ? items.map(({ index, start }, place) => ({ index, before: start - (items[place - 1]?.end ?? 0) }))
    : rows.map((_, index) => ({ index, before: 0 }));
  return {
    /** Indices of the rows to draw, with the pixels left out before each. */
    shown,
    after: isLong ? virtualizer.getTotalSize() - (items.at(-1)?.end ?? 0) : 0,
    keep: (index: number) => {
      kept.current = index;
    },
    reveal: (index: number) => {
      kept.current = index;
      if (isLong) virtualizer.scrollToIndex(index, { align: 'auto' });
      else table.current?.querySelectorAll('[data-row]')[index]?.scrollIntoView({ block: 'nearest' });
    },
  };
}

/** The height of a row in pixels, as the style sheet says it for this density and pointer. */
function useRowPx(own: Density | undefined): number {
  const { density } = useStore(settings);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the style sheet says another height at another density.
  return useMemo(() => {
    const probe = document.createElement('div');
    if (own) probe.dataset.density = own;
    document.body.append(probe);
    const rem = Number.parseFloat(getComputedStyle(probe).getPropertyValue('--spacing-row')) || 2.5;
    probe.remove();
    return rem * (Number.parseFloat(getComputedStyle(document.documentElement).fontSize) || 16);
  }, [density, own]);
}
