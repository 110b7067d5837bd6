import { useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useCallback, useDeferredValue, useMemo, useState } from 'react';
import { useLocation, useParams } from 'react-router';
import { rooms } from '#contract/rooms.ts';
import type { Decision } from '#src/api/decision.ts';
import { ApiError } from '#src/api/errors.ts';
import { findIncluded } from '#src/api/list-page.ts';
import { isDecidable, isInReview } from '#src/domain/drafts/draft.ts';
import { roomName } from '#src/domain/rooms/room-name.ts';
import { useInitialRender } from '#src/lib/initial-render.tsx';
import { useShortcuts } from '#src/lib/use-shortcuts.ts';
import { mayBeNarrow, useBreakpoint } from '#src/lib/use-window-width.ts';
import { hasDecision } from '#src/outbox/outbox-store.ts';
import { type DraftForm, useDraftCommands } from '#src/outbox/use-draft-commands.ts';
import { PageTitle } from '#src/page/page-title.tsx';
import { SplitView } from '#src/ui/layout/split-view.tsx';
import { DraftPane } from '../review-draft/draft-pane.tsx';
import { QueueList } from '../review-list/queue-list.tsx';
import type { BlockedAction } from '../review-queue/blocked-action.tsx';
import {
  EmptyQueue,
  explainBlockedAction,
  KeywordIndexLoader,
  OpenDraftGuard,
  PhoneReview,
  QueueEffects,
  usePreloadChunks,
} from '../review-queue/lazy-components.ts';
import { isMatchPending } from '../review-queue/queue-overlay.ts';
import { draftQuery, type QueueItem } from '../review-queue/queue-query.ts';
import { readReviewAddress } from '../review-queue/review-query.ts';
import { useListNavigation } from '../review-queue/use-list-navigation.ts';
import { useQueue } from '../review-queue/use-queue.ts';
import { useSelection } from '../review-queue/use-selection.ts';
import { ReviewHeader } from './review-header.tsx';

