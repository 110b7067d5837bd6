import type { ListQuery } from '#contract/list-query.ts';
import type { Row } from '#contract/resource.ts';
import type { rooms } from '#contract/rooms.ts';
import { asRecord, isText, jsonText } from '#src/lib/json.ts';
import { queryClient } from '../query-client.ts';
import { type ServiceDocument, serviceDocumentQuery } from './service-document.ts';

/** Summary of a room in a list row. `undefined`: unknown; `null`: none. */
export interface RoomSummary {
  lastMessage: LastMessage | null | undefined;
  /** The newest of the room's drafts in review. */
  draft: DraftInReview | null | undefined;
  /** Whether the user has not read the last message yet. */
  isUnread: boolean | undefined;
}

export interface LastMessage {
  id: string;
  /** In one line; cut if it is long. */
  text: string;
  /** Unix seconds. */
  atUnix: number | undefined;
  byStaff: boolean | undefined;
}

export interface DraftInReview {
  id: string;
  /** Number of the room's drafts in review. */
  count: number;
  authorName: string | undefined;
}

/** Query part that requests room summaries; empty if the service does not support them. Never rejects. */
export const withSummaries = async (): Promise<Pick<ListQuery, 'roomMeta'>> =>
  summariesOf(await queryClient.query(serviceDocumentQuery()).catch(() => null));

/** The same for a loaded service document. */
export const summariesOf = (document: ServiceDocument | null | undefined): Pick<ListQuery, 'roomMeta'> =>
  document?.extensions.room_summaries ? { roomMeta: 'summary' } : {};

const known = new WeakMap<object, RoomSummary | undefined>();

/** Summary sent with a room; undefined if absent. Validated, as other services may send other data by these names. */
export function roomSummary({ meta }: Pick<Row<typeof rooms>, 'meta'>): RoomSummary | undefined {
  if (!known.has(meta)) known.set(meta, parseSummary(asRecord(meta)));
  return known.get(meta);
}

function parseSummary(meta: Record<string, unknown> | undefined): RoomSummary | undefined {
  if (!meta || !('last_message' in meta)) return undefined;
  const { last_message, drafts_in_review, is_unread } = meta;
  return {
    lastMessage: last_message === null ? null : parseMessage(asRecord(last_message)),
    draft: drafts_in_review === null ? null : parseDraft(asRecord(drafts_in_review)),
    isUnread: typeof is_unread === 'boolean' ? is_unread : undefined,
  };
}

function parseMessage(message: Record<string, unknown> | undefined): LastMessage | undefined {
  if (!message || !isText(message.text)) return undefined;
  const { id, text, created_at_unix, by_staff } = message;
  return {
    id: jsonText(id ?? ''),
    text: inOneLine(text),
    atUnix: typeof created_at_unix === 'number' ? created_at_unix : undefined,
    byStaff: typeof by_staff === 'boolean' ? by_staff : undefined,
  };
}

function parseDraft(draft: Record<string, unknown> | undefined): DraftInReview | undefined {
  if (!draft || draft.id === undefined || draft.id === null) return undefined;
  return {
    id: jsonText(draft.id),
    count: typeof draft.count === 'number' ? draft.count : 1,
    authorName: isText(draft.author_name) ? draft.author_name : undefined,
  };
}

/** Maximum length in UTF-16 code units: more than a row can show. */
const MAX_LENGTH = 400;

/** Collapses a text to one line and truncates it without splitting a surrogate pair. */
export const inOneLine = (text: string): string =>
  text
    .slice(0, MAX_LENGTH)
    .replace(/[\ud800-\udbff]$/, '')
    .replace(/\s+/g, ' ')
    .trim();
