import { useLingui } from '@lingui/react/macro';
import { replaceEqualDeep } from '@tanstack/react-query';
import { type MouseEvent, type RefObject, useMemo, useState } from 'react';
import { rooms } from '#contract/rooms.ts';
import { roomName } from '#src/domain/rooms/room-name.ts';
import { latenessAt, useLateCounts, type WaitingRoom } from '#src/domain/waiting/use-waiting-rooms.ts';
import { useSingleFlight } from '#src/lib/use-single-flight.ts';
import { useBreakpoint } from '#src/lib/use-window-width.ts';
import { exportRows } from '#src/list/table/export-rows.ts';
import { RecordHead } from '#src/list/table/record-head.tsx';
import { RecordRow } from '#src/list/table/record-row.tsx';
import { tableStyle } from '#src/list/table/table-style.ts';
import { type ListExport, recordExport, reportExport } from '#src/list/table/use-list-export.ts';
import { type ConfiguredTable, useRecordTable } from '#src/list/table/use-record-table.ts';
import { openedFromWatch } from '#src/page/close-modal-route.ts';
import { paths } from '#src/paths.ts';
import { Table } from '#src/ui/layout/table.tsx';
import { columnsBesidePanel, narrowColumns, type WaitingRow, waitingColumns } from './waiting-columns.tsx';

export function useWaitingTable(
  waiting: readonly WaitingRoom[],
  ending: ReadonlySet<string>,
  isBesidePanel: boolean,
): ConfiguredTable<WaitingRow> {
  const hasWidth = useBreakpoint();
  const isCramped = isBesidePanel && !hasWidth('xl');
  return useRecordTable({
    name: 'waiting',
    columns: !hasWidth('lg') ? narrowColumns : isCramped ? columnsBesidePanel : waitingColumns,
    rows: useWaitingRows(waiting, ending),
    enableSorting: false,
    enableRowSelection: false,
  });
}

/** Reuses unchanged row objects, so that up to 500 rows do not re-render on each poll. */
function useWaitingRows(waiting: readonly WaitingRoom[], ending: ReadonlySet<string>): readonly WaitingRow[] {
  const { veryLate, late, onTime } = useLateCounts(waiting);
  const [known, setKnown] = useState<readonly WaitingRow[]>([]);
  const rows = useMemo(() => {
    const before = new Map(known.map((row) => [row.id, row]));
    return waiting.map(({ room, since }, index): WaitingRow => {
      const { id } = room;
      const row = { id, room, since, isEnding: ending.has(id), late: latenessAt(index, { veryLate, late, onTime }) };
      return replaceEqualDeep(before.get(id), row);
    });
  }, [waiting, ending, veryLate, late, onTime, known]);
  if (rows.length !== known.length || rows.some((row, index) => row !== known[index])) setKnown(rows);
  return known;
}

/** Exports the waiting visitors that are listed. `isCut`: there are more than were loaded. */
export function useWaitingExport({ table, columns }: ConfiguredTable<WaitingRow>, isCut: boolean): ListExport {
  const rows = table.getRowModel().rows.map(({ original }) => original);
  const [start] = useSingleFlight(() =>
    reportExport(async () => {
      await recordExport(rooms, { filter: { awaiting_support: '1' } });
      await exportRows('waiting', columns, { rows, included: {} });
      return { count: rows.length, isCut };
    }),
  );
  return { start: () => void start(), progress: undefined, cancel: () => undefined };
}

const VERY_LATE = 'bg-[color-mix(in_oklab,var(--color-bad-soft)_60%,var(--color-surface))]';

const isVeryLate = ({ late, isEnding }: WaitingRow) => late === 'very_late' && !isEnding;

interface WaitingTableProps {
  arranged: ConfiguredTable<WaitingRow>;
  currentId: string | undefined;
  /** Called when a row is focused or clicked; undefined if rows only link to their rooms. */
  onChoose: ((id: string) => void) | undefined;
  ref: RefObject<HTMLTableElement | null>;
}

export function WaitingTable({ arranged, currentId, onChoose, ref }: WaitingTableProps) {
  const { t } = useLingui();
  const { table, columns, layout } = arranged;
  const { rows } = table.getRowModel();
  // The strongest tint only helps while fewer than half of the rows have it.
  const hasTint = 2 * rows.filter(({ original }) => isVeryLate(original)).length < rows.length;
  /** A click opens the room beside the table. Enter, or a click with a modifier key, follows the link to its page. */
  const onClick = (event: MouseEvent) => {
    const { detail, button, ctrlKey, metaKey, shiftKey, target } = event;
    const id = target instanceof Element && target.closest('a') ? rowIdOf(target) : undefined;
    if (!onChoose || id === undefined || detail === 0 || button !== 0 || ctrlKey || metaKey || shiftKey) return;
    event.preventDefault();
    onChoose(id);
  };
  return (
    <Table
      ref={ref}
      aria-label={t`Waiting visitors`}
      data-density={layout.density}
      className="table-fixed"
      style={tableStyle(arranged, { start: 0, end: 0 })}
      onClickCapture={onClick}
      onFocusCapture={({ target }) => {
        const id = target.matches('a') ? rowIdOf(target) : undefined;
        if (id !== undefined) onChoose?.(id);
      }}
    >
      <RecordHead arranged={arranged} />
      <tbody>
        {rows.map((row) => (
          <RecordRow
            type={rooms.type}
            key={row.id}
            row={row}
            columns={columns}
            name={roomName(row.original.room)}
            path={paths.room(row.id)}
            linkState={openedFromWatch}
            isCurrent={row.id === currentId}
            className={hasTint && row.id !== currentId && isVeryLate(row.original) ? VERY_LATE : undefined}
          />
        ))}
      </tbody>
    </Table>
  );
}

export const rowIdOf = (element: Element | null): string | undefined =>
  element?.closest<HTMLElement>('tr[data-row]')?.dataset.row;
