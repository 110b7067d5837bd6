import { useLingui } from '@lingui/react/macro';
import { usePrefetchInfiniteQuery } from '@tanstack/react-query';
import {
  type ComponentProps,
  type ReactNode,
  type UIEvent,
  useDeferredValue,
  useLayoutEffect,
  useMemo,
  useRef,
} from 'react';
import { conversationQuery } from '#src/domain/conversation/conversation-query.ts';
import { type Draft, isInReview, writtenAtUnix } from '#src/domain/drafts/draft.ts';
import { useInitialRender } from '#src/lib/initial-render.tsx';
import { ScrollRegion } from '#src/ui/layout/scroll-region.tsx';
import { EarlierMessages, LaterMessages } from '../review-queue/lazy-components.ts';

interface DraftInConversationProps {
  draft: Draft;
  /** The draft itself. */
  children: ReactNode;
}

/** A draft at its place in its room's conversation. The draft renders first, then the messages around it. */
export function DraftInConversation({ draft, children }: DraftInConversationProps) {
  const { t } = useLingui();
  const { scroller, draft: item, onScroll } = useDraftInSight(draft.id);
  const isFirstScreen = useInitialRender();
  const roomId = draft.one.room?.id;
  const draftedAtUnix = writtenAtUnix(draft);
  const place = useMemo(
    () => (roomId === undefined ? null : { roomId, draftedAtUnix, scroller }),
    [roomId, draftedAtUnix, scroller],
  );
  // Only earlier messages are deferred: later ones are below the draft and would shift it.
  const earlier = useDeferredValue(place, null);
  return (
    // `column-reverse` anchors the scroll position at the end, so the draft does not move as earlier messages load.
    <ScrollRegion
      ref={scroller}
      onScroll={onScroll}
      aria-label={t`Conversation`}
      data-swipes=""
      className="ring-inside flex min-h-0 flex-1 flex-col-reverse overflow-y-auto low:min-h-48"
    >
      <ol aria-label={t`Messages`} className="outbox-clear relative flex shrink-0 flex-col gap-3 px-4 pt-4 md:px-6">
        {earlier && <Earlier {...earlier} />}
        <li ref={item} className="flex justify-end">
          {children}
        </li>
        {place && !isFirstScreen && (
          <LaterMessages roomId={place.roomId} draftedAtUnix={draftedAtUnix} isDecided={!isInReview(draft)} />
        )}
      </ol>
    </ScrollRegion>
  );
}

function Earlier(props: ComponentProps<typeof EarlierMessages>) {
  const isFirstScreen = useInitialRender();
  // Fetched in parallel with the component's chunk.
  usePrefetchInfiniteQuery(conversationQuery(props.roomId));
  return !isFirstScreen && <EarlierMessages {...props} />;
}

/** Margin that stays visible above the start of a draft that is scrolled to. */
const MARGIN_PX = 12;

/**
 * Refs for a conversation that scrolls from its end (`column-reverse`) and for the draft in its list. Shows the newest
 * message, or the start of the draft if both do not fit, until the reader scrolls; again for each `id`.
 */
function useDraftInSight(id: string) {
  const scroller = useRef<HTMLElement>(null);
  const draft = useRef<HTMLLIElement>(null);
  const place = useRef({ top: 0, isLeft: false });
  useLayoutEffect(() => {
    const { current: view } = scroller;
    const list = draft.current?.parentElement;
    if (!id || !view || !list || typeof ResizeObserver === 'undefined') return;
    place.current = { top: 0, isLeft: false };
    // A ResizeObserver runs after layout and before paint.
    const observer = new ResizeObserver(() => {
      if (place.current.isLeft) return;
      const above = (draft.current?.offsetTop ?? 0) - MARGIN_PX;
      view.scrollTop = place.current.top = Math.min(0, view.clientHeight - list.offsetHeight + above);
    });
    observer.observe(view);
    observer.observe(list);
    return () => observer.disconnect();
  }, [id]);
  const onScroll = ({ currentTarget }: UIEvent) => {
    place.current.isLeft = Math.abs(currentTarget.scrollTop - place.current.top) > 2;
  };
  return { scroller, draft, onScroll };
}
