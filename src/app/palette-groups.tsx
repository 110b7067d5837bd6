import { useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import {
  CirclePlus,
  CircleQuestionMark,
  Contrast,
  History,
  Keyboard,
  Layers,
  Link2,
  type LucideIcon,
  PanelLeft,
  Undo2,
} from 'lucide-react';
import { useState } from 'react';
import { connection } from '#src/api/connection.ts';
import { meQuery } from '#src/api/me-query.ts';
import { savedConnections } from '#src/api/sign-in/connection-store.ts';
import { isText } from '#src/lib/json.ts';
import { readStoredList, writeStoredList } from '#src/lib/storage/local-storage.ts';
import { settings, updateSettings } from '#src/lib/storage/settings.ts';
import { useStore } from '#src/lib/store.ts';
import { isRecentActionsOpen, undoNewest, useOutboxEntries } from '#src/outbox/outbox-entries.ts';
import { copyLink } from '#src/page/copy-link.tsx';
import { pageActions } from '#src/page/page-actions.ts';
import { MAX_DIGITS, switchConnection } from '#src/page/switch-connection.ts';
import { paths } from '#src/paths.ts';
import { ConnectionMark } from '#src/ui/connection-mark.tsx';
import { Settings } from '#src/ui/icons.tsx';
import { overlay } from './overlay.ts';
import { type Page, usePages } from './pages.ts';
import { containsText, type PaletteGroup, type PaletteItem, usePaletteRecords } from './palette-records.tsx';

/** Maximum number of entries per group. */
const MAX_SHOWN = 18;

/**
 * Palette entries for a text: actions of the page, pages and commands, then records. Without a text, recently used
 * entries come before pages and commands. Call `note` with each entry that is used.
 */
export function usePaletteGroups(text: string) {
  const { t } = useLingui();
  const wanted = text.trim();
  const contains = (label: string | null) => containsText(label, wanted);
  const records = usePaletteRecords(wanted);
  const actions = useActions();
  const isOffered = (label: string) => actions.some((action) => action.label === label);
  const commands: PaletteGroup[] = [
    { value: t`Pages`, items: usePageItems().filter(({ label }) => contains(label)) },
    { value: t`Commands`, items: useCommands().filter(({ label }) => contains(label) && !isOffered(label)) },
    { value: t`Workspaces`, items: useWorkspaces().filter(({ label, detail }) => contains(label) || contains(detail)) },
  ];
  const { recent, note } = useRecentCommands(commands.flatMap(({ items }) => items));
  const isRecent = (item: PaletteItem) => wanted === '' && recent.includes(item);
  const groups: PaletteGroup[] = [
    { value: t`This page`, items: actions.filter(({ label }) => contains(label)) },
    { value: t`Recent`, items: recent.filter(isRecent) },
    ...commands.map(({ value, items }) => ({ value, items: items.filter((item) => !isRecent(item)) })),
    ...records.groups,
  ];
  const shown = groups.map(({ value, items }) => ({ value, items: items.slice(0, MAX_SHOWN) }));
  return { groups: shown.filter(({ items }) => items.length > 0), isSearching: records.isSearching, note };
}

/** The commands that the user ran last in this workspace, and a function that records one. */
function useRecentCommands(commands: readonly PaletteItem[]) {
  const address = useStore(connection)?.key ?? '';
  const userId = useQuery(meQuery()).data?.id;
  // Unknown users have no history: the next user in this browser would see it.
  const key = userId === undefined ? undefined : `countersign.commands.${userId} ${address}`;
  const names = key === undefined ? [] : readStoredList(key, isText);
  return {
    recent: names.flatMap((name) => commands.find((command) => itemKey(command) === name) ?? []),
    note: (item: PaletteItem) => {
      if (key === undefined || !commands.includes(item)) return;
      const others = names.filter((name) => name !== itemKey(item));
      writeStoredList(key, [itemKey(item), ...others].slice(0, MAX_RECENT));
    },
  };
}

const MAX_RECENT = 5;
/** Identifies an entry within its group, across sessions. Workspaces may have the same name. */
export const itemKey = ({ path, label, detail }: PaletteItem): string =>
  path ?? [label, detail].filter(Boolean).join(' ');

/** Actions of the open page, read once when the palette opens. */
function useActions(): PaletteItem[] {
  const { t } = useLingui();
  const [offered] = useState(() =>
    pageActions().map(({ Icon, ...action }): PaletteItem => ({ ...action, mark: <Icon /> })),
  );
  return [...offered, { label: t`Copy link`, mark: <Link2 />, act: () => void copyLink() }];
}

function usePageItems(): PaletteItem[] {
  const { t } = useLingui();
  const pages = usePages();
  const workspaces: Page = { label: t`Workspaces`, to: paths.connections(), Icon: Layers };
  const compatibility: Page = { label: t`API compatibility`, to: paths.capabilities(), Icon: Settings };
  const all = [...pages.slice(0, -1), workspaces, ...pages.slice(-1), compatibility];
  return all.map(({ to, label, Icon, keys }) => ({ label, path: to, mark: <Icon />, keys }));
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
      keys: index < MAX_DIGITS ? `g ${index + 1}` : undefined,
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
  const theme = (label: string, theme: 'light' | 'dark' | 'system') =>
    command(label, Contrast, () => updateSettings({ theme }));
  const go = (label: string, path: string): PaletteItem => ({ label, mark: <CirclePlus />, path });
  return [
    ...(hasWaiting ? [command(t`Undo last action`, Undo2, undoNewest, 'z')] : []),
    command(t`Recent actions`, History, () => isRecentActionsOpen.set(true)),
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
