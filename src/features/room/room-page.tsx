import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { ArrowLeft } from 'lucide-react';
import { Link, Outlet, useParams } from 'react-router';
import { rooms } from '#contract/rooms.ts';
import { oneQuery } from '#src/api/queries.ts';
import { fromList } from '#src/crud/close-route.ts';
import { may } from '#src/crud/may.ts';
import { PageTitle } from '#src/crud/page-title.tsx';
import { RequestError } from '#src/crud/request-error.tsx';
import { RoomDrafts } from '#src/decisions/room-drafts.tsx';
import { settings } from '#src/lib/settings.ts';
import { useStore } from '#src/lib/store.ts';
import { paths } from '#src/paths.ts';
import { Conversation } from '#src/records/conversation/conversation.tsx';
import { WriteDraft } from '#src/records/drafts/write-draft.tsx';
import { type Room, roomName } from '#src/records/rooms/room-name.ts';
import { buttonClass } from '#src/ui/button-class.ts';
import { PageHeader } from '#src/ui/page-header.tsx';
import { RelativeTime } from '#src/ui/relative-time.tsx';
import { SkeletonRows } from '#src/ui/skeleton.tsx';
import { StatusMark } from '#src/ui/status-mark.tsx';
import { AwaitingSwitch } from './awaiting-switch.tsx';
import { RoomFacts } from './room-facts.tsx';
import { RoomMembers } from './room-members.tsx';
import { RoomSuggestions } from './room-suggestions.tsx';

/** Page of a room: conversation, attributes, members and drafts. */
export function Component() {
  const { t } = useLingui();
  const id = useParams().id ?? '';
  const refetchInterval = useStore(settings).pollSeconds * 1000;
  const { data, error, refetch } = useQuery({ ...oneQuery(rooms, id), refetchInterval });
  if (!data) {
    return (
      <>
        <PageTitle>{t`Room`}</PageTitle>
        <PageHeader back={<BackToRooms />} title={<Trans>Room</Trans>} />
        {error ? <RequestError error={error} onRetry={() => void refetch()} /> : <SkeletonRows />}
      </>
    );
  }
  return (
    <>
      <RoomHeader room={data.row} />
      <div className="flex pane flex-col max-lg:overflow-y-auto lg:flex-row">
        <div className="flex min-w-0 flex-col max-lg:border-line max-lg:border-b lg:flex-1">
          <Conversation key={id} roomId={id} className="max-lg:h-[60dvh] max-lg:flex-none" />
          <div className="border-line border-t">
            <WriteDraft key={id} roomId={id} keptAs={`draft.${id}`} label={<Trans>Write a draft</Trans>} />
          </div>
        </div>
        <RoomAside room={data.row} />
      </div>
      <Outlet />
    </>
  );
}

function RoomAside({ room }: { room: Room }) {
  const { t } = useLingui();
  return (
    <aside
      aria-label={t`About this room`}
      className="flex flex-col divide-y divide-line lg:w-96 lg:shrink-0 lg:overflow-y-auto lg:border-line lg:border-s"
    >
      <div className="px-4 py-2">
        <AwaitingSwitch room={room} />
      </div>
      <RoomDrafts room={room} />
      <RoomFacts room={room} />
      <RoomMembers room={room} />
      <RoomSuggestions roomId={room.id} />
    </aside>
  );
}

function RoomHeader({ room }: { room: Room }) {
  const name = roomName(room);
  const since = room.meta.awaiting_since_unix;
  return (
    <>
      <PageTitle>{name}</PageTitle>
      <PageHeader
        back={<BackToRooms />}
        title={<span dir="auto">{name}</span>}
        aside={
          room.awaiting_support && (
            <StatusMark status="waiting">
              {since ? (
                <Trans>
                  Waiting <RelativeTime unix={since} form="age" />
                </Trans>
              ) : undefined}
            </StatusMark>
          )
        }
      >
        {may(room, 'update') && (
          <Link to={paths.editRoom(room.id)} state={fromList} className={buttonClass()}>
            <Trans>Edit</Trans>
          </Link>
        )}
      </PageHeader>
    </>
  );
}

function BackToRooms() {
  const { t } = useLingui();
  return (
    <Link to={paths.rooms()} aria-label={t`Rooms`} className={buttonClass({ kind: 'quiet', square: true })}>
      <ArrowLeft aria-hidden="true" className="size-4 rtl:-scale-x-100" />
    </Link>
  );
}
