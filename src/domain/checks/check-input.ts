import type { clients } from '#contract/clients.ts';
import type { Row } from '#contract/resource.ts';
import type { HistoryEntry } from '#src/api/list-page.ts';
import { asRecord } from '#src/lib/json.ts';
import { type Draft, writtenAtUnix } from '../drafts/draft.ts';
import { userName } from '../people/user-name.ts';
import type { Room } from '../rooms/room-name.ts';
import type { CheckInput, RoomTexts } from './finding.ts';
import { hostOf } from './text/host-of.ts';

/** Loaded context of a draft; `undefined` members are not loaded. */
export interface CheckContext {
  room: Room | undefined;
  /** Messages of the room. */
  entries: readonly HistoryEntry[] | undefined;
  clients: readonly Row<typeof clients>[] | undefined;
  /** Rejected drafts, of any room. */
  rejected: readonly Draft[];
}

/** A draft, or a text that may become one, as the checks see it. */
type Checked = Pick<Draft, 'id' | 'message_content' | 'created_at_unix' | 'one'>;

/** Builds the input of the checks from records. */
export function toCheckInput(draft: Checked, { room, entries, clients, rejected }: CheckContext): CheckInput {
  const language = room?.settings.language;
  const isSameRoom = (other: Draft) => other.one.room?.id === draft.one.room?.id && other.id !== draft.id;
  return {
    text: draft.message_content,
    roomTexts: entries && roomTextsOf(entries, writtenAtUnix(draft)),
    rejected: rejected
      .filter(isSameRoom)
      .map(({ message_content: text, comment }) => ({ text, reason: comment ?? '' })),
    ownHosts: clients ? ownHosts(room, clients) : [],
    language: typeof language === 'string' ? language : undefined,
  };
}

/** Splits messages by author. Leaves out those of unknown authors, because the visitor may have written them. */
function roomTextsOf(entries: readonly HistoryEntry[], draftedAtUnix: number): RoomTexts {
  const textsBy = (isVisitor: boolean) =>
    entries.flatMap(({ author, text }) => (author?.isVisitor === isVisitor && text !== undefined ? [text] : []));
  const newest = entries.findLast(({ author }) => author?.isVisitor === true);
  return {
    byVisitor: textsBy(true),
    byStaff: textsBy(false),
    newerBy: newest && (newest.atUnix ?? 0) > draftedAtUnix ? userName(newest.author) : undefined,
  };
}

/** Hosts in the settings of the room and of its client, or of all clients if the room names none. */
function ownHosts(room: Room | undefined, all: readonly Row<typeof clients>[]): string[] {
  const code = room?.settings.client;
  const own = code === undefined ? all : all.filter((client) => client.code === code || client.id === code);
  return [room, ...own].flatMap((record) => hostsIn(record?.settings));
}

const NAMES_HOST = /^(?:\*\.)?((?:[\p{L}\p{N}-]+\.)+[\p{L}\p{N}-]+)$/u;

/** Hosts of all addresses in a settings object. */
function hostsIn(value: unknown): string[] {
  if (typeof value === 'string') return [hostOf(/^https?:/i.test(value) ? value : withScheme(value))].filter(Boolean);
  if (Array.isArray(value)) return value.flatMap(hostsIn);
  return Object.values(asRecord(value) ?? {}).flatMap(hostsIn);
}

/** Some settings list origins as bare hosts, or with a star for the subdomains. */
const withScheme = (value: string) => {
  const host = NAMES_HOST.exec(value)?.[1];
  return host === undefined ? '' : `https://${host}`;
};
