import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { Pencil } from 'lucide-react';
import { useDeferredValue } from 'react';
import { Link, Outlet, useParams } from 'react-router';
import { rooms } from '#contract/rooms.ts';
import { ApiError } from '#src/api/errors.ts';
import { oneQuery } from '#src/api/queries.ts';
import { queryClient } from '#src/api/query-client.ts';
import { roomDraftsQuery } from '#src/api/room-drafts-query.ts';
import { FailedMark } from '#src/bulk/failed-mark.tsx';
import { Conversation } from '#src/domain/conversation/conversation.tsx';
import { conversationQuery } from '#src/domain/conversation/conversation-query.ts';
import { isInReview, writtenAtUnix } from '#src/domain/drafts/draft.ts';
import { DraftCard } from '#src/domain/drafts/draft-card.tsx';
import { DraftPageError, newDraftKey, WriteDraft } from '#src/domain/drafts/write-draft.tsx';
import { UnderlinedText } from '#src/domain/keywords/underlined-text.tsx';
import { linkedUserName } from '#src/domain/people/user-name.ts';
import { type Room, roomName } from '#src/domain/rooms/room-name.ts';
import { useMarkRoomRead, useReadRoom } from '#src/domain/rooms/use-mark-room-read.ts';
import { undoAwaitingChange, useAwaitingChange, usePendingAwaiting } from '#src/domain/waiting/awaiting-change.ts';
import { currentLocation, navigate } from '#src/lib/router.ts';
import { settings } from '#src/lib/storage/settings.ts';
import { useStore } from '#src/lib/store.ts';
import { useShortcuts } from '#src/lib/use-shortcuts.ts';
import { explainBlockedKey, stepInLatestList } from '#src/list/use-list-keys.ts';
import { usePendingIds } from '#src/outbox/outbox-store.ts';
import { RoomDrafts } from '#src/outbox/room-drafts.tsx';
import { BackToList } from '#src/page/back-to-list.tsx';
import { can } from '#src/page/can.ts';
import { isFromWatch, openedFromList } from '#src/page/close-modal-route.ts';
import { errorMessage } from '#src/page/error-message.ts';
import { usePageActions } from '#src/page/page-actions.ts';
import { PageTitle, TitledHeader } from '#src/page/page-title.tsx';
import { paths } from '#src/paths.ts';
import { buttonClass } from '#src/ui/button.tsx';
import { SkeletonRows } from '#src/ui/feedback/placeholder.tsx';
import { Switch } from '#src/ui/form/switch.tsx';
import { PageHeader } from '#src/ui/layout/page-header.tsx';
import { StatusBadge } from '#src/ui/status-badge.tsx';
import { RelativeTime } from '#src/ui/text/relative-time.tsx';
import { RoomMembers } from './room-members.tsx';
import { RoomFacts, RoomSuggestions } from './room-sections.tsx';

export function Component() {
  const { t } = useLingui();
  const id = useParams().id ?? '';
  const refetchInterval = useStore(settings).pollSeconds * 1000;
  const { data, error, refetch } = useQuery({ ...oneQuery(rooms, id), refetchInterval });
  // `data` stays cached after another user deletes the room.
  const isGone = error instanceof ApiError && error.isNotFound;
  // The unmounting form stores its text only after this render.
  const wasGone = useDeferredValue(isGone);
  if (!data || isGone) {
    return (
      <>
        <TitledHeader back={<BackToList path={paths.rooms()} label={t`Rooms`} />} title={t`Room`} />
        {error && isGone === wasGone ? (
          <DraftPageError draftKey={newDraftKey(id)} error={error} onRetry={() => void refetch()} />
        ) : (
          <SkeletonRows />
        )}
        {/* Keeps its typed text. */}
        {data && <Outlet key="dialog" />}
      </>
    );
  }
  return (
    <>
      <RoomKeys key={id} room={data.row} />
      <RoomHeader room={data.row} />
      <div className="flex pane flex-col bg-canvas max-md:overflow-y-auto md:flex-row">
        <div className="flex min-w-0 flex-col border-line bg-surface max-md:border-b min-[100rem]:max-w-reading md:flex-1 md:border-e">
          <RoomConversation key={id} room={data.row} />
          <div className="outbox-beside border-line border-t">
            <WriteDraft key={id} roomId={id} label={<Trans>Write a draft</Trans>} />
          </div>
        </div>
        <RoomAside room={data.row} />
      </div>
      <Outlet key="dialog" />
    </>
  );
}

