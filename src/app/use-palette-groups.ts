import { useLingui } from '@lingui/react/macro';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { clients } from '#contract/clients.ts';
import { drafts } from '#contract/drafts.ts';
import { keywords } from '#contract/keywords.ts';
import { PAGE_SIZE, quote } from '#contract/list-query.ts';
import { rooms } from '#contract/rooms.ts';
import { connection } from '#src/api/connection.ts';
import { listQuery } from '#src/api/queries.ts';
import { savedConnections } from '#src/api/sign-in/connection-store.ts';
import { linkedRoomName, roomName } from '#src/domain/rooms/room-name.ts';
import { type Settings, updateSettings } from '#src/lib/storage/settings.ts';
import { useStore } from '#src/lib/store.ts';
import { undoLastDecision } from '#src/outbox/decision-outbox.ts';
import { outbox } from '#src/outbox/outbox-store.ts';
import { switchConnection } from '#src/page/switch-connection.ts';
import { paths } from '#src/paths.ts';

/** A palette entry: a link (`path`) or a command (`act`). */
export interface PaletteItem {
  label: string;
  /** Distinguishes entries with the same label. */
  detail?: string;
  path?: string;
  act?: () => void;
}

export interface PaletteGroup {
  value: string;
  items: PaletteItem[];
}

const MOST = 6;

/** Palette entries for a text: rooms and drafts from the tenant's search, everything else filtered client-side. */
export function usePaletteGroups(
  text: string,
  onShowKeys: () => void,
): { groups: PaletteGroup[]; isSearching: boolean } {
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

  const rowsOf = <Row>(found: { data?: { rows: Row[] } | undefined }) =>
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

/** The other saved tenants. */
function useTenants(): (PaletteItem & { detail: string })[] {
  const current = useStore(connection)?.key;
  return useStore(savedConnections)
    .filter(({ address }) => address !== current)
    .map(({ name, address }) => ({ label: name, detail: new URL(address).host, act: () => switchConnection(address) }));
}

/** Global commands. */
function useCommands(onShowKeys: () => void): PaletteItem[] {
  const { t } = useLingui();
  const hasWaiting = useStore(outbox).some(({ state }) => state === 'waiting');
  const setTheme = (theme: Settings['theme']) => () => updateSettings({ theme });
  return [
    ...(hasWaiting ? [{ label: t`Undo the last decision`, act: () => void undoLastDecision() }] : []),
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
