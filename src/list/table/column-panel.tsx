import { Popover } from '@base-ui/react/popover';
import { Trans, useLingui } from '@lingui/react/macro';
import type { RowData } from '@tanstack/react-table';
import { ArrowDown, ArrowUp, Download, PanelLeft, PanelRight, RotateCcw } from 'lucide-react';
import type { ReactNode } from 'react';
import { settings } from '#src/lib/storage/settings.ts';
import { useStore } from '#src/lib/store.ts';
import { Button } from '#src/ui/button.tsx';
import { announce } from '#src/ui/feedback/announcer.tsx';
import { Progress } from '#src/ui/feedback/progress.tsx';
import { Checkbox } from '#src/ui/form/checkbox.tsx';
import { SegmentedControl } from '#src/ui/form/segmented-control.tsx';
import { IconButton } from '#src/ui/icon-button.tsx';
import { useOpenedTrigger } from '#src/ui/overlay/use-opened-trigger.ts';
import { columnLabel, type RecordTable, type TableColumn } from './features.ts';
import type { ListExport } from './use-list-export.ts';
import type { ConfiguredTable } from './use-record-table.ts';

export interface ColumnPanelProps<Data extends { id: string }> {
  arranged: ConfiguredTable<Data>;
  /** Omitted if the page has its own export. */
  exporting?: ListExport | undefined;
  trigger: ReactNode;
  className: string;
}

/** Table layout settings in a popover. Opens on mount, as the button it replaces was just pressed. */
export function ColumnPanel<Data extends { id: string }>(props: ColumnPanelProps<Data>) {
  const { arranged, exporting, trigger, className } = props;
  const { t } = useLingui();
  const { trigger: button, ref } = useOpenedTrigger();
  return (
    <Popover.Root>
      {/* Keeps Base UI's focus guards out of the flex gap between the page's actions. */}
      <span className="inline-flex">
        <Popover.Trigger ref={ref} className={className}>
          {trigger}
        </Popover.Trigger>
      </span>
      <Popover.Portal container={button?.closest<HTMLElement>('dialog, main') ?? undefined}>
        <Popover.Positioner positionMethod="fixed" align="end" sideOffset={4} className="z-20">
          <Popover.Popup
            aria-label={t`Columns`}
            className="floating flex max-h-(--available-height) w-88 max-w-[calc(100vw-1rem)] flex-col gap-3 overflow-y-auto p-3 outline-none"
          >
            <ul aria-label={t`Columns`} className="flex flex-col">
              {arrangedColumns(arranged.table).map((column) => (
                <ColumnLine key={column.id} table={arranged.table} column={column} />
              ))}
            </ul>
            <DensityControl arranged={arranged} />
            <div className="flex flex-wrap items-center gap-2 border-line border-t pt-3">
              {exporting && <ExportButton exporting={exporting} />}
              <Button
                kind="quiet"
                onClick={() => {
                  arranged.kept.reset();
                  announce(t`Table reset`);
                }}
              >
                <RotateCcw aria-hidden="true" className="size-4" />
                <Trans>Reset table</Trans>
              </Button>
            </div>
          </Popover.Popup>
        </Popover.Positioner>
      </Popover.Portal>
    </Popover.Root>
  );
}

function DensityControl<Data extends { id: string }>({
  arranged: { layout, kept },
}: {
  arranged: ConfiguredTable<Data>;
}) {
  const { t } = useLingui();
  const { density } = useStore(settings);
  return (
    <SegmentedControl
      label={t`Density`}
      value={layout.density ?? density}
      segments={[
        { value: 'comfortable', label: t`Comfortable` },
        { value: 'compact', label: t`Compact` },
      ]}
      onChange={(chosen) => kept.change({ density: chosen })}
      className="self-start"
    />
  );
}

function ExportButton({ exporting: { start, progress, cancel } }: { exporting: ListExport }) {
  const { i18n } = useLingui();
  if (!progress) {
    return (
      <Button onClick={start}>
        <Download aria-hidden="true" className="size-4" />
        <Trans>Export CSV</Trans>
      </Button>
    );
  }
  return (
    <span className="flex w-full items-center gap-3">
      <Progress
        className="min-w-0 flex-1"
        label={<Trans>Exporting… {{ read: i18n.number(progress.read) }} rows so far</Trans>}
        value={progress.read}
        max={progress.most}
      />
      <Button onClick={cancel}>
        <Trans>Cancel</Trans>
      </Button>
    </span>
  );
}

interface ColumnLineProps<Data extends RowData> {
  table: RecordTable<Data>;
  column: TableColumn<Data>;
}

/** A column in the panel: its visibility and position. */
function ColumnLine<Data extends RowData>({ table, column }: ColumnLineProps<Data>) {
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
function arrangedColumns<Data extends RowData>(table: RecordTable<Data>): TableColumn<Data>[] {
  return [...table.getStartLeafColumns(), ...table.getCenterLeafColumns(), ...table.getEndLeafColumns()];
}

/** Ids of the columns that a column can swap with. Pinned columns stay at their edge. */
function neighbours<Data extends RowData>(table: RecordTable<Data>, column: TableColumn<Data>): string[] {
  const pinned = column.getIsPinned();
  if (pinned) return table.state.columnPinning[pinned];
  return table.getCenterLeafColumns().map(({ id }) => id);
}

/** Whether a column can move one step towards the start (-1) or the end (1). */
function canMove<Data extends RowData>(table: RecordTable<Data>, column: TableColumn<Data>, by: 1 | -1): boolean {
  const ids = neighbours(table, column);
  return ids[ids.indexOf(column.id) + by] !== undefined;
}

/** Moves a column one step towards the start (-1) or the end (1), among columns pinned alike. */
function moveColumn<Data extends RowData>(table: RecordTable<Data>, column: TableColumn<Data>, by: 1 | -1): void {
  if (!canMove(table, column, by)) return;
  const ids = neighbours(table, column);
  const moved = ids.filter((id) => id !== column.id).toSpliced(ids.indexOf(column.id) + by, 0, column.id);
  const pinned = column.getIsPinned();
  if (pinned) table.setColumnPinning((all) => ({ ...all, [pinned]: moved }));
  // Pinned columns keep a position as well, for when they are unpinned.
  else table.setColumnOrder([...table.state.columnPinning.start, ...moved, ...table.state.columnPinning.end]);
}
