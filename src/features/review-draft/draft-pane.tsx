import { useQuery } from '@tanstack/react-query';
import { memo, useCallback, useDeferredValue, useMemo } from 'react';
import { rooms } from '#contract/rooms.ts';
import { users } from '#contract/users.ts';
import type { Decision } from '#src/api/decision.ts';
import { findIncluded } from '#src/api/list-page.ts';
import { isInReview } from '#src/domain/drafts/draft.ts';
import { DraftCard } from '#src/domain/drafts/draft-card.tsx';
import { userName } from '#src/domain/people/user-name.ts';
import { roomName } from '#src/domain/rooms/room-name.ts';
import { useLatest } from '#src/lib/hooks/use-latest.ts';
import { useInitialRender } from '#src/lib/initial-render.tsx';
import { useStore } from '#src/lib/store.ts';
import { failedDecisions } from '#src/outbox/decision-outcomes.ts';
import type { DraftCommands } from '#src/outbox/use-draft-commands.ts';
import { RequestError } from '#src/page/request-error.tsx';
import { classNames } from '#src/ui/class-names.ts';
import { SkeletonRows } from '#src/ui/feedback/placeholder.tsx';
import { KeystrokeBuffer } from '#src/ui/lazy-component.tsx';
import { FindingBadge } from '../review-list/queue-row.tsx';
import {
  AboveBar,
  DraftFacts,
  DraftHeader,
  EditForm,
  QueuePosition,
  UnderlinedText,
} from '../review-queue/lazy-components.ts';
import { draftQuery, type QueueItem, waitingSince } from '../review-queue/queue-query.ts';
import { DecisionBar } from './decision-bar.tsx';
import type { DraftContext } from './draft-facts.tsx';
import { DraftInConversation } from './draft-in-conversation.tsx';

interface DraftPaneProps {
  id: string;
  /** Its queue item, if any: placeholder data until the draft is loaded. */
  item: QueueItem | undefined;
  /** Position in the queue, counted from 1; 0 if the draft is not listed. */
  position: number;
  /** Number of drafts in the queue; undefined if more pages can be loaded. */
  listed: number | undefined;
  commands: DraftCommands;
  /** Drafts selected in the queue: the buttons act on these rather than on the open one. */
  selectedCount: number;
  decideSelected: (kind: Decision['kind']) => void;
  /** Whether the queue pane shows only an error that the service is unreachable. */
  isQueueSilent: boolean;
  /** Focus mode: the reading column alone, without the facts. */
  isFocused: boolean;
  toggleFocus: () => void;
}

/** A draft in a reading column: the conversation with the draft in it, and the decision bar. Facts are beside it. */
export const DraftPane = memo(function DraftPane(props: DraftPaneProps) {
  const { id, item, position, listed, commands, isQueueSilent, isFocused, toggleFocus } = props;
  const { data, error, refetch } = useQuery(draftQuery(id));
  const failure = useStore(failedDecisions)[id];
  const isFirstScreen = useInitialRender();
  const draft = data?.row ?? item?.draft;
  const included = data?.included ?? {};
  const author = findIncluded(included, users, draft?.one.created_user) ?? item?.author ?? draft?.one.created_user;
  // Prefer the room of the queue: polling keeps it current.
  const room = item?.room ?? findIncluded(included, rooms, draft?.one.room);
  const latestId = useLatest(id);
  // The rules render deferred and may still be the previous draft's. A stable callback, so that they render once.
  const isShown = useCallback((draftId: string) => draftId === latestId.current, []);
  const about = useDeferredContext(draft && { draft, room, author: author ?? undefined });
  if (!draft) {
    return error ? (
      // A wide window shows this error once, in the queue pane.
      <div className={isQueueSilent ? 'md:hidden' : 'contents'}>
        <RequestError error={error} onRetry={() => void refetch()} />
      </div>
    ) : (
      <SkeletonRows />
    );
  }
  const isOpen = isInReview(draft);
  const citing = { canCite: !commands.form && props.selectedCount === 0, isShown, openForm: commands.openForm };
  return (
    <div className={classNames('flex min-h-0 flex-1 bg-canvas low:min-h-max', isFocused && 'justify-center')}>
      <div className="isolate flex min-w-0 flex-1 flex-col border-line bg-surface md:max-w-reading lg:border-e">
        {/* A narrow window has its own header, above the pane. */}
        <header className="flex min-h-bar shrink-0 max-md:hidden items-center gap-2 border-line border-b ps-4 pe-2 md:ps-6">
          <h2 dir="auto" data-tooltip-cut="" className="min-w-0 truncate font-semibold text-[0.9375rem]">
            {roomName(room ?? draft.one.room)}
          </h2>
          {about && <DraftHeader about={about} isFocused={isFocused} toggleFocus={toggleFocus} />}
        </header>
        {!isFocused && (
          <div className="min-h-9 shrink-0 lg:hidden">
            {about && <DraftFacts about={about} form="line" {...citing} />}
          </div>
        )}
        <DraftInConversation draft={draft}>
          <DraftCard
            draft={draft}
            author={userName(author)}
            Text={UnderlinedText}
            Mark={FindingBadge}
            form={
              commands.form === 'edit' && (
                <EditForm
                  key={id}
                  draft={draft}
                  onApprove={commands.approve}
                  onCancel={commands.closeForm}
                  fallback={<KeystrokeBuffer />}
                />
              )
            }
          />
        </DraftInConversation>
        <footer className="shrink-0 bg-raised">
          {(failure || commands.form === 'reject' || !isOpen) && (
            <AboveBar
              key={id}
              draft={draft}
              included={included}
              failure={failure}
              commands={commands}
              fallback={commands.form === 'reject' && <KeystrokeBuffer />}
            />
          )}
          {isOpen && (
            <DecisionBar
              draft={draft}
              commands={commands}
              selectedCount={props.selectedCount}
              decideSelected={props.decideSelected}
            >
              {!isFirstScreen && (
                <QueuePosition position={position} listed={listed} since={waitingSince({ draft, room })} />
              )}
            </DecisionBar>
          )}
        </footer>
      </div>
      {!isFocused && (
        // Reserves the width that the list and the reading column leave before the facts load, so that the text is not
        // wrapped twice.
        <div className="isolate w-[clamp(18rem,75vw-66rem,40rem)] shrink-0 overflow-y-auto max-lg:hidden">
          {about && <DraftFacts about={about} form="aside" {...citing} />}
        </div>
      )}
    </div>
  );
});

/** Undefined until after the first screen. Then deferred, so that the draft itself renders first. */
function useDeferredContext(wanted: DraftContext | undefined): DraftContext | undefined {
  const isFirstScreen = useInitialRender();
  const { draft, room, author } = wanted ?? {};
  const kept = useMemo(() => draft && { draft, room, author }, [draft, room, author]);
  const shown = useDeferredValue(kept, undefined);
  return isFirstScreen ? undefined : shown;
}
