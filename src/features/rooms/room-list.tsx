import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useMemo } from 'react';
import { Link, Outlet, useLocation } from 'react-router';
import { rooms } from '#contract/rooms.ts';
import { roomSummary, summariesOf } from '#src/api/extensions/room-summary.ts';
import { serviceDocumentQuery } from '#src/api/extensions/service-document.ts';
import { queryClient } from '#src/api/query-client.ts';
import { conversationQuery } from '#src/domain/conversation/conversation-query.ts';
import { type Room, roomName } from '#src/domain/rooms/room-name.ts';
import { useMarkRoomRead } from '#src/domain/rooms/use-mark-room-read.ts';
import { navigate } from '#src/lib/router.ts';
import { ListPage } from '#src/list/list-page.tsx';
import { prefetchRecord } from '#src/list/use-list.ts';
import { openedFromList } from '#src/page/close-modal-route.ts';
import { paths } from '#src/paths.ts';
import { buttonClass } from '#src/ui/button.tsx';
import { classNames } from '#src/ui/class-names.ts';
import { Menu } from '#src/ui/overlay/menu.tsx';
import { roomColumns } from './room-columns.tsx';
import { RoomTabs, roomFilters, useRoomTabs } from './room-filters.tsx';
import { roomListBase } from './room-query.ts';

/** List of rooms, newest activity first. */
export function Component() {
  const { t } = useLingui();
  const document = useQuery(serviceDocumentQuery()).data;
  const search = useLocation().search;
  const base = useMemo(() => roomListBase(search, summariesOf(document)), [search, document]);
  const mark = useMarkRoomRead();
  const markRead = (room: Room) => void mark(room);
  const hasSummaries = base.roomMeta !== undefined;
  const { tabs, current, tabFilters } = useRoomTabs({ hasUnreadMarks: hasSummaries });
  return (
    <>
      <ListPage
        resource={rooms}
        title={t`Rooms`}
        columns={roomColumns}
        base={base}
        filters={roomFilters}
        beforeFilters={<RoomTabs tabs={tabs} current={current} />}
        tabFilters={tabFilters}
        isListed={current?.name === 'unread' && hasSummaries ? isUnread : undefined}
        rowName={(room) => roomName(room)}
        rowPath={(room) => paths.room(room.id)}
        onIntent={prefetch}
        onMarkRead={markRead}
        actions={<NewRoomLinks />}
        empty={emptyWords[current?.name ?? ''] ?? <Trans>No rooms here</Trans>}
      />
      <Outlet />
    </>
  );
}

const isUnread = (room: Room) => roomSummary(room)?.isUnread !== false;

/** Why a tab is empty. */
const emptyWords: Readonly<Record<string, ReactNode>> = {
  all: <Trans>No rooms yet. A room opens when a visitor writes, or when you create one.</Trans>,
  awaiting_support: <Trans>No visitors waiting</Trans>,
  unread: <Trans>No unread messages in your rooms</Trans>,
};

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
