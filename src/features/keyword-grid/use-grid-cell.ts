import { type KeyboardEvent, type RefObject, useLayoutEffect, useRef, useState } from 'react';
import type { Keyword } from '#src/domain/keywords/keyword.ts';
import { can } from '#src/page/can.ts';
import type { EditEnd } from './keyword-cell.tsx';
import type { GridColumn } from './row-edits.ts';

interface GridCell {
  id: string;
  column: GridColumn;
  isEditing: boolean;
}

const PAGE_ROWS = 10;

interface GridCellOptions {
  table: RefObject<HTMLTableElement | null>;
  rows: readonly Keyword[];
  columns: readonly GridColumn[];
  /** The query that the rows match. */
  search: string;
  /** Scrolls a virtualized row into view, so that it is rendered. */
  reveal: (index: number) => void;
  /** Saves a row that was left by a key that saves. */
  onSave: (id: string) => void;
  onLeave: (id: string) => void;
}

/** Roving focus of the grid: the active cell, and whether it is in edit mode. */
export function useGridCell({ table, rows, columns, search, reveal, onSave, onLeave }: GridCellOptions) {
  const [chosen, setCell] = useState<GridCell>();
  // The column may have been hidden since; that of the keyword cannot be.
  const isHidden = chosen && !columns.includes(chosen.column);
  const cell: GridCell | undefined = isHidden ? { ...chosen, column: 'key_name', isEditing: false } : chosen;
  // A ref, so that `leave` sees the current cell.
  const latest = useRef(chosen);
  const wantsFocus = useRef(false);
  const go = (next: GridCell) => {
    const from = latest.current?.id;
    latest.current = next;
    wantsFocus.current = true;
    setCell(next);
    // The row may leave the window of rendered rows before it loses the focus.
    if (from !== undefined && from !== next.id) onLeave(from);
  };
  const rowIndex = cell ? rows.findIndex(({ id }) => id === cell.id) : -1;
  const last = useRef({ rows, index: 0, search });
  useLayoutEffect(() => {
    if (rowIndex >= 0) last.current = { rows, index: rowIndex, search };
    if (!wantsFocus.current || !cell || cell.isEditing) return;
    const element = table.current?.querySelector<HTMLElement>(`[data-cell="${cell.id} ${cell.column}"]`);
    if (!element) return;
    wantsFocus.current = false;
    element.focus({ preventScroll: true });
  });

  const goTo = (index: number, column: GridColumn, isEditing = false) => {
    const row = rows[Math.max(0, Math.min(rows.length - 1, index))];
    if (!row) return;
    reveal(rows.indexOf(row));
    go({ id: row.id, column, isEditing: isEditing && isEditable(row, column) });
  };
  const moveRow = (step: number) => {
    // After the active row was removed, the next row follows those still before it; another search starts at its first.
    const here = new Set(rows.map(({ id }) => id));
    const before = last.current.rows.slice(0, last.current.index).filter(({ id }) => here.has(id)).length;
    const kept = last.current.search === search ? before + Math.min(0, step) : 0;
    goTo(rowIndex < 0 ? kept : rowIndex + step, cell?.column ?? 'key_name');
  };

  const end = (row: Keyword, column: GridColumn, how: EditEnd) => {
    const step = { save: undefined, cancel: undefined, next: 1, previous: -1 }[how];
    const next = step && neighbour(rows, columns.filter(isField), row, column, step);
    if (next) return goTo(rows.indexOf(next.row), next.column, true);
    // Escape reverts this cell only; edits in other cells of the row remain.
    go({ id: row.id, column, isEditing: false });
    onSave(row.id);
  };
  /** The focus has left a row. */
  const leave = ({ id }: Keyword) => {
    const now = latest.current;
    if (now?.id === id && now.isEditing) {
      wantsFocus.current = false;
      latest.current = { ...now, isEditing: false };
      setCell(latest.current);
    }
    onLeave(id);
  };
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const isCell = event.target instanceof HTMLElement && event.target.dataset.cell !== undefined;
    const row = rows[rowIndex];
    if (!isCell || !row || !cell || event.altKey) return;
    const column = columns.indexOf(cell.column);
    const toColumn = (index: number) => goTo(rowIndex, columns[index] ?? cell.column);
    const isWhole = event.ctrlKey || event.metaKey;
    const isRightToLeft = getComputedStyle(event.currentTarget).direction === 'rtl';
    const moves: Record<string, () => void> = {
      ArrowDown: () => moveRow(1),
      ArrowUp: () => moveRow(-1),
      PageDown: () => moveRow(PAGE_ROWS),
      PageUp: () => moveRow(-PAGE_ROWS),
      ArrowRight: () => toColumn(column + (isRightToLeft ? -1 : 1)),
      ArrowLeft: () => toColumn(column + (isRightToLeft ? 1 : -1)),
      Home: () => (isWhole ? goTo(0, cell.column) : toColumn(0)),
      End: () => (isWhole ? goTo(rows.length - 1, cell.column) : toColumn(columns.length - 1)),
      Enter: () => goTo(rowIndex, cell.column, true),
      F2: () => goTo(rowIndex, cell.column, true),
    };
    const move = moves[event.key];
    if (!move || event.shiftKey || (isWhole && event.key !== 'Home' && event.key !== 'End')) return;
    event.preventDefault();
    move();
  };
  /** The first click activates a cell, a second one edits it. */
  const press = (row: Keyword, column: GridColumn) => {
    const isHere = cell?.id === row.id && cell.column === column;
    if (isHere && cell.isEditing) return;
    go({ id: row.id, column, isEditing: isHere && isEditable(row, column) });
  };
  return { cell, rowIndex, moveRow, end, leave, onKeyDown, press };
}

const isField = (column: GridColumn) => column !== 'id';
const isEditable = (row: Keyword, column: GridColumn) => isField(column) && can(row, 'update');

function neighbour(
  rows: readonly Keyword[],
  columns: readonly GridColumn[],
  row: Keyword,
  column: GridColumn,
  step: number,
) {
  const place = rows.indexOf(row) * columns.length + columns.indexOf(column) + step;
  const next = rows[Math.floor(place / columns.length)];
  const nextColumn = columns[place % columns.length];
  return next && nextColumn && { row: next, column: nextColumn };
}
