import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Fragment, memo, type UIEvent } from 'react';
import { RequestError } from '#src/crud/request-error.tsx';
import { settings } from '#src/lib/settings.ts';
import { useStore } from '#src/lib/store.ts';
import { Button } from '#src/ui/button.tsx';
import { classNames } from '#src/ui/class-names.ts';
import { ConversationMark, Conversation as Messages } from '#src/ui/conversation.tsx';
import { EmptyState } from '#src/ui/empty-state.tsx';
import { Notice } from '#src/ui/notice.tsx';
import { asOfWords, clockWords, dayKey, dayWords } from './calendar-words.ts';
import { type ConversationEntry, conversationQuery } from './conversation-query.ts';
import { ConversationSkeleton } from './conversation-skeleton.tsx';
import { Message } from './message.tsx';

const NEAR_TOP_PX = 240;

/**
 * What was said in a room, the newest at the end; older messages come on scrolling up. It scrolls by itself and takes
 * the room its parent gives it. With `draftedAtUnix`, a line stands where the draft was written, and what came after
 * it is set off.
 */
export const Conversation = memo(function Conversation(props: {
  roomId: string;
  /** Seconds since 1970. */
  draftedAtUnix?: number;
  /** The draft has been decided on: what came after it is nothing to heed any more. */
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
    // In a reversed column the end is 0, and what lies above it is negative.
    if (scrollHeight + scrollTop - clientHeight < NEAR_TOP_PX && !error) showOlder();
  };

  if (!data) return error ? <RequestError error={error} onRetry={() => void refetch()} /> : <ConversationSkeleton />;
  return (
    // A reversed column begins at its end and keeps its distance from there, so that older messages push nothing.
    <section
      aria-label={t`Conversation`}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard (WCAG 2.1.1).
      tabIndex={0}
      onScroll={watchTop}
      className={classNames('ring-inside flex min-h-80 flex-1 flex-col-reverse overflow-y-auto lg:min-h-0', className)}
    >
      <div className="mb-auto">
        {hasNextPage && (
          // What stands above all messages must not be what the browser holds in place while older ones come in below it.
          <div className="flex justify-center pt-3 [overflow-anchor:none]">
            <Button size="small" busy={isFetchingNextPage} onClick={showOlder}>
              <Trans>Show older messages</Trans>
            </Button>
          </div>
        )}
        {data.entries.length === 0 ? (
          <EmptyState>
            <Trans>Nobody has written in this room yet.</Trans>
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
    </section>
  );
});

interface EntriesProps {
  entries: ConversationEntry[];
  draftedAtUnix: number | undefined;
  isSettled: boolean;
  isComplete: boolean;
}

function Entries({ entries, draftedAtUnix, isSettled, isComplete }: EntriesProps) {
  const { t } = useLingui();
  const firstAfter = draftedAtUnix === undefined ? entries.length : indexAfter(entries, draftedAtUnix);
  // While older ones are missing, a first message after the draft says nothing about where the line belongs.
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

function indexAfter(entries: ConversationEntry[], unix: number): number {
  const index = entries.findIndex((entry) => entry.atUnix !== undefined && entry.atUnix > unix);
  return index < 0 ? entries.length : index;
}

function isNewDay(entries: ConversationEntry[], index: number): boolean {
  const at = entries[index]?.atUnix;
  const before = entries[index - 1]?.atUnix;
  return at !== undefined && (before === undefined || dayKey(at) !== dayKey(before));
}
