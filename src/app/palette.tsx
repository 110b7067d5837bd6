import { Autocomplete } from '@base-ui/react/autocomplete';
import { Trans, useLingui } from '@lingui/react/macro';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { clients } from '#contract/clients.ts';
import { drafts } from '#contract/drafts.ts';
import { keywords } from '#contract/keywords.ts';
import { PAGE_SIZE, quote } from '#contract/list-query.ts';
import { rooms } from '#contract/rooms.ts';
import { connection } from '#src/api/connection.ts';
import { listQuery } from '#src/api/queries.ts';
import { savedConnections } from '#src/api/sign-in/connection-store.ts';
import { linkedRoomName, roomName } from '#src/domain/rooms/room-name.ts';
import { navigate } from '#src/lib/router.ts';
import { type Settings, updateSettings } from '#src/lib/storage/settings.ts';
import { useStore } from '#src/lib/store.ts';
import { undoNewest, useOutboxEntries } from '#src/outbox/outbox-entries.ts';
import { isRecentOpen } from '#src/outbox/recent-open.ts';
import { copyLink } from '#src/page/copy-link.tsx';
import { switchConnection } from '#src/page/switch-connection.ts';
import { paths } from '#src/paths.ts';
import { Dialog } from '#src/ui/overlay/dialog.tsx';

/** Command palette: pages, commands, connections, rooms, drafts, clients and keywords. */
export function Palette({ onClose, onShowKeys }: { onClose: () => void; onShowKeys: () => void }) {
  const { t } = useLingui();
  const [text, setText] = useState('');
  const { groups, isSearching } = usePaletteGroups(text, onShowKeys);
  const go = ({ path, act }: PaletteItem) => {
    onClose();
    if (path !== undefined) void navigate(path);
    act?.();
  };
  return (
    <Dialog title={t`Go to`} width="form" onClose={onClose}>
      <Autocomplete.Root
        open
        inline
        mode="none"
        items={groups}
        value={text}
        onValueChange={(value, { reason }) => reason !== 'item-press' && setText(value)}
        autoHighlight="always"
        keepHighlight
        itemToStringValue={({ label }: PaletteItem) => label}
      >
        <div className="px-4 pt-1 pb-2">
          <Autocomplete.Input
            autoFocus
            aria-label={t`Search pages, rooms, drafts, clients, keywords and commands`}
            placeholder={t`Search pages, rooms, drafts, clients, keywords and commands`}
            className="control"
          />
        </div>
        <Autocomplete.Status className="sr-only">{isSearching && <Trans>Searching…</Trans>}</Autocomplete.Status>
        <Autocomplete.Empty className="px-4 pb-4 text-muted empty:hidden">
          {isSearching ? <Trans>Searching…</Trans> : <Trans>Nothing is called so.</Trans>}
        </Autocomplete.Empty>
        <Autocomplete.List className="max-h-[50vh] overflow-y-auto px-2 pb-2">
          {(group: PaletteGroup) => (
            <Autocomplete.Group key={group.value} items={group.items}>
              <Autocomplete.GroupLabel className="px-2 pt-2 text-muted text-sm">{group.value}</Autocomplete.GroupLabel>
              <Autocomplete.Collection>
                {(item: PaletteItem) => (
                  <Autocomplete.Item
                    key={`${item.path ?? ''} ${item.label}`}
                    value={item}
                    onClick={() => go(item)}
                    className="flex min-h-row cursor-default items-center gap-3 rounded-box px-2 data-highlighted:bg-selected"
                  >
                    <span dir="auto" className="min-w-0 flex-1 truncate">
                      {item.label}
                    </span>
                    {item.detail && (
                      <span dir="auto" className="max-w-48 shrink-0 truncate text-muted text-sm">
                        {item.detail}
                      </span>
                    )}
                  </Autocomplete.Item>
                )}
              </Autocomplete.Collection>
            </Autocomplete.Group>
          )}
        </Autocomplete.List>
      </Autocomplete.Root>
    </Dialog>
  );
}

/** A palette entry: a link (`path`) or a command (`act`). */
interface PaletteItem {
  label: string;
  /** Distinguishes entries with the same label. */
  detail?: string;
  path?: string;
  act?: () => void;
}

interface PaletteGroup {
  value: string;
  items: PaletteItem[];
}

