import type { ColumnVisibilityState } from '@tanstack/react-table';

interface HideableColumn {
  id: string;
  /** Whether there is room for it. */
  hasRoom: boolean;
  canHide: boolean;
}

/** Which columns are on the screen: what was chosen by hand, else those that there is room for. */
export function visibleColumns(
  columns: readonly HideableColumn[],
  shown: Readonly<Record<string, boolean>>,
): ColumnVisibilityState {
  return Object.fromEntries(columns.map(({ id, hasRoom, canHide }) => [id, !canHide || (shown[id] ?? hasRoom)]));
}

/**
 * What was chosen by hand once the columns on the screen are `next`. A choice that is as it would be anyway is none, so
 * that a column shown again in a wide window does not fill a narrow one.
 */
export function chosenColumns(
  columns: readonly HideableColumn[],
  shown: Readonly<Record<string, boolean>>,
  next: ColumnVisibilityState,
): Record<string, boolean> {
  const now = visibleColumns(columns, shown);
  const chosen = { ...shown };
  for (const { id, hasRoom, canHide } of columns) {
    const isVisible = next[id] ?? true;
    if (!canHide || isVisible === now[id]) continue;
    if (isVisible === hasRoom) delete chosen[id];
    else chosen[id] = isVisible;
  }
  return chosen;
}
