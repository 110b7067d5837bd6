import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { ArrowLeft } from 'lucide-react';
import { useRef } from 'react';
import { Link, useLocation } from 'react-router';
import { rooms } from '#contract/rooms.ts';
import { oneQuery } from '#src/api/queries.ts';
import { Conversation } from '#src/domain/conversation/conversation.tsx';
import { tabQuery } from '#src/domain/drafts/drafts-address.ts';
import { DraftPageError, newDraftKey, WriteDraft } from '#src/domain/drafts/write-draft.tsx';
import { LastMessage } from '#src/domain/rooms/room-cells.tsx';
import { roomChoice } from '#src/domain/rooms/room-choice.ts';
import { RoomLink } from '#src/domain/rooms/room-link.tsx';
import { roomName } from '#src/domain/rooms/room-name.ts';
import { TickingAge } from '#src/domain/waiting/ticking-age.tsx';
import { useWaitingRooms } from '#src/domain/waiting/use-waiting-rooms.ts';
import { ReferenceSelect } from '#src/form/fields/reference-select.tsx';
import { navigate } from '#src/lib/router.ts';
import { useShortcuts } from '#src/lib/use-shortcuts.ts';
import { useListKeys } from '#src/list/use-list-keys.ts';
import { TitledHeader } from '#src/page/page-title.tsx';
import { paths } from '#src/paths.ts';
import { buttonClass } from '#src/ui/button.tsx';
import { EmptyState, SkeletonRows } from '#src/ui/feedback/placeholder.tsx';
import { Truncated } from '#src/ui/text/truncated.tsx';

/** Page for a new draft: first the room is chosen, then its conversation is shown above the text field. */
export function Component() {
  const { t } = useLingui();
  const roomId = new URLSearchParams(useLocation().search).get('room') ?? '';
  useShortcuts({ 'u|Escape': () => void navigate(roomId ? paths.newDraft() : paths.mine()) });
  return (
    <>
      <TitledHeader
        back={
          <Link to={paths.mine()} aria-label={t`My drafts`} className={buttonClass({ kind: 'quiet', square: true })}>
            <ArrowLeft aria-hidden="true" className="size-4 rtl:-scale-x-100" />
          </Link>
        }
        title={t`New draft`}
      >
        <ReferenceSelect
          from={roomChoice}
          aria-label={t`Room`}
          placeholder={t`Choose a room`}
          value={roomId}
          onChange={(id) => void navigate(paths.newDraft(id))}
          autoFocus={roomId === ''}
          className="w-72 max-w-[50vw]"
        />
      </TitledHeader>
      {roomId ? <InRoom key={roomId} roomId={roomId} /> : <WaitingRooms />}
    </>
  );
}

function InRoom({ roomId }: { roomId: string }) {
  const { data, error, refetch } = useQuery(oneQuery(rooms, roomId));
  // No draft can be written for a room that is missing or not visible to the user.
  if (!data) {
    if (!error) return <SkeletonRows />;
    return <DraftPageError draftKey={newDraftKey(roomId)} error={error} onRetry={() => void refetch()} />;
  }
  const place = <RoomLink id={roomId} name={roomName(data.row)} />;
  return (
    <div className="flex pane flex-col border-line md:max-w-reading md:border-e">
      <Conversation roomId={roomId} />
      <div className="outbox-beside border-line border-t">
        <WriteDraft
          roomId={roomId}
          label={<Trans>Draft for {place}</Trans>}
          autoFocus
          onSent={() => void navigate(paths.mine(tabQuery('in_review')))}
        />
      </div>
    </div>
  );
}

const MAX_SHOWN = 20;

/** The rooms that a draft is most likely for. */
function WaitingRooms() {
  const { t } = useLingui();
  const { waiting } = useWaitingRooms();
  const list = useRef<HTMLUListElement>(null);
  useListKeys(list);
  if (!waiting) return null;
  if (waiting.length === 0) {
    return (
      <EmptyState>
        <Trans>
          No visitors waiting. Choose a room above, or{' '}
          <Link to={paths.rooms()} className="text-link underline">
            view all rooms
          </Link>
          .
        </Trans>
      </EmptyState>
    );
  }
  return (
    <section aria-label={t`Rooms waiting for an answer`} className="pane overflow-y-auto p-4">
      <h2 className="pb-1.5 font-semibold text-muted text-sm">
        <Trans>Waiting for an answer</Trans>
      </h2>
      <ul ref={list} className="max-w-form divide-y divide-line border-line border-y">
        {waiting.slice(0, MAX_SHOWN).map(({ room, since }) => (
          <li key={room.id} data-row={room.id}>
            <Link
              to={paths.newDraft(room.id)}
              className="ring-inside flex min-h-11 items-baseline justify-between gap-3 px-2 py-1.5 hover:bg-hover"
            >
              <span className="min-w-0">
                <Truncated text={roomName(room)} className="font-medium" />
                <LastMessage room={room} />
              </span>
              <span className="shrink-0 text-muted text-sm">
                <TickingAge {...since} />
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}
