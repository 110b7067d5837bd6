import { useDeferredValue } from 'react';

/** How many rows of a list fit into the window: the header above them and each of them are about this high. */
const ROWS_IN_SIGHT = Math.ceil((window.innerHeight - 96) / 60);

/** The rows of a list that has just been mounted: those in sight and at least `least` at first, all right after. */
export function useRowsInSightFirst<Row>(rows: readonly Row[], least: number): readonly Row[] {
  const isRestDue = useDeferredValue(true, false);
  return isRestDue ? rows : rows.slice(0, Math.max(ROWS_IN_SIGHT, least));
}

/** The class of a row that starts out of sight: the browser lays it out when it comes near. */
export const laidOutLater = (index: number): string | undefined =>
  index < ROWS_IN_SIGHT
    ? undefined
    : '[contain-intrinsic-block-size:auto_var(--spacing-line)] [content-visibility:auto]';
