import { Plural, SelectOrdinal, Trans, useLingui } from '@lingui/react/macro';
import { useInfiniteQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { HistoryEntry } from '#src/api/list-page.ts';
import { conversationQuery } from '#src/domain/conversation/conversation-query.ts';
import type { Room } from '#src/domain/rooms/room-name.ts';
import {
  ClientName,
  PageLink,
  type RoomClient,
  type RoomPage,
  roomLanguage,
  roomPage,
  useRoomClient,
} from '#src/domain/rooms/room-visitor.tsx';
import { FactSection } from '#src/ui/layout/fact-section.tsx';
import { KeyValueList } from '#src/ui/text/key-value-list.tsx';

/** The visitor's client, page, language and earlier visits, as far as known. */
export function VisitorFacts({ room }: { room: Room | undefined }) {
  const { t } = useLingui();
  const { client, page, language, visits } = useVisitor(room);
  const facts: { name: string; value: ReactNode }[] = [];
  if (client) facts.push({ name: t`Client`, value: <ClientName {...client} /> });
  if (page) facts.push({ name: t`Page`, value: <PageLink {...page} /> });
  if (language) facts.push({ name: t`Language`, value: <bdi>{language}</bdi> });
  if (visits.starts.length > 1 || (visits.starts.length > 0 && visits.isComplete)) {
    facts.push({ name: t`Past visits`, value: <EarlierVisits {...visits} /> });
  }
  if (facts.length === 0) return null;
  return (
    <FactSection title={<Trans>Visitor</Trans>}>
      <KeyValueList facts={facts} />
    </FactSection>
  );
}

function EarlierVisits({ starts, isComplete }: Visitor['visits']) {
  const { i18n } = useLingui();
  const last = starts.at(-2);
  const count = starts.length - 1;
  if (last === undefined) return <Trans>First visit</Trans>;
  const date = i18n.date(new Date(last * 1000), { day: 'numeric', month: 'short' });
  if (!isComplete) {
    return (
      <Trans>
        {{ atLeast: i18n.number(count) }}+ visits, last {date}
      </Trans>
    );
  }
  return (
    <Trans>
      <Plural value={count} one="# visit" other="# visits" />, last {date}
    </Trans>
  );
}

/** "● Gannet Air & Ferries · English · 4th visit". */
export function VisitorSummary({ room }: { room: Room | undefined }) {
  const { client, language, visits } = useVisitor(room);
  const { starts, isComplete } = visits;
  const words = [
    client && <ClientName key="client" {...client} />,
    language && (
      <span key="language" dir="auto">
        {language}
      </span>
    ),
    isComplete && starts.length > 0 && (
      <SelectOrdinal
        key="visits"
        value={starts.length}
        one="#st visit"
        two="#nd visit"
        few="#rd visit"
        other="#th visit"
      />
    ),
  ].filter(Boolean);
  return words.flatMap((word, index) => (index > 0 ? [' · ', word] : [word]));
}

/** What is known about a room's visitor; unknown members are undefined. */
interface Visitor {
  client: RoomClient | undefined;
  page: RoomPage | undefined;
  /** Name of the language, in the page's language. */
  language: string | undefined;
  /** Start of each visit in Unix seconds, the current visit last. Older ones may be missing unless `isComplete`. */
  visits: { starts: readonly number[]; isComplete: boolean };
}

/** What is known about a room's visitor, from the room's settings and conversation. */
function useVisitor(room: Room | undefined): Visitor {
  const conversation = useInfiniteQuery({ ...conversationQuery(room?.id ?? ''), enabled: room !== undefined });
  return {
    client: useRoomClient(room),
    page: roomPage(room),
    language: roomLanguage(room),
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
