import { Fragment, type ReactNode } from 'react';
import type { HistoryEntry } from '#src/api/list-page.ts';
import { ConversationMark } from '#src/ui/text/conversation.tsx';
import { dayKey, formatDay, formatTime } from './format-time.ts';
import { Message } from './message.tsx';

/** A message that is not sent yet, such as a draft. */
export interface PendingMessage {
  id: string;
  /** When it was written, in Unix seconds; infinity if unknown. */
  atUnix: number;
  message: ReactNode;
}

export type Entry = HistoryEntry | PendingMessage;

interface EntriesProps {
  entries: readonly Entry[];
  /** When the entry above was sent, in Unix seconds: a divider marks each new day. */
  afterUnix?: number | undefined;
  /** Highlights the entries, because they are newer than the draft to decide on. */
  fresh?: boolean;
}

/** Messages as items of a list, with a mark where a day begins. */
export function Entries({ entries, afterUnix, fresh = false }: EntriesProps) {
  return entries.map((entry, index) => (
    <Fragment key={entry.id}>
      <DayMark unix={entry.atUnix} afterUnix={index > 0 ? entries[index - 1]?.atUnix : afterUnix} />
      {'message' in entry ? (
        <li className="flex justify-end">{entry.message}</li>
      ) : (
        <Message entry={entry} fresh={fresh} time={entry.atUnix && formatTime(entry.atUnix)} />
      )}
    </Fragment>
  ));
}

/** The day of a message, unless the one above it is of the same day. */
export function DayMark({ unix, afterUnix }: { unix: number | undefined; afterUnix: number | undefined }) {
  if (unix === undefined || !Number.isFinite(unix)) return null;
  if (afterUnix !== undefined && dayKey(unix) === dayKey(afterUnix)) return null;
  return <ConversationMark>{formatDay(unix)}</ConversationMark>;
}

/** Splits a conversation, oldest first, at a moment in Unix seconds. */
export function splitAt<One extends Entry>(entries: readonly One[], unix: number) {
  const index = entries.findIndex((entry) => entry.atUnix !== undefined && entry.atUnix > unix);
  const first = index < 0 ? entries.length : index;
  return { earlier: entries.slice(0, first), later: entries.slice(first) };
}

/** Inserts unsent messages at the time they were written, as far back as the conversation is loaded. */
export function withPending(entries: readonly Entry[], pending: readonly PendingMessage[], isComplete: boolean) {
  return pending.reduce((all, one) => {
    const { earlier, later } = splitAt(all, one.atUnix);
    return earlier.length > 0 || isComplete ? [...earlier, one, ...later] : all;
  }, entries);
}
