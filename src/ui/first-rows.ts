import { useMemo } from 'react';
import { useAfterPaint } from '#src/lib/use-after-paint.ts';

/** As many as fit into the window: what stands above them and each of them are about so high. */
const FIRST_ROWS = Math.ceil((window.innerHeight - 96) / 60);
const NONE: readonly never[] = [];

/**
 * The rows of a list of which many may be new: at first those that a window shows, and `least` of them, beside those that
 * have been drawn already; right afterwards all. What is in sight need not wait for the rest.
 */
export function useFirstRows<Row>(rows: readonly Row[], least: number, idOf: (row: Row) => string): readonly Row[] {
  const drawn = useAfterPaint<readonly Row[]>(rows, NONE);
  return useMemo(() => {
    if (drawn === rows) return rows;
    const known = new Set(drawn.map(idOf));
    const most = Math.max(FIRST_ROWS, least);
    return rows.filter((row, index) => index < most || known.has(idOf(row)));
  }, [rows, drawn, least, idOf]);
}

/** The class of a row that begins out of sight: it is laid out when it comes near. */
export const laidOutLater = (index: number): string | undefined =>
  index < FIRST_ROWS ? undefined : '[contain-intrinsic-block-size:auto_var(--spacing-line)] [content-visibility:auto]';
