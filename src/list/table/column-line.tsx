import { useLingui } from '@lingui/react/macro';
import type { RowData } from '@tanstack/react-table';
import { ArrowDown, ArrowUp, PanelLeft, PanelRight } from 'lucide-react';
import { announce } from '#src/ui/feedback/announcer.tsx';
import { Checkbox } from '#src/ui/form/checkbox.tsx';
import { IconButton } from '#src/ui/icon-button.tsx';
import { columnLabel, type RecordTable, type ShownColumn } from './features.ts';

interface ColumnLineProps<Data extends RowData> {
  table: RecordTable<Data>;
  column: ShownColumn<Data>;
}

/** A column in the panel: its visibility and position. */
export function ColumnLine<Data extends RowData>({ table, column }: ColumnLineProps<Data>) {
  const { t, i18n } = useLingui();
  const name = columnLabel(i18n, column);
  const pinned = column.getIsPinned();
  const isVisible = column.getIsVisible();
  const move = (by: 1 | -1) => {
    moveColumn(table, column, by);
    announce(by < 0 ? t`${name} moved towards the start` : t`${name} moved towards the end`);
  };
  const pin = (edge: 'start' | 'end') => {
    column.pin(pinned === edge ? false : edge);
    if (pinned === edge) announce(t`${name} unpinned`);
    else announce(edge === 'start' ? t`${name} pinned to the start` : t`${name} pinned to the end`);
  };
  const show = (isShown: boolean) => {
    column.toggleVisibility(isShown);
    announce(isShown ? t`${name} shown` : t`${name} hidden`);
  };
  return (
    <li className="flex items-center gap-0.5">
      <Checkbox
        className="me-auto min-w-0"
        label={<span className="truncate">{name}</span>}
        checked={isVisible}
        disabled={!column.getCanHide()}
        onChange={(event) => show(event.target.checked)}
      />
      <IconButton
        size="small"
        label={t`Move ${name} towards the start`}
        disabled={!canMove(table, column, -1)}
        onClick={() => move(-1)}
      >
        <ArrowUp aria-hidden="true" />
      </IconButton>
      <IconButton
        size="small"
        label={t`Move ${name} towards the end`}
        disabled={!canMove(table, column, 1)}
        onClick={() => move(1)}
      >
        <ArrowDown aria-hidden="true" />
      </IconButton>
      <IconButton
        size="small"
        label={t`Pin ${name} to the start`}
        aria-pressed={pinned === 'start'}
        onClick={() => pin('start')}
      >
        <PanelLeft aria-hidden="true" className="rtl:-scale-x-100" />
      </IconButton>
      <IconButton
        size="small"
        label={t`Pin ${name} to the end`}
        aria-pressed={pinned === 'end'}
        onClick={() => pin('end')}
      >
        <PanelRight aria-hidden="true" className="rtl:-scale-x-100" />
      </IconButton>
    </li>
  );
}

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
function canMove<Data extends RowData>(table: RecordTable<Data>, column: ShownColumn<Data>, by: 1 | -1): boolean {
  const ids = neighbours(table, column);
  return ids[ids.indexOf(column.id) + by] !== undefined;
}

/** Moves a column one step towards the start (-1) or the end (1), among columns pinned alike. */
function moveColumn<Data extends RowData>(table: RecordTable<Data>, column: ShownColumn<Data>, by: 1 | -1): void {
  if (!canMove(table, column, by)) return;
  const ids = neighbours(table, column);
  const moved = ids.filter((id) => id !== column.id).toSpliced(ids.indexOf(column.id) + by, 0, column.id);
  const pinned = column.getIsPinned();
  if (pinned) table.setColumnPinning((all) => ({ ...all, [pinned]: moved }));
  // Pinned columns keep a position as well, for when they are unpinned.
  else table.setColumnOrder([...table.state.columnPinning.start, ...moved, ...table.state.columnPinning.end]);
}
