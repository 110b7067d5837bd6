import { Trans, useLingui } from '@lingui/react/macro';
import { Link, Outlet, useLocation } from 'react-router';
import { rooms } from '#contract/rooms.ts';
import { queryClient } from '#src/api/query-client.ts';
import { approachRecord } from '#src/crud/approach-record.ts';
import { ListPage } from '#src/crud/list-page.tsx';
import { fromList } from '#src/crud/use-close-route.ts';
import { paths } from '#src/paths.ts';
import { conversationQuery } from '#src/records/conversation-query.ts';
import { type Room, roomName } from '#src/records/room-name.ts';
import { buttonClass } from '#src/ui/button-class.ts';
import { roomColumns } from './room-columns.tsx';
import { RoomCountLinks } from './room-count-links.tsx';
import { roomFilters } from './room-filters.ts';
import { RoomScope } from './room-scope.tsx';

/** The rooms, by every filter that the service has for them. */
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

function NewRoomLinks() {
  const { search } = useLocation();
  return (
    <>
      <Link to={{ pathname: paths.newDirectRoom(), search }} state={fromList} className={buttonClass()}>
        <Trans>New direct room</Trans>
      </Link>
      <Link to={{ pathname: paths.newGroupRoom(), search }} state={fromList} className={buttonClass()}>
        <Trans>New group room</Trans>
      </Link>
      <Link to={{ pathname: paths.newRoom(), search }} state={fromList} className={buttonClass({ kind: 'primary' })}>
        <Trans>New room</Trans>
      </Link>
    </>
  );
}

function approach(room: Room) {
  approachRecord(rooms, room.id);
  queryClient.infiniteQuery(conversationQuery(room.id)).catch(() => undefined);
}
