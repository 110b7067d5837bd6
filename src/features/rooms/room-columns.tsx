import { msg, t } from '@lingui/core/macro';
import type { RecordColumn } from '#src/crud/table/features.ts';
import { type Room, roomKind, roomName } from '#src/records/rooms/room-name.ts';
import { Badge } from '#src/ui/badge.tsx';
import { RelativeTime } from '#src/ui/relative-time.tsx';
import { StatusMark } from '#src/ui/status-mark.tsx';
import { Truncated } from '#src/ui/truncated.tsx';

export const roomColumns: RecordColumn<Room>[] = [
  {
    accessorKey: 'name',
    cell: ({ row }) => <Truncated text={roomName(row.original)} />,
    size: 640,
    minSize: 112,
    meta: { label: msg`Name`, grow: 1, text: (room) => roomName(room) },
  },
  {
    accessorKey: 'kind',
    cell: ({ row }) => roomKind(row.original.kind),
    size: 112,
    meta: { label: msg`Kind`, from: 'sm', text: ({ kind }) => roomKind(kind) },
  },
  {
    accessorKey: 'awaiting_support',
    cell: ({ row }) => <Awaiting room={row.original} />,
    size: 144,
    meta: { label: msg`Awaits support` },
  },
  {
    id: 'flags',
    accessorFn: marksOf,
    cell: ({ row }) => <Marks room={row.original} />,
    size: 208,
    meta: { label: msg`Marks`, from: 'lg', text: (room) => marksOf(room).join(', ') },
  },
  { accessorKey: 'room_code', size: 144, meta: { label: msg`Code`, from: 'lg' } },
  { accessorKey: 'created_at_unix', size: 144, meta: { label: msg`Created`, from: 'md' } },
];

function Awaiting({ room }: { room: Room }) {
  if (!room.awaiting_support) return null;
  const since = room.meta.awaiting_since_unix;
  return <StatusMark status="waiting">{since ? <RelativeTime unix={since} form="age" /> : undefined}</StatusMark>;
}

/** Badges for unusual flags of a room. Call while rendering (uses the current locale). */
function marksOf(room: Room): string[] {
  return [
    ...(room.is_private ? [t`Private`] : []),
    ...(room.is_external ? [t`External`] : []),
    ...(room.enabled ? [] : [t`Switched off`]),
  ];
}

function Marks({ room }: { room: Room }) {
  return (
    <span className="flex flex-wrap gap-1">
      {marksOf(room).map((mark, index, marks) => (
        <Badge key={mark} tone={!room.enabled && index === marks.length - 1 ? 'warn' : 'neutral'}>
          {mark}
        </Badge>
      ))}
    </span>
  );
}
