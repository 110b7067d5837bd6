import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Fragment, memo, type UIEvent } from 'react';
import type { HistoryEntry } from '#src/api/list-page.ts';
import { settings } from '#src/lib/storage/settings.ts';
import { useStore } from '#src/lib/store.ts';
import { RequestError } from '#src/page/request-error.tsx';
import { Button } from '#src/ui/button.tsx';
import { classNames } from '#src/ui/class-names.ts';
import { EmptyState, Notice } from '#src/ui/feedback/notice.tsx';
import { ScrollRegion } from '#src/ui/layout/scroll-region.tsx';
import { ConversationMark, Conversation as Messages } from '#src/ui/text/conversation.tsx';
import { asOfWords, clockWords, dayKey, dayWords } from './calendar-words.ts';
import { conversationQuery } from './conversation-query.ts';
import { ConversationSkeleton } from './conversation-skeleton.tsx';
import { Message } from './message.tsx';

const NEAR_TOP_PX = 240;

/**
 * The conversation of a room, newest at the end; scrolling up loads older messages. It scrolls by itself and fills its
 * parent. With `draftedAtUnix`, a divider marks when the draft was written, and later messages are highlighted.
 */
export const Conversation = memo(function Conversation(props: {
  roomId: string;
  /** Unix time in seconds. */
  draftedAtUnix?: number;
  /** The draft is decided, so later messages are not highlighted. */
  isSettled?: boolean;
  className?: string;
}) {
  const { roomId, draftedAtUnix, isSettled = false, className } = props;
  const { t } = useLingui();
  const refetchInterval = useStore(settings).pollSeconds * 1000;
  const query = useInfiniteQuery({ ...conversationQuery(roomId), refetchInterval });
  const { data, error, hasNextPage, isFetchingNextPage, fetchNextPage, refetch } = query;

  const showOlder = () => {
    if (hasNextPage && !isFetchingNextPage) void fetchNextPage();
  };
  const watchTop = ({ currentTarget: { scrollTop, scrollHeight, clientHeight } }: UIEvent<HTMLElement>) => {
    // With `column-reverse`, `scrollTop` is 0 at the end and negative above it.
    if (scrollHeight + scrollTop - clientHeight < NEAR_TOP_PX && !error) showOlder();
  };

  if (!data) return error ? <RequestError error={error} onRetry={() => void refetch()} /> : <ConversationSkeleton />;
  return (
    // `column-reverse` starts at the end and keeps the scroll position when older messages are prepended.
    <ScrollRegion
      aria-label={t`Conversation`}
      onScroll={watchTop}
      className={classNames('ring-inside flex min-h-80 flex-1 flex-col-reverse overflow-y-auto lg:min-h-0', className)}
    >
      <div className="mb-auto">
        {hasNextPage && (
          // Exclude the button from scroll anchoring, or the browser pins it while older messages load below it.
          <div className="flex justify-center pt-3 [overflow-anchor:none]">
            <Button size="small" busy={isFetchingNextPage} onClick={showOlder}>
              <Trans>Show older messages</Trans>
            </Button>
          </div>
        )}
        {data.entries.length === 0 ? (
          <EmptyState>
            <Trans>No one has written in this room yet.</Trans>
          </EmptyState>
        ) : (
          <Entries
            entries={data.entries}
            draftedAtUnix={draftedAtUnix}
            isSettled={isSettled}
            isComplete={!hasNextPage}
          />
        )}
        {error && <Stale updatedAt={query.dataUpdatedAt} onRetry={() => void refetch()} />}
      </div>
    </ScrollRegion>
  );
});

interface EntriesProps {
  entries: HistoryEntry[];
  draftedAtUnix: number | undefined;
  isSettled: boolean;
  isComplete: boolean;
}

function Entries({ entries, draftedAtUnix, isSettled, isComplete }: EntriesProps) {
  const { t } = useLingui();
  const firstAfter = draftedAtUnix === undefined ? entries.length : indexAfter(entries, draftedAtUnix);
  // While older messages are missing, a first message after the draft does not tell where the divider belongs.
  const hasLine = draftedAtUnix !== undefined && (firstAfter > 0 || isComplete);
  return (
    <Messages label={t`Messages`}>
      {entries.map((entry, index) => (
        <Fragment key={entry.id}>
          {isNewDay(entries, index) && <ConversationMark>{dayWords(entry.atUnix ?? 0)}</ConversationMark>}
          {hasLine && index === firstAfter && <DraftLine newer={isSettled ? 0 : entries.length - firstAfter} />}
          <Message
            entry={entry}
            fresh={!isSettled && index >= firstAfter}
            time={entry.atUnix && clockWords(entry.atUnix)}
          />
        </Fragment>
      ))}
      {hasLine && firstAfter === entries.length && <DraftLine newer={0} />}
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

function Stale({ updatedAt, onRetry }: { updatedAt: number; onRetry: () => void }) {
  const { t } = useLingui();
  const time = asOfWords(updatedAt);
  return (
    <Notice
      tone="warn"
      mark={t`Not up to date`}
      action={
        <Button size="small" onClick={onRetry}>
          <Trans>Try again</Trans>
        </Button>
      }
    >
      <Trans>The conversation is shown as of {time}.</Trans>
    </Notice>
  );
}

function indexAfter(entries: HistoryEntry[], unix: number): number {
  const index = entries.findIndex((entry) => entry.atUnix !== undefined && entry.atUnix > unix);
  return index < 0 ? entries.length : index;
}

function isNewDay(entries: HistoryEntry[], index: number): boolean {
  const at = entries[index]?.atUnix;
  const before = entries[index - 1]?.atUnix;
  return at !== undefined && (before === undefined || dayKey(at) !== dayKey(before));
}
