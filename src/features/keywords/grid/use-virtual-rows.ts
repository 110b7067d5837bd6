import { defaultRangeExtractor, useVirtualizer } from '@tanstack/react-virtual';
import { type RefObject, useMemo, useRef } from 'react';
import type { Keyword } from '#src/domain/keywords/keyword.ts';
import { settings } from '#src/lib/storage/settings.ts';
import { useStore } from '#src/lib/store.ts';
import { useBreakpoint } from '#src/lib/use-window-width.ts';
import type { Density } from '#src/list/table/table-layout.ts';

/** Lists up to this length are not virtualized. */
const FEW = 150;
const OVERSCAN = 6;
const HEAD_PX = 32;
const TWO_LINES_PX = 37;

interface VirtualRowsOptions {
  rows: readonly Keyword[];
  scroller: RefObject<HTMLElement | null>;
  table: RefObject<HTMLElement | null>;
  /** Row density, if the table overrides the default. */
  density: Density | undefined;
  /** Whether a notice line is shown under the row. */
  hasNotice: (row: Keyword) => boolean;
}

/** Virtualizes a long table: the rows in or near the viewport, and the spacing for the others. */
export function useVirtualRows({ rows, scroller, table, density, hasNotice }: VirtualRowsOptions) {
  const kept = useRef(-1);
  const isNarrow = !useBreakpoint()('md');
  const rowPx = Math.max(useRowPx(density), isNarrow ? TWO_LINES_PX : 0);
  const isLong = rows.length > FEW;
  const isTall = (row: Keyword | undefined) => row !== undefined && hasNotice(row);
  const virtualizer = useVirtualizer({
    count: rows.length,
    enabled: isLong,
    getScrollElement: () => scroller.current,
    estimateSize: (index) => rowPx * (isTall(rows[index]) ? 2 : 1),
    // A new function on each render makes the virtualizer estimate the heights again.
    getItemKey: (index) => rows[index]?.id ?? index,
    overscan: OVERSCAN,
    scrollPaddingEnd: HEAD_PX,
    // Keep the focused row rendered, wherever the user scrolls.
    rangeExtractor: (range) => {
      const near = defaultRangeExtractor(range);
      const isNear = kept.current < 0 || kept.current >= rows.length || near.includes(kept.current);
      return isNear ? near : [...near, kept.current].sort((a, b) => a - b);
    },
  });

  const items = isLong ? virtualizer.getVirtualItems() : [];
  const shown = isLong
    ? items.map(({ index, start }, place) => ({ index, before: start - (items[place - 1]?.end ?? 0) }))
    : rows.map((_, index) => ({ index, before: 0 }));
  return {
    /** Indices of the rows to render, with the pixels to skip before each. */
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

/** Row height in pixels, from the stylesheet's value for this density and pointer type. */
function useRowPx(own: Density | undefined): number {
  const { density: general } = useStore(settings);
  const density = own ?? general;
  return useMemo(() => {
    const probe = document.createElement('div');
    probe.dataset.density = density;
    document.body.append(probe);
    const rem = Number.parseFloat(getComputedStyle(probe).getPropertyValue('--spacing-row')) || 2.5;
    probe.remove();
    return rem * (Number.parseFloat(getComputedStyle(document.documentElement).fontSize) || 16);
  }, [density]);
}
