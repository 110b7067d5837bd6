import type { RowData } from '@tanstack/react-table';
import type { RecordTable, ShownColumn } from './features.ts';

/** All columns in display order, hidden ones included. */
export function arrangedColumns<Data extends RowData>(table: RecordTable<Data>): ShownColumn<Data>[] {
  return [...table.getStartLeafColumns(), ...table.getCenterLeafColumns(), ...table.getEndLeafColumns()];
}

/** The columns it can swap with: pinned ones stay at their edge. */
function neighbours<Data extends RowData>(table: RecordTable<Data>, column: ShownColumn<Data>): string[] {
  const pinned = column.getIsPinned();
  if (pinned) return table.state.columnPinning[pinned];
  return table.getCenterLeafColumns().map(({ id }) => id);
}

/** Whether a column can move one step towards the start (-1) or the end (1). */
export function canMove<Data extends RowData>(
  table: RecordTable<Data>,
  column: ShownColumn<Data>,
  by: 1 | -1,
): boolean {
  const ids = neighbours(table, column);
  return ids[ids.indexOf(column.id) + by] !== undefined;
}

/** Moves a column one step towards the start (-1) or the end (1), among columns pinned alike. */
export function moveColumn<Data extends RowData>(
  table: RecordTable<Data>,
  column: ShownColumn<Data>,
  by: 1 | -1,
): void {
  if (!canMove(table, column, by)) return;
  const ids = neighbours(table, column);
  const moved = ids.filter((id) => id !== column.id).toSpliced(ids.indexOf(column.id) + by, 0, column.id);
  const pinned = column.getIsPinned();
  if (pinned) table.setColumnPinning((all) => ({ ...all, [pinned]: moved }));
  // Pinned columns keep a position as well, for when they are unpinned.
  else table.setColumnOrder([...table.state.columnPinning.start, ...moved, ...table.state.columnPinning.end]);
}
