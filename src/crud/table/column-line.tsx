import { useLingui } from '@lingui/react/macro';
import type { RowData } from '@tanstack/react-table';
import { ArrowDown, ArrowUp, PanelLeft, PanelRight } from 'lucide-react';
import { announce } from '#src/ui/announcer.tsx';
import { Checkbox } from '#src/ui/checkbox.tsx';
import { IconButton } from '#src/ui/icon-button.tsx';
import { columnLabel } from './column-label.ts';
import type { RecordTable, ShownColumn } from './features.ts';
import { canMove, moveColumn } from './move-column.ts';

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
