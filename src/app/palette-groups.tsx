import { useLingui } from '@lingui/react/macro';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import {
  CircleCheck,
  CirclePlus,
  CircleQuestionMark,
  Contrast,
  Eye,
  FileText,
  History,
  Inbox,
  Keyboard,
  KeyRound,
  Layers,
  Lightbulb,
  Link2,
  type LucideIcon,
  MessagesSquare,
  MonitorSmartphone,
  PanelLeft,
  Settings as SettingsIcon,
  Undo2,
} from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { clients } from '#contract/clients.ts';
import { drafts } from '#contract/drafts.ts';
import { keywords } from '#contract/keywords.ts';
import { PAGE_SIZE, quote } from '#contract/list-query.ts';
import { rooms } from '#contract/rooms.ts';
import { connection } from '#src/api/connection.ts';
import { listQuery } from '#src/api/queries.ts';
import { savedConnections } from '#src/api/sign-in/connection-store.ts';
import { linkedRoomName, roomName } from '#src/domain/rooms/room-name.ts';
import { normalizeText } from '#src/lib/search-text.ts';
import { type Settings, settings, updateSettings } from '#src/lib/storage/settings.ts';
import { useStore } from '#src/lib/store.ts';
import { undoNewest, useOutboxEntries } from '#src/outbox/outbox-entries.ts';
import { isRecentOpen } from '#src/outbox/recent-open.ts';
import { copyLink } from '#src/page/copy-link.tsx';
import { pageActions } from '#src/page/page-actions.ts';
import { MOST_DIGITS, switchConnection } from '#src/page/switch-connection.ts';
import { paths } from '#src/paths.ts';
import { ConnectionMark } from '#src/ui/connection-mark.tsx';
import { overlay } from './overlay.ts';

/** A palette entry: a link (`path`) or a command (`act`). */
export interface PaletteItem {
  label: string;
  mark: ReactNode;
  /** Distinguishes entries with the same label. */
  detail?: string;
  /** Key that does the same. */
  keys?: string | undefined;
  path?: string;
  act?: () => void;
}

export interface PaletteGroup {
  value: string;
  items: PaletteItem[];
}

const MOST = 6;

/** Palette entries for a text: rooms and drafts from the server's search, everything else filtered client-side. */
export function usePaletteGroups(text: string): { groups: PaletteGroup[]; isSearching: boolean } {
  const { t } = useLingui();
  const wanted = text.trim();
  const contains = (label: string | null) => normalizeText(label ?? '').includes(normalizeText(wanted));
  const isAsked = { enabled: wanted !== '', placeholderData: keepPreviousData };
  const page = { size: MOST };
  const name = quote(wanted);
  const foundRooms = useQuery({ ...listQuery(rooms, { filter: { name_like: name }, page }), ...isAsked });
  const draftFilter = { content_or_room_name_like: name };
  const sort = ['-created_at_unix'];
  const foundDrafts = useQuery({
    ...listQuery(drafts, { filter: draftFilter, sort, include: ['room'], page }),
    ...isAsked,
  });
  // The API finds these by id only, so their first page is searched client-side.
  const all = { page: { size: PAGE_SIZE.most } };
  const allClients = useQuery({ ...listQuery(clients, { ...all, fields: { clients: ['title'] } }), ...isAsked });
  const allKeywords = useQuery({ ...listQuery(keywords, all), ...isAsked });

  const rowsOf = <Row,>(found: { data?: { rows: Row[] } | undefined }) =>
    wanted === '' ? [] : (found.data?.rows ?? []);
  const groups: PaletteGroup[] = [
    { value: t`This page`, items: useActions().filter(({ label }) => contains(label)) },
    { value: t`Pages`, items: usePages().filter(({ label }) => contains(label)) },
    { value: t`Commands`, items: useCommands().filter(({ label }) => contains(label)) },
    { value: t`Workspaces`, items: useWorkspaces().filter(({ label, detail }) => contains(label) || contains(detail)) },
    {
      value: t`Rooms`,
      items: rowsOf(foundRooms).map((row) => ({
        label: roomName(row),
        mark: <MessagesSquare />,
        detail: row.room_code,
        path: paths.room(row.id),
      })),
    },
    {
      value: t`Drafts`,
      items: rowsOf(foundDrafts).map((row) => ({
        label: row.message_content,
        mark: <FileText />,
        detail: linkedRoomName(foundDrafts.data?.included ?? {}, row.one.room),
        path: paths.draft(row.id),
      })),
    },
    {
      value: t`Clients`,
      items: rowsOf(allClients)
        .filter((row) => contains(row.title))
        .map((row) => ({ label: row.title, mark: <MonitorSmartphone />, path: paths.client(row.id) })),
    },
    {
      value: t`Keywords`,
      items: rowsOf(allKeywords)
        .filter((row) => contains(row.key_name) || contains(row.key_title))
        .map((row) => ({
          label: row.key_name,
          mark: <KeyRound />,
          detail: row.key_title ?? '',
          path: paths.keyword(row.id),
        })),
    },
  ];
  const isSearching = wanted !== '' && [foundRooms, foundDrafts].some((query) => query.isFetching);
  return { groups: groups.map(cut).filter(({ items }) => items.length > 0), isSearching };
}

