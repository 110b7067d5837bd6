import { msg, t } from '@lingui/core/macro';
import { roomSummary } from '#src/api/extensions/room-summary.ts';
import {
  answerState,
  ClientCell,
  EMPTY_VALUE,
  LanguageCell,
  LastMessage,
  StateWords,
  WithSummary,
} from '#src/domain/rooms/room-cells.tsx';
import { type Room, roomKind, roomName } from '#src/domain/rooms/room-name.ts';
import { useBreakpoint } from '#src/lib/use-window-width.ts';
import type { RecordColumn } from '#src/list/table/features.ts';
import { Badge } from '#src/ui/badge.tsx';
import { StatusBadge } from '#src/ui/status-badge.tsx';
import { RelativeTime } from '#src/ui/text/relative-time.tsx';
import { Truncated } from '#src/ui/text/truncated.tsx';

const stateText = (room: Room) =>
  [
    ...(room.awaiting_support ? [t`Waiting`] : []),
    ...(roomSummary(room)?.draft ? [t`Draft in review`] : []),
    ...roomFlags(room),
  ].join(', ');

/** Columns of the rooms table. Export texts use only data that came with the room. */
export const roomColumns: RecordColumn<Room>[] = [
  {
    accessorKey: 'name',
    cell: ({ row }) => <Name room={row.original} />,
    size: 400,
    minSize: 112,
    meta: { label: msg`Name`, grow: 4, text: (room) => roomName(room) },
  },
  {
    id: 'last_message',
    accessorFn: (room) => roomSummary(room)?.lastMessage?.text,
    cell: ({ row }) => <LastMessage room={row.original} />,
    size: 720,
    minSize: 160,
    meta: { label: msg`Last message`, grow: 5, from: 'md' },
  },
  {
    id: 'client',
    accessorFn: ({ settings }) => settings.client,
    cell: ({ row }) => <ClientCell room={row.original} />,
    size: 176,
    meta: { label: msg`Client`, from: 'lg' },
  },
  {
    id: 'language',
    accessorFn: ({ settings }) => settings.language,
    cell: ({ row }) => <LanguageCell room={row.original} />,
    size: 112,
    meta: { label: msg`Language`, from: 'lg' },
  },
  {
    accessorKey: 'awaiting_support',
    cell: ({ row }) => <State room={row.original} />,
    size: 272,
    meta: { label: msg`State`, from: 'md', text: stateText },
  },
  {
    id: 'activity',
    accessorFn: (room) => roomSummary(room)?.lastMessage?.atUnix,
    cell: ({ row }) => <Activity room={row.original} />,
    size: 104,
    meta: {
      label: msg`Activity`,
      text: (room) => {
        const atUnix = roomSummary(room)?.lastMessage?.atUnix;
        return atUnix ? new Date(atUnix * 1000).toISOString() : '';
      },
    },
  },
  {
    accessorKey: 'kind',
    cell: ({ row }) => roomKind(row.original.kind),
    size: 112,
    meta: { label: msg`Type`, from: 'never', text: ({ kind }) => roomKind(kind) },
  },
  {
    id: 'flags',
    accessorFn: roomFlags,
    cell: ({ row }) => <Flags room={row.original} />,
    size: 208,
    meta: { label: msg`Flags`, from: 'never', text: (room) => roomFlags(room).join(', ') },
  },
  { accessorKey: 'room_code', size: 144, meta: { label: msg`Code`, from: 'never' } },
  { accessorKey: 'created_at_unix', size: 144, meta: { label: msg`Created`, from: 'never' } },
];

/** The name, marked if unread. In a narrow window, also shows the fields that wide windows show as columns. */
function Name({ room }: { room: Room }) {
  const isNarrow = !useBreakpoint()('md');
  const isUnread = roomSummary(room)?.isUnread;
  return (
    <span className="flex min-w-0 items-center gap-2">
      {isUnread && (
        <>
          <StatusBadge status="unread" wordless className="shrink-0" />{' '}
        </>
      )}
      {isUnread === false && <span className="w-3.5 shrink-0" />}
      <span className="min-w-0 flex-1">
        <Truncated text={roomName(room)} {...(isUnread && { className: 'font-semibold' })} />
        {isNarrow && (
          <span className="flex gap-2 font-normal text-sm">
            <Awaiting room={room} />
            <span className="min-w-0 flex-1">
              <LastMessage room={room} />
            </span>
          </span>
        )}
      </span>
    </span>
  );
}

/** Since when the visitor has been waiting, what staff has done about it, and unusual flags of the room. */
function State({ room }: { room: Room }) {
  const flags = roomFlags(room);
  const isPlain = flags.length === 0 && !room.awaiting_support;
  return (
    <span className="flex min-w-0 items-center gap-2">
      <Awaiting room={room} />
      <WithSummary room={room}>
        {(summary) =>
          answerState(room, summary) ? <StateWords room={room} summary={summary} /> : isPlain && EMPTY_VALUE
        }
      </WithSummary>
      <Flags room={room} />
    </span>
  );
}

function Activity({ room }: { room: Room }) {
  return (
    <WithSummary room={room}>
      {({ lastMessage }) =>
        lastMessage?.atUnix ? (
          <RelativeTime unix={lastMessage.atUnix} form="age" />
        ) : (
          lastMessage === null && EMPTY_VALUE
        )
      }
    </WithSummary>
  );
}

function Awaiting({ room }: { room: Room }) {
  if (!room.awaiting_support) return null;
  const since = room.meta.awaiting_since_unix;
  return (
    <StatusBadge status="waiting" className="shrink-0">
      {since ? <RelativeTime unix={since} form="age" /> : undefined}
    </StatusBadge>
  );
}

/** Unusual flags of a room. Call while rendering (uses the current locale). */
export function roomFlags(room: Room): string[] {
  return [
    ...(room.is_private ? [t`Private`] : []),
    ...(room.is_external ? [t`External`] : []),
    ...(room.enabled ? [] : [t`Disabled`]),
  ];
}

function Flags({ room }: { room: Room }) {
  return roomFlags(room).map((flag, index, flags) => (
    <Badge key={flag} tone={!room.enabled && index === flags.length - 1 ? 'warn' : 'neutral'} className="me-1 shrink-0">
      {flag}
    </Badge>
  ));
}