/** The review queue, with the selected draft and its conversation. */
export function ReviewPage() {
  const { t } = useLingui();
  usePreloadChunks();
  const isFirstScreen = useInitialRender();
  const search = useLocation().search;
  const address = useMemo(() => readReviewAddress(search), [search]);
  const queue = useQueue(address);
  // Deferred, so that search results render before their count.
  const followed = useDeferredValue(useMemo(() => ({ search, address, queue }), [search, address, queue]));
  const { items } = queue;
  const openId = useParams().id;
  const first = useFirst(items, address.tab, openId);
  const selectedId = openId ?? first?.draft.id;
  // A wide window shows the first draft by default; a narrow window only the one in the URL.
  const shownId = useBreakpoint()('md') ? selectedId : openId;
  const item = openId === undefined ? first : items.find(({ draft }) => draft.id === openId);
  const { data: read } = useQuery({ ...draftQuery(selectedId ?? ''), enabled: selectedId !== undefined });
  const selected = read?.row ?? item?.draft;
  const room = item?.room ?? findIncluded(read?.included ?? {}, rooms, selected?.one.room);
  // Shortcuts and commands never act on a draft that is not visible.
  const draft = shownId === undefined ? undefined : selected;
  const say = (action: BlockedAction, form?: DraftForm) => void explainBlockedAction(draft, action, form);
  const { move, moveOn, open, close, wantsFocus } = useListNavigation(items, selectedId, search, say);
  const label = roomName(room ?? draft?.one.room);
  const commands = useDraftCommands(draft, { label, moveOn, explainBlockedAction: say, isHeld: isMatchPending.get });
  const [isFocused, setFocused] = useState(false);
  const toggleFocus = useCallback(() => setFocused((before) => !before), []);
  const openDrafts = useMemo(() => items.map((one) => one.draft).filter(isDecidable), [items]);
  const selection = useSelection(openDrafts, JSON.stringify([address.tab, address.query.filter]));
  const selectedCount = selection.ids.length;
  // An open form takes precedence over the selection.
  const isOfSelection = selectedCount > 0 && !commands.form;
  const [bulkKind, decideSelected] = useState<Decision['kind']>();
  const back = () => (isFocused ? setFocused(false) : openId === undefined ? say('back') : close());
  const listed = openDrafts.find(({ id }) => id === selectedId);
  const toggle = (isRange = false) =>
    listed && (!hasDecision(listed.id) || selection.ids.includes(listed.id))
      ? selection.toggle(listed.id, isRange)
      : say('select');
  useShortcuts({
    'j|ArrowDown': () => move(1),
    'k|ArrowUp': () => move(-1),
    'Enter|o': () => (openId === undefined && selectedId !== undefined ? open(selectedId) : say('open')),
    u: back,
    Escape: () => (selectedCount > 0 ? selection.setAll(false) : back()),
    a: () => (isOfSelection ? decideSelected('approve') : commands.approve()),
    r: () => (isOfSelection ? decideSelected('reject') : commands.openForm('reject')),
    e: () => (isOfSelection ? say('edit_selected') : commands.openForm('edit')),
    x: () => toggle(),
    X: () => toggle(true),
    'Mod+a': () => (openDrafts.length > 0 ? selection.setAll(true) : say('select')),
    f: toggleFocus,
  });
  return (
    <>
      <PageTitle>{t`Review`}</PageTitle>
      {!isFirstScreen && (
        <>
          <KeywordIndexLoader />
          <OpenDraftGuard queue={queue} open={openId === undefined ? undefined : draft} address={address} />
          <QueueEffects
            {...followed}
            tab={address.tab}
            selectedId={selectedId}
            draft={draft}
            selection={selection}
            isFocused={isFocused}
            moveOn={moveOn}
            commands={commands}
            decideSelected={decideSelected}
          />
        </>
      )}
      {/* A narrow window hides this header while a draft is open or rows are being selected. */}
      <div className={openId === undefined && selectedCount === 0 ? 'contents' : 'contents max-md:hidden'}>
        <ReviewHeader address={followed.address} search={followed.search} />
      </div>
      {mayBeNarrow() && (
        <PhoneReview
          address={address}
          queue={queue}
          openId={openId}
          draft={draft}
          room={room}
          commands={commands}
          isSelecting={selectedCount > 0}
          move={move}
        />
      )}
      <SplitView
        open={openId !== undefined}
        isListHidden={isFocused}
        listLabel={t`Review queue`}
        detailLabel={t`Current draft`}
        list={
          <QueueList
            address={address}
            queue={queue}
            selectedId={selectedId}
            selection={selection}
            bulkKind={bulkKind}
            decideSelected={decideSelected}
            wantsFocus={wantsFocus}
          />
        }
        detail={
          shownId === undefined ? (
            !queue.isPending && !queue.error && <EmptyQueue address={address} items={items} isDetail />
          ) : (
            <DraftPane
              id={shownId}
              item={item}
              position={items.findIndex(({ draft }) => draft.id === shownId) + 1}
              listed={queue.hasMore ? undefined : items.length}
              commands={commands}
              selectedCount={selectedCount}
              decideSelected={decideSelected}
              isQueueSilent={items.length === 0 && isUnanswered(queue.error)}
              isFocused={isFocused}
              toggleFocus={toggleFocus}
            />
          )
        }
      />
    </>
  );
}

/**
 * The item to show while the URL names none: the one open or shown last, as long as the tab lists it; else the first
 * that is not left to other reviewers. Deferred so that new search results render first.
 */
function useFirst(items: readonly QueueItem[], tab: string, openId: string | undefined): QueueItem | undefined {
  const [shown, setShown] = useState<{ tab: string; id: string }>();
  const keptId = openId ?? (shown?.tab === tab ? shown.id : undefined);
  const first =
    items.find(({ draft }) => draft.id === keptId) ??
    items.find(({ draft }) => isDecidable(draft) || (tab !== 'in_review' && !isInReview(draft)));
  const id = openId ?? first?.draft.id;
  if (id !== undefined && (shown?.tab !== tab || shown.id !== id)) setShown({ tab, id });
  const followed = useDeferredValue(first);
  return first && (followed ?? first);
}

const isUnanswered = (error: unknown) => error instanceof ApiError && error.kind !== 'refused';
