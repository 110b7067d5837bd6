import type { ColumnVisibilityState } from '@tanstack/react-table';

interface HideableColumn {
  id: string;
  /** Whether the window is wide enough for it. */
  hasRoom: boolean;
  canHide: boolean;
}

/** Which columns are visible: as the user chose, else those that fit. */
export function visibleColumns(
  columns: readonly HideableColumn[],
  shown: Readonly<Record<string, boolean>>,
): ColumnVisibilityState {
  return Object.fromEntries(columns.map(({ id, hasRoom, canHide }) => [id, !canHide || (shown[id] ?? hasRoom)]));
}

/**
 * The user's choices once `next` are the visible columns. A choice equal to the default is dropped, so that a column
 * shown again in a wide window does not fill a narrow one.
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