/** The conversation, with the drafts in review at their places. */
function RoomConversation({ room }: { room: Room }) {
  const { data } = useQuery(roomDraftsQuery(room));
  const decided = usePendingIds();
  const waiting = (data?.rows ?? []).filter((draft) => isInReview(draft) && !decided.includes(draft.id));
  const pending = waiting.map((draft) => ({
    id: `draft ${draft.id}`,
    atUnix: writtenAtUnix(draft),
    message: (
      <DraftCard
        key={draft.id}
        draft={draft}
        author={linkedUserName(data?.included ?? {}, draft.one.created_user)}
        Text={UnderlinedText}
      />
    ),
  }));
  return <Conversation roomId={room.id} pending={pending} className="max-md:h-[60dvh] max-md:flex-none md:min-h-0" />;
}

function RoomAside({ room }: { room: Room }) {
  const { t } = useLingui();
  return (
    <aside
      aria-label={t`About this room`}
      className="flex flex-col divide-y divide-line md:w-72 md:shrink-0 md:overflow-y-auto lg:w-96"
    >
      <div className="px-4 py-2">
        <AwaitingSwitch room={room} />
        <FailedMark type={rooms.type} id={room.id} />
      </div>
      <RoomDrafts key={room.id} room={room} hasKeys />
      <RoomFacts room={room} />
      <RoomMembers room={room} />
      <RoomSuggestions roomId={room.id} />
    </aside>
  );
}

function RoomHeader({ room }: { room: Room }) {
  const { t } = useLingui();
  const name = roomName(room);
  const since = room.meta.awaiting_since_unix;
  const edit = () => void navigate(paths.editRoom(room.id), { state: openedFromList });
  usePageActions(() => (can(room, 'update') ? [{ label: t`Edit room`, Icon: Pencil, act: edit }] : []));
  return (
    <>
      <PageTitle>{name}</PageTitle>
      <PageHeader
        back={<BackToList path={paths.rooms()} label={isFromWatch() ? t`Watch` : t`Rooms`} />}
        title={<span dir="auto">{name}</span>}
        aside={
          room.awaiting_support && (
            <StatusBadge status="waiting">
              {since ? (
                <Trans>
                  Waiting <RelativeTime unix={since} form="age" />
                </Trans>
              ) : undefined}
            </StatusBadge>
          )
        }
      >
        {can(room, 'update') && (
          <Link to={paths.editRoom(room.id)} state={openedFromList} className={buttonClass()}>
            <Trans>Edit</Trans>
          </Link>
        )}
      </PageHeader>
    </>
  );
}

/** Shortcuts to the next and previous room of the latest list, and for keys that act on rows of a list. */
function RoomKeys({ room }: { room: Room }): null {
  const { t } = useLingui();
  const { id } = room;
  useReadRoom(id);
  const markRead = useMarkRoomRead();
  const refresh = () => {
    const reads = [oneQuery(rooms, id), conversationQuery(id)].map(({ queryKey }) =>
      queryClient.refetchQueries({ queryKey }, { throwOnError: true }),
    );
    return Promise.all(reads).then(
      () => explainBlockedKey(t`This room is up to date.`),
      (error) => explainBlockedKey(errorMessage(error)),
    );
  };
  const step = (by: 1 | -1) => () => {
    const next = stepInLatestList(room, by);
    if (next !== undefined) void navigate(paths.room(next), { replace: true, state: currentLocation().state });
    else if (by > 0) explainBlockedKey(t`This is the last room in the list.`);
    else explainBlockedKey(t`This is the first room in the list.`);
  };
  useShortcuts({
    'j|ArrowDown': step(1),
    'k|ArrowUp': step(-1),
    'o|Enter': () => explainBlockedKey(t`This room is already open.`),
    'x|X|Mod+a': () => explainBlockedKey(t`There’s nothing to select in a room.`),
    '/': () => explainBlockedKey(t`There’s no search on this page.`),
    '.': () => void refresh(),
    m: () => void markRead(room),
  });
  return null;
}

/** Switch for whether the visitor is waiting. Switching back within the undo period sends nothing. */
function AwaitingSwitch({ room }: { room: Room }) {
  const pending = usePendingAwaiting(room.id);
  const change = useAwaitingChange();
  return (
    <Switch
      label={<Trans>Waiting</Trans>}
      checked={(pending ?? room.awaiting_support) === true}
      disabled={!can(room, 'update')}
      onChange={({ target }) => undoAwaitingChange(room.id) || change(room, target.checked)}
    />
  );
}
