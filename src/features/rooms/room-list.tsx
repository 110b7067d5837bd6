import { msg, t } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { Link, Outlet, useLocation } from 'react-router';
import { rooms } from '#contract/rooms.ts';
import { queryClient } from '#src/api/query-client.ts';
import { conversationQuery } from '#src/domain/conversation/conversation-query.ts';
import { type Room, roomKind, roomName } from '#src/domain/rooms/room-name.ts';
import { navigate } from '#src/lib/router.ts';
import { ListPage } from '#src/list/list-page.tsx';
import type { RecordColumn } from '#src/list/table/features.ts';
import { prefetchRecord } from '#src/list/use-list.ts';
import { openedFromList } from '#src/page/close-modal-route.ts';
import { paths } from '#src/paths.ts';
import { Badge } from '#src/ui/badge.tsx';
import { buttonClass } from '#src/ui/button.tsx';
import { classNames } from '#src/ui/class-names.ts';
import { Menu } from '#src/ui/overlay/menu.tsx';
import { StatusBadge } from '#src/ui/status-badge.tsx';
import { RelativeTime } from '#src/ui/text/relative-time.tsx';
import { Truncated } from '#src/ui/text/truncated.tsx';
import { RoomCountLinks, RoomScope, roomFilters } from './room-filters.tsx';

/** List of rooms, with every filter the API has. */
export function Component() {
  const { t } = useLingui();
  return (
    <>
      <ListPage
        resource={rooms}
        title={t`Rooms`}
        columns={roomColumns}
        filters={roomFilters}
        beforeFilters={<RoomScope />}
        above={<RoomCountLinks />}
        rowName={(room) => roomName(room)}
        rowPath={(room) => paths.room(room.id)}
        onIntent={prefetch}
        actions={<NewRoomLinks />}
        empty={<Trans>There are no rooms yet. They come with the first visitor, or are made here.</Trans>}
        canDelete
      />
      <Outlet />
    </>
  );
}

/** Links to create a room, collapsed into a menu in narrow windows. */
function NewRoomLinks() {
  const { t } = useLingui();
  const search = useLocation().search;
  const links = [
    { path: paths.newDirectRoom(), words: t`New direct room`, kind: 'plain' },
    { path: paths.newGroupRoom(), words: t`New group room`, kind: 'plain' },
    { path: paths.newRoom(), words: t`New room`, kind: 'primary' },
  ] as const;
  return (
    <>
      {links.map(({ path, words, kind }) => (
        <Link
          key={path}
          to={path + search}
          state={openedFromList}
          className={classNames(buttonClass({ kind }), 'max-md:hidden')}
        >
          {words}
        </Link>
      ))}
      <Menu
        trigger={t`New`}
        entries={links.map(({ path, words }) => ({
          words,
          onChoose: () => void navigate(path + search, { state: openedFromList }),
        }))}
        kind="primary"
        className="md:hidden"
      />
    </>
  );
}

function prefetch(room: Room) {
  prefetchRecord(rooms, room.id);
  queryClient.infiniteQuery(conversationQuery(room.id)).catch(() => undefined);
}

const roomColumns: RecordColumn<Room>[] = [
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
  return <StatusBadge status="waiting">{since ? <RelativeTime unix={since} form="age" /> : undefined}</StatusBadge>;
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
