import { Trans, useLingui } from '@lingui/react/macro';
import { useMemo, useRef } from 'react';
import { RecordHead } from '#src/crud/table/record-head.tsx';
import { RecordRow } from '#src/crud/table/record-row.tsx';
import { tableStyle } from '#src/crud/table/table-style.ts';
import { type ArrangedTable, useRecordTable } from '#src/crud/table/use-record-table.ts';
import { paths } from '#src/paths.ts';
import { roomName } from '#src/records/rooms/room-name.ts';
import { latenessAt, useLateCounts } from '#src/records/waiting/use-late-counts.ts';
import type { WaitingRoom } from '#src/records/waiting/use-waiting-rooms.ts';
import type { Lateness } from '#src/records/waiting/waiting-since.ts';
import { EmptyState } from '#src/ui/empty-state.tsx';
import { Table } from '#src/ui/table.tsx';
import { type WaitingRow, waitingColumns } from './waiting-columns.tsx';

/** Table instance for the waiting rooms, in the given order. */
export function useWaitingTable(waiting: readonly WaitingRoom[]): ArrangedTable<WaitingRow> {
  return useRecordTable({
    name: 'waiting',
    columns: waitingColumns,
    rows: useWaitingRows(waiting),
    enableSorting: false,
    enableRowSelection: false,
  });
}

/** Reuses unchanged row objects, so that up to 500 rows do not re-render on each poll. */
function useWaitingRows(waiting: readonly WaitingRoom[]): readonly WaitingRow[] {
  const { veryLate, late, onTime } = useLateCounts(waiting);
  const known = useRef<ReadonlyMap<string, WaitingRow>>(new Map());
  return useMemo(() => {
    const rows = waiting.map(({ room, since }, index): WaitingRow => {
      const row = { id: room.id, room, since, late: latenessAt(index, { veryLate, late, onTime }) };
      const before = known.current.get(room.id);
      const isSame =
        before?.room === room &&
        before.late === row.late &&
        before.since.unix === since.unix &&
        before.since.certainty === since.certainty;
      return isSame ? before : row;
    });
    known.current = new Map(rows.map((row) => [row.id, row]));
    return rows;
  }, [waiting, veryLate, late, onTime]);
}

const grounds: Record<Lateness, string | undefined> = {
  waiting: undefined,
  late: 'bg-[color-mix(in_oklab,var(--color-warn-soft)_40%,var(--color-surface))]',
  very_late: 'bg-[color-mix(in_oklab,var(--color-bad-soft)_60%,var(--color-surface))]',
};

const NONE = {};
const noActions = { onToggle: () => {}, onApproach: () => {}, onDuplicate: () => {} };

/** Waiting rooms, longest first. */
export function WaitingTable({ arranged }: { arranged: ArrangedTable<WaitingRow> }) {
  const { t } = useLingui();
  const { table, columns, layout } = arranged;
  const { rows } = table.getRowModel();
  if (rows.length === 0) {
    return (
      <EmptyState>
        <Trans>No room waits for support.</Trans>
      </EmptyState>
    );
  }
  return (
    <Table
      aria-label={t`Rooms that await support`}
      data-density={layout.density}
      className="table-fixed"
      style={tableStyle(arranged, { start: 0, end: 0 })}
    >
      <RecordHead arranged={arranged} />
      <tbody>
        {rows.map((row) => (
          <RecordRow
            key={row.id}
            row={row}
            columns={columns}
            name={roomName(row.original.room)}
            path={paths.room(row.id)}
            included={NONE}
            canSelect={false}
            isSelected={false}
            hasActions={false}
            canDuplicate={false}
            actions={noActions}
            isOverList={false}
            className={grounds[row.original.late]}
          />
        ))}
      </tbody>
    </Table>
  );
}
