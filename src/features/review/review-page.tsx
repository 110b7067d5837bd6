import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useDeferredValue, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { useLocation, useParams } from 'react-router';
import type { ListQuery } from '#contract/list-query.ts';
import { ApiError } from '#src/api/errors.ts';
import { queryClient } from '#src/api/query-client.ts';
import { conversationQuery } from '#src/domain/conversation/conversation-query.ts';
import { isInReview } from '#src/domain/drafts/draft.ts';
import { roomName } from '#src/domain/rooms/room-name.ts';
import { after } from '#src/lib/delay.ts';
import { isInitialRender } from '#src/lib/initial-render.ts';
import { navigate } from '#src/lib/router.ts';
import { useStore } from '#src/lib/store.ts';
import { useAfterChange } from '#src/lib/use-after-change.ts';
import { useShortcuts } from '#src/lib/use-shortcuts.ts';
import { focusSearch } from '#src/list/text-filter.tsx';
import { PageTitle } from '#src/page/page-title.tsx';
import { paths } from '#src/paths.ts';
import { EmptyState } from '#src/ui/feedback/notice.tsx';
import { SplitView } from '#src/ui/layout/split-view.tsx';
import { DraftPane } from './draft/draft-pane.tsx';
import { useDraftCommands } from './draft/use-draft-commands.tsx';
import { usePreloadParts } from './parts.ts';
import { draftQuery, lineId, type QueueItem } from './queue/queue-query.ts';
import { ReviewQueue } from './queue/review-queue.tsx';
import { useQueue, useQueueNews } from './queue/use-queue.ts';
import { ReviewHeader } from './review-header.tsx';
import { readReviewAddress } from './review-query.ts';
import { useSelection } from './use-selection.ts';

/** The review queue, with the selected draft and its conversation. */
export function ReviewPage() {
  const { t } = useLingui();
  usePreloadParts();
  const search = useLocation().search;
  const address = useMemo(() => readReviewAddress(search), [search]);
  const queue = useQueue(address);
  // Deferred, so that search results render before their count.
  const followed = useDeferredValue(useMemo(() => ({ search, address, queue }), [search, address, queue]));
  const news = useQueueNews(followed.address, followed.queue);
  const { items } = queue;
  const openId = useParams().id;
  const first = useFirst(items);
  // A wide window selects the first draft by default; a narrow window opens only the one in the URL.
  const selectedId = openId ?? first?.draft.id;
  const item = openId === undefined ? first : items.find(({ draft }) => draft.id === openId);
  const { data: read } = useQuery({ ...draftQuery(selectedId ?? ''), enabled: selectedId !== undefined });
  const { move, open, close, wantsFocus } = useListNavigation(items, selectedId, address.query);
  const draft = read?.row ?? item?.draft;
  const commands = useDraftCommands(draft, roomName(item?.room ?? draft?.one.room), () => move(1, -1));
  const [isFocused, setFocused] = useState(false);
  const openDrafts = useMemo(() => items.map((one) => one.draft).filter(isInReview), [items]);
  const selection = useSelection(openDrafts);
  useShortcuts({
    'j|ArrowDown': () => move(1),
    'k|ArrowUp': () => move(-1),
    'Enter|o': open,
    'u|Escape': close,
    a: () => commands.approve(),
    r: () => commands.openForm('reject'),
    e: () => commands.openForm('edit'),
    x: () => selectedId && selection.toggle(selectedId),
    X: () => selectedId && selection.toggle(selectedId, true),
    'Mod+a': () => selection.setAll(true),
    f: () => setFocused(!isFocused),
    '.': queue.reload,
    '/': focusSearch,
  });
  return (
    <>
      <PageTitle>{t`Review`}</PageTitle>
      {/* A narrow window shows only the open draft. */}
      <div className={openId === undefined ? 'contents' : 'contents max-md:hidden'}>
        <ReviewHeader address={followed.address} search={followed.search} news={news} />
      </div>
      <SplitView
        open={openId !== undefined}
        isListHidden={isFocused}
        listLabel={t`Review queue`}
        detailLabel={t`Chosen draft`}
        list={
          <ReviewQueue
            address={address}
            queue={queue}
            news={news}
            selectedId={selectedId}
            selection={selection}
            wantsFocus={wantsFocus}
          />
        }
        detail={
          selectedId === undefined ? (
            !queue.isPending && (
              <EmptyState>
                <Trans>No draft is chosen.</Trans>
              </EmptyState>
            )
          ) : (
            <DraftPane
              id={selectedId}
              item={item}
              waitingInRoom={items.filter(({ room }) => room && room.id === item?.room?.id).length}
              commands={commands}
              backTo={paths.review(address.query)}
              isQueueSilent={items.length === 0 && isUnanswered(queue.error)}
            />
          )
        }
      />
    </>
  );
}

/** The first item of the queue, deferred so that new search results render first. */
function useFirst(items: readonly QueueItem[]): QueueItem | undefined {
  const first = items[0];
  const followed = useDeferredValue(first);
  return first && (followed ?? first);
}

const isUnanswered = (error: unknown) => error instanceof ApiError && error.kind !== 'refused';

const PREFETCHED_BEFORE = 1;
const PREFETCHED_AFTER = 3;
/** Debounces the prefetch: the selected draft renders first, and quick key presses prefetch nothing. */
const PREFETCH_DELAY_MS = 100;

/** Keyboard navigation in the queue: updates URL and focus, and prefetches the neighbours. `query` is that of the URL. */
function useListNavigation(items: readonly QueueItem[], selectedId: string | undefined, query: ListQuery) {
  const wantsFocus = useRef(false);
  const index = items.findIndex(({ draft }) => draft.id === selectedId);
  usePrefetch(items, index);
  // A ref, because a second key press can come before the URL has changed.
  const reached = useRef(selectedId);
  useLayoutEffect(() => {
    reached.current = selectedId;
  }, [selectedId]);

  /**
   * Moves the selection by `by` lines. At the end of the list it falls back to direction `orBy`, then to no selection;
   * without `orBy` it stays.
   */
  const move = (by: 1 | -1, orBy?: 1 | -1) => {
    const from = items.findIndex(({ draft }) => draft.id === reached.current);
    const next = items[from + by] ?? (orBy && items[from + orBy]);
    if (!next && !orBy) return;
    reached.current = next?.draft.id;
    wantsFocus.current = true;
    // Move focus before the focused line is removed: losing focus would cost a second layout.
    if (next && orBy) document.getElementById(lineId(next.draft.id))?.focus({ preventScroll: true });
    void navigate(next ? paths.draft(next.draft.id, query) : paths.review(query), { replace: true });
  };
  const open = () => {
    if (selectedId !== undefined) void navigate(paths.draft(selectedId, query));
  };
  const close = () => {
    wantsFocus.current = true;
    void navigate(paths.review(query));
  };
  return { move, open, close, wantsFocus };
}

/** Prefetches the neighbours of the selected draft. */
function usePrefetch(items: readonly QueueItem[], index: number): void {
  const near = items.slice(Math.max(0, index - PREFETCHED_BEFORE), index + 1 + PREFETCHED_AFTER);
  const prefetch = () => {
    for (const { draft } of near) {
      void queryClient.prefetchQuery(draftQuery(draft.id));
      if (draft.one.room) void queryClient.prefetchInfiniteQuery(conversationQuery(draft.one.room.id));
    }
  };
  const ids = near.map(({ draft }) => `${draft.id}:${draft.one.room?.id}`).join();
  useAfterChange(useStore(isInitialRender) ? undefined : ids, () => after(PREFETCH_DELAY_MS, prefetch));
}
