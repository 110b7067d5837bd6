import { useDeferredValue } from 'react';

/** Rows that fit into the window, by the approximate height of the page header and of a row. */
export const VISIBLE_ROW_COUNT = Math.ceil((window.innerHeight - 96) / 60);

/** First renders the rows in the viewport, at least `least`; then, deferred, the rest if wanted. */
export function useVisibleRowsFirst<Row>(rows: readonly Row[], least: number, wantsRest = true): readonly Row[] {
  const isRestDue = useDeferredValue(wantsRest, false);
  return isRestDue ? rows : rows.slice(0, Math.max(VISIBLE_ROW_COUNT, least));
}

/** Class of rows that start off screen: the browser lays them out when they come near the viewport. */
export const contentVisibilityClass = (index: number): string | undefined =>
  index < VISIBLE_ROW_COUNT
    ? undefined
    : '[contain-intrinsic-block-size:auto_var(--spacing-line)] [content-visibility:auto]';
