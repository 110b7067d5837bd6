import { useLingui } from '@lingui/react/macro';
import { useInfiniteQuery } from '@tanstack/react-query';
import type { HistoryEntry } from '#src/api/list-page.ts';
import { conversationQuery } from '#src/domain/conversation/conversation-query.ts';
import type { Room } from '#src/domain/rooms/room-name.ts';
import {
  type RoomClient,
  type RoomPage,
  roomLanguage,
  roomPage,
  useRoomClient,
} from '#src/domain/rooms/room-visitor.tsx';

/** What is known about a room's visitor; unknown members are undefined. */
export interface Visitor {
  client: RoomClient | undefined;
  page: RoomPage | undefined;
  /** Name of the language, in the page's language. */
  language: string | undefined;
  /** Start of each visit in Unix seconds, the current visit last. Older ones may be missing unless `isComplete`. */
  visits: { starts: readonly number[]; isComplete: boolean };
}

/** What is known about a room's visitor, from the room's settings and conversation. */
export function useVisitor(room: Room | undefined): Visitor {
  const { i18n } = useLingui();
  const conversation = useInfiniteQuery({ ...conversationQuery(room?.id ?? ''), enabled: room !== undefined });
  return {
    client: useRoomClient(room),
    page: roomPage(room),
    language: roomLanguage(i18n.locale, room),
    visits: {
      starts: visitStarts(conversation.data?.entries ?? []),
      isComplete: conversation.data !== undefined && !conversation.hasNextPage,
    },
  };
}

/** A longer pause between two messages of the visitor starts a new visit. */
const PAUSE_SECONDS = 6 * 3600;

/**
 * Start of each visit in Unix seconds, oldest first, derived from the visitor's messages. Empty if the authors or times
 * of the messages are unknown.
 */
function visitStarts(entries: readonly HistoryEntry[]): number[] {
  const starts: number[] = [];
  let lastAt = Number.NEGATIVE_INFINITY;
  for (const { author, atUnix } of entries) {
    if (author?.isVisitor !== true || atUnix === undefined) continue;
    if (atUnix - lastAt > PAUSE_SECONDS) starts.push(atUnix);
    lastAt = atUnix;
  }
  return starts;
}
