import { type InfiniteData, infiniteQueryOptions } from '@tanstack/react-query';
import { messages } from '#contract/messages.ts';
import type { Row } from '#contract/resource.ts';
import { rooms } from '#contract/rooms.ts';
import { users } from '#contract/users.ts';
import type { Connection } from '#src/api/connection.ts';
import { queryKeys } from '#src/api/queries.ts';
import { queryClient } from '#src/api/query-client.ts';
import { findIncluded, readList } from '#src/api/read-document.ts';
import type { ApiAnswer } from '#src/api/request.ts';
import { asRecord, jsonText } from '#src/lib/json.ts';
import { requestConversation } from './request-conversation.ts';

export interface Author {
  id: string;
  /** Empty if the tenant did not send it. */
  name: string;
  /** Undefined if the tenant did not send it. */
  isVisitor: boolean | undefined;
}

/** An entry of a room's history. Lists of entries are oldest first. */
export interface ConversationEntry {
  id: string;
  /** Unix time in seconds; undefined if the tenant did not send it. */
  atUnix: number | undefined;
  /** The message text; undefined for a record of unknown shape. */
  text: string | undefined;
  /** The author; undefined if the tenant did not send it. */
  author: Author | undefined;
  /** The raw record. */
  raw: unknown;
}

export interface ConversationPage {
  entries: ConversationEntry[];
  hasOlder: boolean;
}

export interface ConversationData {
  entries: ConversationEntry[];
}

const PAGE_SIZE = 50;

/**
 * The conversation of a room as an infinite query, paged from the newest; `data.entries` has all loaded pages, oldest
 * first.
 * In loaders: `queryClient.infiniteQuery(conversationQuery(id))`.
 */
export function conversationQuery(roomId: string) {
  return infiniteQueryOptions({
    queryKey: [...queryKeys.below(rooms, roomId), 'conversation'],
    queryFn: async ({ pageParam, signal }): Promise<ConversationPage> => {
      const answer = await requestConversation(roomId, { page: { number: pageParam, size: PAGE_SIZE }, signal });
      return readConversationPage(answer, pageParam);
    },
    initialPageParam: 1,
    getNextPageParam: (last, pages, lastNumber) =>
      last.hasOlder && hasSomethingNew(last, pages) ? lastNumber + 1 : undefined,
    select: joinPages,
  });
}

/** Id of the newest cached message of a room, sent with approvals; undefined if none is loaded. */
export function newestMessageId(roomId: string): string | undefined {
  const data = queryClient.getQueryData(conversationQuery(roomId).queryKey);
  return data && joinPages(data).entries.findLast((entry) => entry.text !== undefined)?.id;
}

/** Fetches the id of a room's newest message; undefined if it has none. Throws an ApiError. */
export async function readNewestMessageId(roomId: string, from: Connection): Promise<string | undefined> {
  const answer = await requestConversation(roomId, { page: { number: 1, size: PAGE_SIZE }, from });
  const newest = joinPages({ pages: [readConversationPage(answer, 1)], pageParams: [1] });
  return newest.entries.findLast((entry) => entry.text !== undefined)?.id;
}

/** Exported for its test: the shapes in which tenants send histories. */
export function readConversationPage(answer: ApiAnswer, number: number): ConversationPage {
  const items = listItems(answer.body);
  if (!items) return { entries: [{ ...unknown(answer.body), id: 'document' }], hasOlder: false };
  const body = { ...asRecord(answer.body), data: items.map(asResourceObject) };
  const size = Math.max(PAGE_SIZE, items.length);
  const page = readList(messages, { ...answer, body }, { number, size });
  const byId = new Map(page.rows.map((row) => [row.id, row]));
  const entries = items.map((item, index): ConversationEntry => {
    const row = byId.get(jsonText(asRecord(item)?.id ?? ''));
    if (!row || !isMessage(row)) return { ...unknown(item), id: row?.id || `${number}:${index}` };
    return {
      id: row.id,
      atUnix: row.created_at_unix || undefined,
      text: row.content,
      author: readAuthor(row, findIncluded(page.included, users, row.one.user)),
      raw: item,
    };
  });
  // A service without paging returns everything at once, more than a page.
  return { entries, hasOlder: page.hasNext && items.length <= PAGE_SIZE };
}

function listItems(body: unknown): unknown[] | undefined {
  if (Array.isArray(body)) return body;
  const data = asRecord(body)?.data;
  // Some tenants send a list of length one as an object.
  return Array.isArray(data) ? data : asRecord(data) && [data];
}

/** Wraps plain objects as JSON:API resource objects. */
function asResourceObject(item: unknown): unknown {
  const object = asRecord(item);
  return object && !('attributes' in object) ? { ...object, attributes: object } : item;
}

const isMessage = (row: Row<typeof messages>) => row.id !== '' && row.content !== '';

const unknown = (raw: unknown) => ({ atUnix: undefined, text: undefined, author: undefined, raw });

function readAuthor(row: Row<typeof messages>, user: Row<typeof users> | undefined): Author | undefined {
  const plain = asRecord(row.more.user);
  const kind = user?.kind || plain?.kind;
  const name = user?.name || plain?.name || row.more.user_name;
  const id = user?.id ?? row.one.user?.id ?? plain?.id ?? '';
  if (typeof name !== 'string' && id === '') return undefined;
  return {
    id: jsonText(id),
    name: typeof name === 'string' ? name : '',
    isVisitor: kind ? kind === 'visitor' : undefined,
  };
}

function hasSomethingNew(last: ConversationPage, pages: readonly ConversationPage[]): boolean {
  const known = new Set(pages.slice(0, -1).flatMap((page) => page.entries.map((entry) => entry.id)));
  return last.entries.some((entry) => !known.has(entry.id));
}

/** New messages between two requests make pages overlap, so deduplicate by id. */
function joinPages(data: InfiniteData<ConversationPage>): ConversationData {
  const byId = new Map<string, ConversationEntry>();
  for (const entry of data.pages.flatMap((page) => page.entries)) if (!byId.has(entry.id)) byId.set(entry.id, entry);
  const entries = [...byId.values()].reverse();
  // Sort only if every time is known. The sort is stable, so equal times keep the tenant's order.
  const isTimed = entries.every((entry) => entry.atUnix !== undefined);
  return { entries: isTimed ? entries.sort((a, b) => (a.atUnix ?? 0) - (b.atUnix ?? 0)) : entries };
}