const MOST = 6;

/** Palette entries for a text: rooms and drafts from the server's search, everything else filtered client-side. */
function usePaletteGroups(text: string, onShowKeys: () => void): { groups: PaletteGroup[]; isSearching: boolean } {
  const { t, i18n } = useLingui();
  const wanted = text.trim();
  const contains = (label: string | null) => fold(label ?? '', i18n.locale).includes(fold(wanted, i18n.locale));
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
    { value: t`Pages`, items: usePages().filter(({ label }) => contains(label)) },
    { value: t`Commands`, items: useCommands(onShowKeys).filter(({ label }) => contains(label)) },
    { value: t`Connections`, items: useTenants().filter(({ label, detail }) => contains(label) || contains(detail)) },
    {
      value: t`Rooms`,
      items: rowsOf(foundRooms).map((row) => ({
        label: roomName(row),
        detail: row.room_code,
        path: paths.room(row.id),
      })),
    },
    {
      value: t`Drafts`,
      items: rowsOf(foundDrafts).map((row) => ({
        label: row.message_content,
        detail: linkedRoomName(foundDrafts.data?.included ?? {}, row.one.room),
        path: paths.draft(row.id),
      })),
    },
    {
      value: t`Clients`,
      items: rowsOf(allClients)
        .filter((row) => contains(row.title))
        .map((row) => ({ label: row.title, path: paths.client(row.id) })),
    },
    {
      value: t`Keywords`,
      items: rowsOf(allKeywords)
        .filter((row) => contains(row.key_name) || contains(row.key_title))
        .map((row) => ({ label: row.key_name, detail: row.key_title ?? '', path: paths.keyword(row.id) })),
    },
  ];
  const isSearching = wanted !== '' && [foundRooms, foundDrafts].some((query) => query.isFetching);
  return { groups: groups.map(cut).filter(({ items }) => items.length > 0), isSearching };
}

function usePages(): PaletteItem[] {
  const { t } = useLingui();
  return [
    { label: t`Review`, path: paths.review() },
    { label: t`Mine`, path: paths.mine() },
    { label: t`Watch`, path: paths.watch() },
    { label: t`Rooms`, path: paths.rooms() },
    { label: t`Clients`, path: paths.clients() },
    { label: t`Keywords`, path: paths.keywords() },
    { label: t`Suggestions`, path: paths.suggestions() },
    { label: t`Connections`, path: paths.connections() },
    { label: t`Settings`, path: paths.settings() },
    { label: t`What this tenant offers`, path: paths.offers() },
  ];
}

/** The other saved connections. */
function useTenants(): (PaletteItem & { detail: string })[] {
  const current = useStore(connection)?.key;
  return useStore(savedConnections)
    .filter(({ address }) => address !== current)
    .map(({ name, address }) => ({ label: name, detail: new URL(address).host, act: () => switchConnection(address) }));
}

/** Global commands. */
function useCommands(onShowKeys: () => void): PaletteItem[] {
  const { t } = useLingui();
  const hasWaiting = useOutboxEntries().some(({ state }) => state === 'waiting');
  const setTheme = (theme: Settings['theme']) => () => updateSettings({ theme });
  return [
    ...(hasWaiting ? [{ label: t`Undo the last action`, act: undoNewest }] : []),
    { label: t`Recent actions`, act: () => isRecentOpen.set(true) },
    { label: t`Copy link`, act: () => void copyLink() },
    { label: t`New draft`, path: paths.newDraft() },
    { label: t`New room`, path: paths.newRoom() },
    { label: t`New client`, path: paths.newClient() },
    { label: t`New keyword`, path: paths.newKeyword() },
    { label: t`New suggestion`, path: paths.newSuggestion() },
    { label: t`Add connection`, path: paths.newConnection() },
    { label: t`Show the keys`, act: onShowKeys },
    { label: t`Light theme`, act: setTheme('light') },
    { label: t`Dark theme`, act: setTheme('dark') },
    { label: t`Theme of the system`, act: setTheme('system') },
  ];
}

const cut = ({ value, items }: PaletteGroup): PaletteGroup => ({ value, items: items.slice(0, 2 * MOST) });
const fold = (text: string, locale: string) => text.normalize('NFKC').toLocaleLowerCase(locale);
