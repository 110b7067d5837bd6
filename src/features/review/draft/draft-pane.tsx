import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { ArrowLeft } from 'lucide-react';
import { type ComponentProps, memo, useDeferredValue, useEffect, useLayoutEffect, useMemo, useRef } from 'react';
import { Link } from 'react-router';
import { rooms } from '#contract/rooms.ts';
import { users } from '#contract/users.ts';
import { queryClient } from '#src/api/query-client.ts';
import { findIncluded } from '#src/api/read-document.ts';
import { may } from '#src/crud/may.ts';
import { RequestError } from '#src/crud/request-error.tsx';
import { failedDecisions } from '#src/decisions/outbox/decision-outcomes.ts';
import { rejectTextKey } from '#src/decisions/typed-texts.ts';
import { isStarting } from '#src/lib/starting.ts';
import { useStore } from '#src/lib/store.ts';
import { conversationQuery } from '#src/records/conversation/conversation-query.ts';
import { ConversationSkeleton } from '#src/records/conversation/conversation-skeleton.tsx';
import { type Draft, isInReview, isUnread } from '#src/records/drafts/draft.ts';
import { NarrowHeading } from '#src/records/drafts/narrow-heading.tsx';
import type { Room } from '#src/records/rooms/room-name.ts';
import { buttonClass } from '#src/ui/button-class.ts';
import { classNames } from '#src/ui/class-names.ts';
import { RelativeTime } from '#src/ui/relative-time.tsx';
import { SkeletonRows } from '#src/ui/skeleton.tsx';
import { StatusMark } from '#src/ui/status-mark.tsx';
import {
  Conversation,
  DecisionFailure,
  DraftsOfRoom,
  EditForm,
  MarkRead,
  MoreFields,
  ReasonForm,
  Verdict,
} from '../parts.ts';
import type { QueueItem } from '../queue/queue-item.ts';
import { DecisionBar } from './decision-bar.tsx';
import { DraftHeader } from './draft-header.tsx';
import { draftQuery } from './draft-query.ts';
import type { DraftCommands } from './use-draft-commands.ts';

interface DraftPaneProps {
  id: string;
  /** Its queue item, if any: placeholder data until the draft is loaded. */
  item: QueueItem | undefined;
  /** Number of drafts in the queue for the same room. */
  waitingInRoom: number;
  commands: DraftCommands;
  /** URL of the queue without an open draft. */
  backTo: string;
  /** The queue pane shows nothing but an error that the service is unreachable. */
  isQueueSilent: boolean;
}

/** Detail pane of a draft: text, actions, and the conversation it answers. */
export const DraftPane = memo(function DraftPane(props: DraftPaneProps) {
  const { id, item, waitingInRoom, commands, backTo, isQueueSilent } = props;
  const { t } = useLingui();
  const { data, error, refetch } = useQuery(draftQuery(id));
  const failure = useStore(failedDecisions)[id];
  const fromTop = useFromTop(id);
  const draft = data?.row ?? item?.draft;
  if (!draft) {
    return (
      <>
        <NarrowHeading />
        {error ? (
          // A wide window shows this error once, in the queue pane.
          <div className={isQueueSilent ? 'md:hidden' : 'contents'}>
            <RequestError error={error} onRetry={() => void refetch()} />
          </div>
        ) : (
          <SkeletonRows />
        )}
      </>
    );
  }
  const included = data?.included ?? {};
  const roomId = draft.one.room?.id;
  const author = findIncluded(included, users, draft.one.created_user) ?? item?.author ?? draft.one.created_user;
  const room = findIncluded(included, rooms, draft.one.room) ?? item?.room;
  return (
    <div className="flex min-h-0 flex-1 max-lg:flex-col lg:divide-x lg:divide-line">
      <article aria-label={t`Draft`} className="isolate flex min-w-0 flex-col lg:w-1/2 lg:overflow-y-auto" {...fromTop}>
        <WayBack to={backTo} />
        <DraftHeader draft={draft} author={author} room={room} />
        {commands.form === 'edit' ? (
          <EditForm key={id} draft={draft} onApprove={commands.approve} onCancel={commands.closeForm} />
        ) : (
          <p dir="auto" className="wrap-anywhere max-w-[70ch] whitespace-pre-wrap px-4 py-3 text-lg">
            {draft.message_content}
          </p>
        )}
        {failure && <DecisionFailure key={`failure ${id}`} draft={draft} {...failure} onRepeat={commands.repeat} />}
        {commands.form === 'reject' && (
          <div className="px-4 pb-3">
            <ReasonForm
              key={draft.id}
              keptAs={rejectTextKey(draft.id)}
              action={<Trans>Send rejection</Trans>}
              isLate={!isInReview(draft)}
              onSend={commands.reject}
              onCancel={commands.closeForm}
            />
          </div>
        )}
        {isInReview(draft) ? (
          <DecisionBar canDecide={may(draft, 'approve') || may(draft, 'reject')} commands={commands} />
        ) : (
          <div className="border-line border-t">
            <Verdict draft={draft} included={included} aside={<ReadReceipt draft={draft} />} />
          </div>
        )}
        {isUnread(draft) && may(draft, 'mark_read') && <MarkRead draft={draft} />}
        {Object.keys(draft.more).length > 0 && <MoreFields key={`more ${id}`} more={draft.more} />}
        <DraftsBelow room={room} draftId={id} waiting={waitingInRoom} />
      </article>
      <ConversationBeside roomId={roomId} draftedAtUnix={draft.created_at_unix} isSettled={!isInReview(draft)} />
    </div>
  );
});

