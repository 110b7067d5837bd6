import { msg } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import type { rooms } from '#contract/rooms.ts';
import type { Column } from '#src/crud/column.ts';
import { type Room, roomKind, roomName } from '#src/records/rooms/room-name.ts';
import { Badge } from '#src/ui/badge.tsx';
import { RelativeTime } from '#src/ui/relative-time.tsx';
import { StatusMark } from '#src/ui/status-mark.tsx';
import { Truncated } from '#src/ui/truncated.tsx';

/** What the table of rooms shows. */
export const roomColumns: Column<typeof rooms>[] = [
  { name: 'name', label: msg`Name`, render: (room) => <Truncated text={roomName(room)} /> },
  { name: 'kind', label: msg`Kind`, render: (room) => roomKind(room.kind), className: 'w-24 max-sm:hidden' },
  {
    name: 'awaiting_support',
    label: msg`Awaits support`,
    render: (room) => <Awaiting room={room} />,
    className: 'w-29 sm:w-36',
  },
  { key: 'flags', label: msg`Marks`, render: (room) => <Marks room={room} />, className: 'w-52 max-lg:hidden' },
  { name: 'room_code', label: msg`Code`, className: 'w-32 max-lg:hidden' },
  { name: 'created_at_unix', label: msg`Created`, className: 'w-32 max-md:hidden' },
];

function Awaiting({ room }: { room: Room }) {
  if (!room.awaiting_support) return null;
  const since = room.meta.awaiting_since_unix;
  return <StatusMark status="waiting">{since ? <RelativeTime unix={since} form="age" /> : undefined}</StatusMark>;
}

/** What is out of the ordinary about a room. */
function Marks({ room }: { room: Room }) {
  return (
    <span className="flex flex-wrap gap-1">
      {room.is_private && (
        <Badge>
          <Trans>Private</Trans>
        </Badge>
      )}
      {room.is_external && (
        <Badge>
          <Trans>External</Trans>
        </Badge>
      )}
      {!room.enabled && (
        <Badge tone="warn">
          <Trans>Switched off</Trans>
        </Badge>
      )}
    </span>
  );
}
