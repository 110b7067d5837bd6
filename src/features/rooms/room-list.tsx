import { Trans, useLingui } from '@lingui/react/macro';
import { Link, Outlet, useLocation } from 'react-router';
import { rooms } from '#contract/rooms.ts';
import { queryClient } from '#src/api/query-client.ts';
import { approachRecord } from '#src/crud/approach-record.ts';
import { fromList } from '#src/crud/close-route.ts';
import { ListPage } from '#src/crud/list-page.tsx';
import { navigate } from '#src/lib/router.ts';
import { paths } from '#src/paths.ts';
import { conversationQuery } from '#src/records/conversation/conversation-query.ts';
import { type Room, roomName } from '#src/records/rooms/room-name.ts';
import { buttonClass } from '#src/ui/button-class.ts';
import { classNames } from '#src/ui/class-names.ts';
import { Menu } from '#src/ui/menu.tsx';
import { roomColumns } from './room-columns.tsx';
import { RoomCountLinks } from './room-count-links.tsx';
import { roomFilters } from './room-filters.ts';
import { RoomScope } from './room-scope.tsx';

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
        onApproach={approach}
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
          state={fromList}
          className={classNames(buttonClass({ kind }), 'max-md:hidden')}
        >
          {words}
        </Link>
      ))}
      <Menu
        trigger={t`New`}
        entries={links.map(({ path, words }) => ({
          words,
          onChoose: () => void navigate(path + search, { state: fromList }),
        }))}
        kind="primary"
        className="md:hidden"
      />
    </>
  );
}

function approach(room: Room) {
  approachRecord(rooms, room.id);
  queryClient.infiniteQuery(conversationQuery(room.id)).catch(() => undefined);
}
