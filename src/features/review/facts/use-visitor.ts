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
  /** The language by its name in the page's language. */
  language: string | undefined;
  /** When the visits began, in Unix seconds, the current one last; there may be more if not `isComplete`. */
  visits: { starts: readonly number[]; isComplete: boolean };
}

/** What is known of a room's visitor, by the settings of the room and by its conversation. */
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

/** A visitor who writes again after so many seconds has come back. */
const PAUSE_SECONDS = 6 * 3600;

/**
 * When each visit of a conversation began, in Unix seconds, judged by the visitor's messages, oldest first. Empty if the
 * authors or times of the messages are not known.
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
