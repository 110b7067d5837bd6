import { useLingui } from '@lingui/react/macro';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { FileText, KeyRound, Lightbulb, MessagesSquare, MonitorSmartphone } from 'lucide-react';
import type { ReactNode } from 'react';
import { clients } from '#contract/clients.ts';
import { drafts } from '#contract/drafts.ts';
import { type ListQuery, quote } from '#contract/list-query.ts';
import type { Row } from '#contract/resource.ts';
import { rooms } from '#contract/rooms.ts';
import { suggestions } from '#contract/suggestions.ts';
import { useUnsupportedFilters } from '#src/api/capabilities.ts';
import { listQuery } from '#src/api/queries.ts';
import { allKeywordsOnce } from '#src/domain/keywords/all-keywords.ts';
import { linkedRoomName, roomName } from '#src/domain/rooms/room-name.ts';
import { normalizeText } from '#src/lib/search-text.ts';
import { useLocalSearch } from '#src/list/local-search.ts';
import { paths } from '#src/paths.ts';

/** A palette entry: a link (`path`) or a command (`act`). */
export interface PaletteItem {
  label: string;
  mark: ReactNode;
  /** Distinguishes entries with the same label. */
  detail?: string;
  /** Shortcut of the same action. */
  keys?: string | undefined;
  path?: string;
  act?: () => void;
}

export interface PaletteGroup {
  value: string;
  items: PaletteItem[];
}

/** Number of rooms, and of drafts, requested per search. */
const MAX_ASKED = 6;

const ALL: ListQuery = { filter: {}, sort: [], include: [], fields: {}, page: {} };
const titlesOfAll: ListQuery = { ...ALL, fields: { clients: ['title'] } };
const allWithRoom: ListQuery = { ...ALL, include: ['room'] };

const titleOf = ({ title }: Row<typeof clients>) => title;
const contentsOf = ({ suggestion_messages_data }: Row<typeof suggestions>) =>
  suggestion_messages_data.flatMap(({ content }) => content?.trim() || []);
const contentOf = (row: Row<typeof suggestions>) => contentsOf(row).join('\n');

/**
 * Records that match a text. The service searches rooms and drafts; it finds the others by id only, so all of them are
 * read once and searched here.
 */
export function usePaletteRecords(wanted: string): { groups: PaletteGroup[]; isSearching: boolean } {
  const { t } = useLingui();
  const isAsked = { enabled: wanted !== '', placeholderData: keepPreviousData };
  const name = wanted && quote(wanted);
  const page = { size: MAX_ASKED };
  const isNameIgnored = useUnsupportedFilters(rooms).includes('name_like');
  const foundRooms = useQuery({ ...listQuery(rooms, { filter: { name_like: name }, page }), ...isAsked });
  const draftQuery = {
    filter: { content_or_room_name_like: name },
    sort: ['-created_at_unix'],
    include: ['room'],
    page,
  };
  const foundDrafts = useQuery({ ...listQuery(drafts, draftQuery), ...isAsked });
  const foundClients = useLocalSearch(clients, titlesOfAll, name, titleOf);
  const foundSuggestions = useLocalSearch(suggestions, allWithRoom, name, contentOf);
  const allKeywords = useQuery({ ...allKeywordsOnce(), enabled: wanted !== '' });
  if (wanted === '') return { groups: [], isSearching: false };
  const contains = (text: string | null) => containsText(text, wanted);
  // While a search is in flight, hide rows that match only the previous text: Enter must not open them.
  const isOffered =
    ({ isPlaceholderData }: { isPlaceholderData: boolean }) =>
    ({ label, detail }: { label: string; detail: string }) =>
      !isPlaceholderData || contains(label) || contains(detail);
  const groups: PaletteGroup[] = [
    {
      value: t`Rooms`,
      items: (foundRooms.data?.rows ?? [])
        .map((row) => ({
          label: roomName(row),
          mark: <MessagesSquare />,
          detail: row.room_code,
          path: paths.room(row.id),
        }))
        .filter(isOffered(foundRooms))
        .filter(({ label }) => !isNameIgnored || contains(label)),
    },
    {
      value: t`Drafts`,
      items: (foundDrafts.data?.rows ?? [])
        .map((row) => ({
          label: row.message_content,
          mark: <FileText />,
          detail: linkedRoomName(foundDrafts.data?.included ?? {}, row.one.room),
          path: paths.draft(row.id),
        }))
        .filter(isOffered(foundDrafts)),
    },
    {
      value: t`Clients`,
      items: (foundClients.found?.rows ?? []).map((row) => ({
        label: row.title,
        mark: <MonitorSmartphone />,
        path: paths.client(row.id),
      })),
    },
    {
      value: t`Keywords`,
      items: (allKeywords.data?.rows ?? [])
        .filter((row) => contains(row.key_name) || contains(row.key_title))
        .map((row) => ({
          label: row.key_name,
          mark: <KeyRound />,
          detail: row.key_title ?? '',
          path: paths.keyword(row.id),
        })),
    },
    {
      value: t`Suggestions`,
      items: (foundSuggestions.found?.rows ?? []).map((row) => ({
        label: contentsOf(row).find(contains) ?? contentOf(row),
        mark: <Lightbulb />,
        detail: linkedRoomName(foundSuggestions.found?.included ?? {}, row.one.room),
        path: paths.suggestion(row.id),
      })),
    },
  ];
  const asked = [foundRooms, foundDrafts, foundClients.result, foundSuggestions.result, allKeywords];
  return { groups, isSearching: asked.some(({ isFetching }) => isFetching) };
}

/** Whether a label contains a text, in any case and compatibility form. */
export const containsText = (label: string | null, text: string): boolean =>
  normalizeText(label ?? '').includes(normalizeText(text));
