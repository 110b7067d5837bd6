import { useLingui } from '@lingui/react/macro';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import type { HistoryEntry } from '#src/api/list-page.ts';
import { clientSitesQuery } from '#src/domain/checks/check-queries.ts';
import { conversationQuery } from '#src/domain/conversation/conversation-query.ts';
import type { Room } from '#src/domain/rooms/room-name.ts';

/** What a room tells of its visitor; whatever is not known is undefined. */
export interface Visitor {
  client: { name: string; colour: string | undefined } | undefined;
  /** Where the visitor opened the chat. `href` only if it is a web address. */
  page: { text: string; href: string | undefined } | undefined;
  /** The language by its name in the page's language. */
  language: string | undefined;
  /** When the visits began, in Unix seconds, the current one last; there may be more if not `isComplete`. */
  visits: { starts: readonly number[]; isComplete: boolean };
}

/** What is known of a room's visitor, by the settings of the room and by its conversation. */
export function useVisitor(room: Room | undefined): Visitor {
  const { i18n } = useLingui();
  const { client, page_url, page, language, locale } = room?.settings ?? {};
  const conversation = useInfiniteQuery({ ...conversationQuery(room?.id ?? ''), enabled: room !== undefined });
  return {
    client: useClient(asText(client)),
    page: pageOf(asText(page_url) ?? asText(page)),
    language: languageName(i18n.locale, asText(language) ?? asText(locale)),
    visits: {
      starts: visitStarts(conversation.data?.entries ?? []),
      isComplete: conversation.data !== undefined && !conversation.hasNextPage,
    },
  };
}

/** A client by its code, id or title, as rooms name it; only that name if there is no such client. */
function useClient(name: string | undefined): Visitor['client'] {
  // That of the checks, so that clients are read once.
  const { data } = useQuery({ ...clientSitesQuery(), retry: false, enabled: name !== undefined });
  if (name === undefined) return undefined;
  const found = data?.rows.find(({ id, code, title }) => [code, id, title].includes(name));
  return { name: found?.title || name, colour: colourOf(found?.settings.accent_color) };
}

/** Only a hexadecimal colour: it becomes part of a style. */
const colourOf = (value: unknown) =>
  typeof value === 'string' && /^#([\da-f]{3}){1,2}$/i.test(value) ? value : undefined;

const asText = (value: unknown) =>
  (typeof value === 'string' && value.trim() !== '') || typeof value === 'number' ? String(value) : undefined;

function pageOf(address: string | undefined): Visitor['page'] {
  if (address === undefined) return undefined;
  if (!/^https?:/i.test(address) || !URL.canParse(address)) return { text: address, href: undefined };
  const url = new URL(address);
  return { text: url.host + (url.pathname === '/' ? '' : url.pathname), href: url.href };
}

function languageName(locale: string, code: string | undefined): string | undefined {
  if (code === undefined) return undefined;
  try {
    return new Intl.DisplayNames([locale], { type: 'language' }).of(code) ?? code;
  } catch {
    // Not a language tag.
    return code;
  }
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
