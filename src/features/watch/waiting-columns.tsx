import { msg } from '@lingui/core/macro';
import type { RecordColumn } from '#src/crud/table/features.ts';
import { roomKind, roomName } from '#src/records/rooms/room-name.ts';
import type { WaitingRoom } from '#src/records/waiting/use-waiting-rooms.ts';
import type { Lateness } from '#src/records/waiting/waiting-since.ts';
import { Truncated } from '#src/ui/truncated.tsx';
import { WaitMark } from './wait-mark.tsx';

/** A waiting room as a table row. */
export interface WaitingRow extends WaitingRoom {
  id: string;
  late: Lateness;
}

/** Columns of the Watch table. Not sortable: it is always ordered by waiting time. */
export const waitingColumns: RecordColumn<WaitingRow>[] = [
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
