import { msg } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { useMemo, useRef } from 'react';
import { roomKind, roomName } from '#src/domain/rooms/room-name.ts';
import type { Lateness } from '#src/domain/waiting/lateness.ts';
import { LiveAge } from '#src/domain/waiting/live-age.tsx';
import {
  latenessAt,
  latenessStatus,
  useLateCounts,
  type WaitingRoom,
  type WaitingSince,
} from '#src/domain/waiting/use-waiting-rooms.ts';
import type { RecordColumn } from '#src/list/table/features.ts';
import { RecordHead } from '#src/list/table/record-head.tsx';
import { RecordRow } from '#src/list/table/record-row.tsx';
import { tableStyle } from '#src/list/table/table-style.ts';
import { type ArrangedTable, useRecordTable } from '#src/list/table/use-record-table.ts';
import { paths } from '#src/paths.ts';
import { EmptyState } from '#src/ui/feedback/notice.tsx';
import { Table } from '#src/ui/layout/table.tsx';
import { StatusBadge } from '#src/ui/status-badge.tsx';
import { Truncated } from '#src/ui/text/truncated.tsx';

/** A waiting room as a table row. */
interface WaitingRow extends WaitingRoom {
  id: string;
  late: Lateness;
}

/** Columns of the Watch table. Not sortable: it is always ordered by waiting time. */
const waitingColumns: RecordColumn<WaitingRow>[] = [
  {
    id: 'waits',
    accessorFn: ({ since }) => since.unix,
    cell: ({ row: { original } }) => <WaitMark {...original.since} late={original.late} />,
    size: 208,
    minSize: 96,
    meta: { label: msg`Waits` },
  },
  {
    id: 'name',
    enableHiding: false,
    accessorFn: ({ room }) => room.name,
    cell: ({ row }) => <Truncated text={roomName(row.original.room)} />,
    size: 640,
    minSize: 112,
    meta: { label: msg`Room`, grow: 1, text: ({ room }) => roomName(room) },
  },
  {
    id: 'kind',
    accessorFn: ({ room }) => room.kind,
    cell: ({ row }) => roomKind(row.original.room.kind),
    size: 112,
    meta: { label: msg`Kind`, from: 'sm', text: ({ room }) => roomKind(room.kind) },
  },
  {
    id: 'room_code',
    accessorFn: ({ room }) => room.room_code,
    cell: ({ row }) => <Truncated text={row.original.room.room_code ?? ''} />,
    size: 128,
    meta: { label: msg`Code`, from: 'md' },
  },
];

/** Waiting time of a room, with lateness by shape, word and colour. */
function WaitMark({ late, ...since }: WaitingSince & { late: Lateness }) {
  return (
    <span className="inline-flex items-baseline gap-2">
      <StatusBadge status={latenessStatus[late]} className="font-medium">
        <LiveAge {...since} />
      </StatusBadge>
      {late !== 'waiting' && (
        <span className="text-muted">{late === 'very_late' ? <Trans>Very late</Trans> : <Trans>Late</Trans>}</span>
      )}
    </span>
  );
}

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
const noActions = { onToggle: () => {}, onIntent: () => {}, onDuplicate: () => {} };

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