/** Back link for narrow windows, which show only the open draft. */
const WayBack = memo(function WayBack({ to }: { to: string }) {
  return (
    <>
      <NarrowHeading />
      <Link to={to} className={classNames(buttonClass({ kind: 'quiet' }), 'm-2 self-start md:hidden')}>
        <ArrowLeft aria-hidden="true" className="size-4 rtl:-scale-x-100" />
        <Trans>Back to the queue</Trans>
      </Link>
    </>
  );
});

/** Ref and scroll handler for a scroll container: scrolls to the top when the draft changes. */
function useFromTop(id: string) {
  const ref = useRef<HTMLElement>(null);
  const isScrolled = useRef(false);
  useLayoutEffect(() => {
    // Reading `scrollTop` here would force a synchronous layout.
    if (id && isScrolled.current && ref.current) ref.current.scrollTop = 0;
    isScrolled.current = false;
  }, [id]);
  const onScroll = () => {
    isScrolled.current = true;
  };
  return { ref, onScroll };
}

interface DraftsBelowProps extends Omit<ComponentProps<typeof DraftsOfRoom>, 'room'> {
  room: Room | undefined;
}

/** Deferred: the room's other drafts render after the draft itself. */
function DraftsBelow({ room, draftId, waiting }: DraftsBelowProps) {
  const wanted = useMemo(() => ({ room, draftId, waiting }), [room, draftId, waiting]);
  const { room: shown, ...rest } = useDeferredValue(wanted);
  const isFirstScreen = useStore(isStarting);
  return shown && !isFirstScreen && <DraftsOfRoom key={shown.id} room={shown} {...rest} />;
}

interface ConversationBesideProps {
  roomId: string | undefined;
  draftedAtUnix: number;
  isSettled: boolean;
}

const NOT_YET = { roomId: undefined, draftedAtUnix: 0, isSettled: false };

/** Deferred, so that a key press shows the next draft's text first. */
function ConversationBeside({ roomId, draftedAtUnix, isSettled }: ConversationBesideProps) {
  const wanted = useMemo(() => ({ roomId, draftedAtUnix, isSettled }), [roomId, draftedAtUnix, isSettled]);
  const shown = useDeferredValue(wanted, NOT_YET);
  const isFirstScreen = useStore(isStarting);
  // Prefetch in parallel with the component's code.
  useEffect(() => {
    if (roomId !== undefined) void queryClient.prefetchInfiniteQuery(conversationQuery(roomId));
  }, [roomId]);
  return (
    <div className="isolate flex min-h-0 min-w-0 flex-col max-lg:border-line max-lg:border-t lg:w-1/2">
      {shown.roomId !== undefined && isFirstScreen && <ConversationSkeleton />}
      {shown.roomId !== undefined && !isFirstScreen && (
        <Conversation
          key={shown.roomId}
          standIn={<ConversationSkeleton />}
          roomId={shown.roomId}
          draftedAtUnix={shown.draftedAtUnix}
          isSettled={shown.isSettled}
        />
      )}
    </div>
  );
}

/** Whether the author has seen the verdict. */
function ReadReceipt({ draft: { create_user_resolved_read_time_unix: readAt } }: { draft: Draft }) {
  if (readAt === null) {
    return (
      <StatusMark status="unread">
        <Trans>Not read by the author yet</Trans>
      </StatusMark>
    );
  }
  return (
    <StatusMark status="read">
      <Trans>
        Read by the author <RelativeTime unix={readAt} />
      </Trans>
    </StatusMark>
  );
}
