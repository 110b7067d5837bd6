import { Trans, useLingui } from '@lingui/react/macro';
import { usePrefetchInfiniteQuery, useQuery } from '@tanstack/react-query';
import { type ComponentProps, memo, useDeferredValue, useLayoutEffect, useMemo, useRef } from 'react';
import { rooms } from '#contract/rooms.ts';
import { users } from '#contract/users.ts';
import type { Decision } from '#src/api/decision.ts';
import { findIncluded } from '#src/api/list-page.ts';
import { conversationQuery } from '#src/domain/conversation/conversation-query.ts';
import { ConversationSkeleton } from '#src/domain/conversation/conversation-skeleton.tsx';
import { isInReview, isUnread } from '#src/domain/drafts/draft.ts';
import { NarrowHeading, WayBack } from '#src/domain/drafts/way-back.tsx';
import type { Room } from '#src/domain/rooms/room-name.ts';
import { isInitialRender } from '#src/lib/initial-render.ts';
import { useStore } from '#src/lib/store.ts';
import { rejectTextKey } from '#src/outbox/create-decision.ts';
import { failedDecisions } from '#src/outbox/decision-outcomes.ts';
import { can } from '#src/page/can.ts';
import { RequestError } from '#src/page/request-error.tsx';
import { SkeletonRows } from '#src/ui/feedback/skeleton.tsx';
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
import { draftQuery, type QueueItem } from '../queue/queue-query.ts';
import { DraftHeader, ReadReceipt } from './draft-header.tsx';
import { DecisionBar, type DraftCommands } from './use-draft-commands.tsx';

interface DraftPaneProps {
  id: string;
  /** Its queue item, if any: placeholder data until the draft is loaded. */
  item: QueueItem | undefined;
  /** Number of drafts in the queue for the same room. */
  waitingInRoom: number;
  commands: DraftCommands;
  /** Drafts selected in the queue: the buttons act on these rather than on the open one. */
  selectedCount: number;
  decideSelected: (kind: Decision['kind']) => void;
  /** URL of the queue without an open draft. */
  backTo: string;
  /** The queue pane shows nothing but an error that the service is unreachable. */
  isQueueSilent: boolean;
}

// Outside the component, so that the memoized link does not re-render for each draft.
const backToQueue = <Trans>Back to the queue</Trans>;

/** Detail pane of a draft: text, actions, and the conversation it answers. */
export const DraftPane = memo(function DraftPane(props: DraftPaneProps) {
  const { id, item, waitingInRoom, commands, selectedCount, decideSelected, backTo, isQueueSilent } = props;
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
        <WayBack to={backTo}>{backToQueue}</WayBack>
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
          <DecisionBar
            canDecide={can(draft, 'approve') || can(draft, 'reject')}
            commands={commands}
            selectedCount={selectedCount}
            decideSelected={decideSelected}
          />
        ) : (
          <div className="border-line border-t">
            <Verdict draft={draft} included={included} aside={<ReadReceipt draft={draft} />} />
          </div>
        )}
        {isUnread(draft) && can(draft, 'mark_read') && <MarkRead draft={draft} />}
        {Object.keys(draft.more).length > 0 && <MoreFields key={`more ${id}`} more={draft.more} />}
        <DraftsBelow room={room} draftId={id} waiting={waitingInRoom} />
      </article>
      <div className="isolate flex min-h-0 min-w-0 flex-col max-lg:border-line max-lg:border-t lg:w-1/2">
        {roomId !== undefined && (
          <ConversationBeside roomId={roomId} draftedAtUnix={draft.created_at_unix} isSettled={!isInReview(draft)} />
        )}
      </div>
    </div>
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
  const isFirstScreen = useStore(isInitialRender);
  return shown && !isFirstScreen && <DraftsOfRoom key={shown.id} room={shown} {...rest} />;
}

interface ConversationBesideProps {
  roomId: string;
  draftedAtUnix: number;
  isSettled: boolean;
}

/** Deferred, so that a key press shows the next draft's text first. */
function ConversationBeside({ roomId, draftedAtUnix, isSettled }: ConversationBesideProps) {
  const wanted = useMemo(() => ({ roomId, draftedAtUnix, isSettled }), [roomId, draftedAtUnix, isSettled]);
  const shown = useDeferredValue<ConversationBesideProps | null>(wanted, null);
  return shown && <ShownConversation {...shown} />;
}

function ShownConversation(props: ConversationBesideProps) {
  const isFirstScreen = useStore(isInitialRender);
  // In parallel with the component's code.
  usePrefetchInfiniteQuery(conversationQuery(props.roomId));
  if (isFirstScreen) return <ConversationSkeleton />;
  return <Conversation key={props.roomId} standIn={<ConversationSkeleton />} {...props} />;
}
