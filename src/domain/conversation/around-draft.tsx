import { Plural, Trans } from '@lingui/react/macro';
import { useInfiniteQuery } from '@tanstack/react-query';
import { memo, type RefObject } from 'react';
import { listen } from '#src/lib/listen.ts';
import { settings } from '#src/lib/storage/settings.ts';
import { useStore } from '#src/lib/store.ts';
import { useAfterChange } from '#src/lib/use-after-change.ts';
import { RefreshFailedNotice } from '#src/list/query-notices.tsx';
import { RequestError } from '#src/page/request-error.tsx';
import { ConversationMark } from '#src/ui/text/conversation.tsx';
import { conversationQuery } from './conversation-query.ts';
import { DayMark, Entries, splitAt } from './entries.tsx';
import { ConversationSkeleton, isNearTop, OlderMessagesButton, useScrollKeys } from './paging.tsx';

interface AroundDraftProps {
  roomId: string;
  /** When the draft was written, in Unix seconds. */
  draftedAtUnix: number;
}

/**
 * The messages before a draft, as items of the list that contains the draft. Scrolling to the top of `scroller`, which
 * scrolls from its end (`column-reverse`), loads older ones.
 */
export const EarlierMessages = memo(function EarlierMessages({
  roomId,
  draftedAtUnix,
  scroller,
}: AroundDraftProps & { scroller: RefObject<HTMLElement | null> }) {
  const { data, error, hasNextPage, isFetchingNextPage, fetchNextPage, refetch } = useInfiniteQuery(
    conversationQuery(roomId),
  );
  useScrollKeys(scroller);
  const showOlder = () => void fetchNextPage();
  const canShowOlder = hasNextPage && !isFetchingNextPage;
  useAfterChange((canShowOlder && !error) || undefined, () => {
    const { current } = scroller;
    return current && listen(current, 'scroll', () => isNearTop(current) && showOlder());
  });

  if (!data) {
    return <li>{error ? <RequestError error={error} onRetry={() => void refetch()} /> : <ConversationSkeleton />}</li>;
  }
  const { earlier } = splitAt(data.entries, draftedAtUnix);
  return (
    <>
      {hasNextPage && (
        <li>
          <OlderMessagesButton busy={isFetchingNextPage} onClick={showOlder} />
        </li>
      )}
      <Entries entries={earlier} />
      <DayMark unix={draftedAtUnix} afterUnix={earlier.at(-1)?.atUnix} />
    </>
  );
});

/** The messages after a draft, below a mark that counts them; polls for new ones. */
export const LaterMessages = memo(function LaterMessages({
  roomId,
  draftedAtUnix,
  isDecided,
}: AroundDraftProps & { isDecided: boolean }) {
  const refetchInterval = useStore(settings).pollSeconds * 1000;
  const query = useInfiniteQuery({ ...conversationQuery(roomId), refetchInterval });
  const { data, error, hasNextPage } = query;
  if (!data) return null;
  const { earlier, later } = splitAt(data.entries, draftedAtUnix);
  return (
    <>
      {later.length > 0 && (
        <ConversationMark tone={isDecided ? 'plain' : 'warn'}>
          <LaterCount count={later.length} isMinimum={earlier.length === 0 && hasNextPage} />
        </ConversationMark>
      )}
      <Entries entries={later} afterUnix={draftedAtUnix} fresh={!isDecided} />
      {error && (
        <li>
          <RefreshFailedNotice result={query} />
        </li>
      )}
    </>
  );
});

/** `isMinimum`: older messages are not loaded, and some of them may be later than the draft as well. */
function LaterCount({ count, isMinimum }: { count: number; isMinimum: boolean }) {
  if (isMinimum) return <Trans>{count}+ messages after this draft</Trans>;
  return <Plural value={count} one="# message after this draft" other="# messages after this draft" />;
}