/** What the open page offers, as it was when the palette opened. */
function useActions(): PaletteItem[] {
  const { t } = useLingui();
  const [offered] = useState(() =>
    pageActions().map(({ Icon, ...action }): PaletteItem => ({ ...action, mark: <Icon /> })),
  );
  return [...offered, { label: t`Copy link`, mark: <Link2 />, act: () => void copyLink() }];
}

function usePages(): PaletteItem[] {
  const { t } = useLingui();
  const page = (label: string, path: string, Icon: LucideIcon, keys?: string): PaletteItem => ({
    label,
    path,
    mark: <Icon />,
    keys,
  });
  return [
    page(t`Review`, paths.review(), CircleCheck, 'g q'),
    page(t`My drafts`, paths.mine(), Inbox, 'g m'),
    page(t`Watch`, paths.watch(), Eye, 'g w'),
    page(t`Rooms`, paths.rooms(), MessagesSquare, 'g r'),
    page(t`Clients`, paths.clients(), MonitorSmartphone, 'g c'),
    page(t`Keywords`, paths.keywords(), KeyRound, 'g k'),
    page(t`Suggestions`, paths.suggestions(), Lightbulb, 'g s'),
    page(t`Workspaces`, paths.connections(), Layers),
    page(t`Settings`, paths.settings(), SettingsIcon),
    page(t`API compatibility`, paths.offers(), SettingsIcon),
  ];
}

/** The other saved workspaces. */
function useWorkspaces(): (PaletteItem & { detail: string })[] {
  const current = useStore(connection)?.key;
  return useStore(savedConnections)
    .map(({ name, address, colour }, index) => ({
      address,
      label: name,
      mark: <ConnectionMark name={name} colour={colour} />,
      detail: new URL(address).host,
      keys: index < MOST_DIGITS ? `g ${index + 1}` : undefined,
      act: () => void switchConnection(address),
    }))
    .filter(({ address }) => address !== current);
}

/** Global commands. */
function useCommands(): PaletteItem[] {
  const { t } = useLingui();
  const hasWaiting = useOutboxEntries().some(({ state }) => state === 'waiting');
  const { isSidebarCollapsed } = useStore(settings);
  const command = (label: string, Icon: LucideIcon, act: () => void, keys?: string): PaletteItem => ({
    label,
    mark: <Icon />,
    act,
    keys,
  });
  const theme = (label: string, theme: Settings['theme']) => command(label, Contrast, () => updateSettings({ theme }));
  const go = (label: string, path: string): PaletteItem => ({ label, mark: <CirclePlus />, path });
  return [
    ...(hasWaiting ? [command(t`Undo last action`, Undo2, undoNewest, 'z')] : []),
    command(t`Recent actions`, History, () => isRecentOpen.set(true)),
    go(t`New draft`, paths.newDraft()),
    go(t`New room`, paths.newRoom()),
    go(t`New client`, paths.newClient()),
    go(t`New keyword`, paths.newKeyword()),
    go(t`New suggestion`, paths.newSuggestion()),
    go(t`Add workspace`, paths.newConnection()),
    command(t`Keyboard shortcuts`, Keyboard, () => overlay.set('sheet'), '?'),
    command(t`Help for this page`, CircleQuestionMark, () => overlay.set('help')),
    theme(t`Use light theme`, 'light'),
    theme(t`Use dark theme`, 'dark'),
    theme(t`Use system theme`, 'system'),
    command(isSidebarCollapsed ? t`Expand sidebar` : t`Collapse sidebar`, PanelLeft, () =>
      updateSettings({ isSidebarCollapsed: !isSidebarCollapsed }),
    ),
  ];
}

const cut = ({ value, items }: PaletteGroup): PaletteGroup => ({ value, items: items.slice(0, 3 * MOST) });
