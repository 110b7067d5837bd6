import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useInfiniteQuery } from '@tanstack/react-query';
import { memo, useRef } from 'react';
import { settings } from '#src/lib/storage/settings.ts';
import { useStore } from '#src/lib/store.ts';
import { RefreshFailedNotice } from '#src/list/query-notices.tsx';
import { RequestError } from '#src/page/request-error.tsx';
import { classNames } from '#src/ui/class-names.ts';
import { EmptyState } from '#src/ui/feedback/placeholder.tsx';
import { ScrollRegion } from '#src/ui/layout/scroll-region.tsx';
import { ConversationMark, Conversation as Messages } from '#src/ui/text/conversation.tsx';
import { conversationQuery } from './conversation-query.ts';
import { Entries, type Entry, type PendingMessage, splitAt, withPending } from './entries.tsx';
import { ConversationSkeleton, isNearTop, OlderMessagesButton, useScrollKeys } from './paging.tsx';

/**
 * The conversation of a room, newest at the end; scrolling up loads older messages. It scrolls by itself and fills its
 * parent. With `draftedAtUnix`, a divider marks when the draft was written, and later messages are highlighted.
 */
export const Conversation = memo(function Conversation(props: {
  roomId: string;
  /** Unix time in seconds. */
  draftedAtUnix?: number;
  /** The draft is decided, so later messages are not highlighted. */
  isDecided?: boolean;
  /** Messages that are not sent yet, such as drafts; oldest first. */
  pending?: readonly PendingMessage[];
  className?: string;
}) {
  const { roomId, draftedAtUnix, isDecided = false, pending = [], className } = props;
  const { t } = useLingui();
  const refetchInterval = useStore(settings).pollSeconds * 1000;
  const query = useInfiniteQuery({ ...conversationQuery(roomId), refetchInterval });
  const { data, error, hasNextPage, isFetchingNextPage, fetchNextPage, refetch } = query;

  const scroller = useRef<HTMLElement>(null);
  useScrollKeys(scroller);
  const showOlder = () => {
    if (hasNextPage && !isFetchingNextPage) void fetchNextPage();
  };

  if (!data) return error ? <RequestError error={error} onRetry={() => void refetch()} /> : <ConversationSkeleton />;
  const entries = withPending(data.entries, pending, !hasNextPage);
  return (
    // `column-reverse` starts at the end and keeps the scroll position when older messages are prepended.
    <ScrollRegion
      ref={scroller}
      aria-label={t`Conversation`}
      onScroll={({ currentTarget }) => isNearTop(currentTarget) && !error && showOlder()}
      className={classNames('ring-inside flex min-h-80 flex-1 flex-col-reverse overflow-y-auto lg:min-h-0', className)}
    >
      <div className="mb-auto">
        {hasNextPage && <OlderMessagesButton busy={isFetchingNextPage} onClick={showOlder} />}
        {entries.length === 0 ? (
          <EmptyState>
            <Trans>No messages yet</Trans>
          </EmptyState>
        ) : (
          <WithDraftLine
            entries={entries}
            draftedAtUnix={draftedAtUnix}
            isDecided={isDecided}
            isComplete={!hasNextPage}
          />
        )}
        <RefreshFailedNotice result={query} />
      </div>
    </ScrollRegion>
  );
});

interface WithDraftLineProps {
  entries: readonly Entry[];
  draftedAtUnix: number | undefined;
  isDecided: boolean;
  isComplete: boolean;
}

function WithDraftLine({ entries, draftedAtUnix, isDecided, isComplete }: WithDraftLineProps) {
  const { t } = useLingui();
  const { earlier, later } = splitAt(entries, draftedAtUnix ?? Number.POSITIVE_INFINITY);
  // While older messages are missing, a first message after the draft does not show where the divider belongs.
  const hasLine = draftedAtUnix !== undefined && (earlier.length > 0 || isComplete);
  return (
    <Messages label={t`Messages`}>
      <Entries entries={earlier} />
      {hasLine && <DraftLine newer={isDecided ? 0 : later.length} />}
      <Entries entries={later} afterUnix={earlier.at(-1)?.atUnix} fresh={!isDecided} />
    </Messages>
  );
}

function DraftLine({ newer }: { newer: number }) {
  if (newer === 0) {
    return (
      <ConversationMark>
        <Trans>Draft written here</Trans>
      </ConversationMark>
    );
  }
  return (
    <ConversationMark tone="warn">
      <span>
        <Trans>Draft written here</Trans> · <Plural value={newer} one="# message since" other="# messages since" />
      </span>
    </ConversationMark>
  );
}
