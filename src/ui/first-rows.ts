import { useAfterPaint } from '#src/lib/use-after-paint.ts';

/** As many as fit into the window: what stands above them and each of them are about so high. */
const FIRST_ROWS = Math.ceil((window.innerHeight - 96) / 60);

/**
 * The rows of a list that is new: at first as many as a window shows, and `least` of them, right afterwards all. What is in
 * sight need not wait for the rest.
 */
export function useFirstRows<Row>(rows: readonly Row[], least: number): readonly Row[] {
  const most = useAfterPaint(Number.POSITIVE_INFINITY, Math.max(FIRST_ROWS, least));
  return rows.slice(0, most);
}

/** The class of a row that begins out of sight: it is laid out when it comes near. */
export const laidOutLater = (index: number): string | undefined =>
  index < FIRST_ROWS ? undefined : '[contain-intrinsic-block-size:auto_var(--spacing-line)] [content-visibility:auto]';
