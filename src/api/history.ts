import { messages } from '#contract/messages.ts';
import type { Row } from '#contract/resource.ts';
import { rooms } from '#contract/rooms.ts';
import { users } from '#contract/users.ts';
import { asRecord, jsonText } from '#src/lib/json.ts';
import { isUnsupported } from './capabilities.ts';
import { ApiError } from './errors.ts';
import { type Author, findIncluded, type HistoryEntry, type HistoryPage, type ListPage } from './list-page.ts';
import { ask, complete, isReduced, lacksLinks, type ReadOptions } from './reads.ts';
import { type ApiAnswer, recordPath } from './request.ts';
import { isOperationMissing } from './tenant/outcome.ts';
import { isList, parseItems, parseList } from './tenant/parse-document.ts';

/** Where a room's messages may be, with the sort that has the newest first. */
const PLACES = [['history'], ['messages', '-created_at_unix']] as const;
const PAGE_SIZE = 50;
const NOT_IMPLEMENTED = 501;

interface HistoryOptions extends ReadOptions {
  /** Messages per page. Default: as many as a conversation shows at first. */
  size?: number;
}

/** Fetches a page of a room's history or, if unsupported, messages; newest first. Throws an ApiError. */
export async function fetchHistory(roomId: string, number: number, options: HistoryOptions): Promise<HistoryPage> {
  for (const [name, ...sort] of PLACES) {
    const endpoint = `GET /${rooms.type}/{id}/${name}`;
    if (isUnsupported(endpoint)) continue;
    try {
      return await readBelow(roomId, name, sort, number, options);
    } catch (error) {
      if (!(await isOperationMissing(error, endpoint, { type: rooms.type, id: roomId, from: options.from })))
        throw error;
    }
  }
  throw new ApiError('refused', NOT_IMPLEMENTED);
}

async function readBelow(
  roomId: string,
  name: string,
  sort: readonly string[],
  number: number,
  options: HistoryOptions,
): Promise<HistoryPage> {
  const query = { include: ['user'], sort, page: { number, size: options.size ?? PAGE_SIZE } };
  const endpoint = `GET /${rooms.type}/{id}/${name}`;
  const { answer, asked } = await ask(messages, endpoint, recordPath(rooms, roomId, name), query, options);
  const page = parseMessages(answer, number);
  if (!page || !(isReduced(query, asked) || lacksLinks(page, query.include))) return parseHistory(answer, number, page);
  const whole = await complete(messages, { page, answer, endpoint }, query, { ...options, isWhole: true });
  return parseHistory(answer, number, whole);
}

/** Messages of an answer, if it holds a list. */
function parseMessages(answer: ApiAnswer, number: number): ListPage<typeof messages> | undefined {
  const items = listItems(answer.body);
  if (!items) return undefined;
  const body = { ...asRecord(answer.body), data: items.map(asResourceObject) };
  return parseList(messages, { ...answer, body }, { number, size: Math.max(PAGE_SIZE, items.length) });
}

/** Parses a history in any of the shapes that tenants send. Exported for its test. */
export function parseHistory(answer: ApiAnswer, number: number, page = parseMessages(answer, number)): HistoryPage {
  const items = listItems(answer.body);
  if (!items || !page) return { entries: [{ ...unknown(answer.body), id: 'document' }], hasOlder: false };
  const byId = new Map(page.rows.map((row) => [row.id, row]));
  const entries = items.map((item, index): HistoryEntry => {
    const row = byId.get(jsonText(asRecord(item)?.id ?? ''));
    if (!row || !isMessage(row)) return { ...unknown(item), id: row?.id || `${number}:${index}` };
    return {
      id: row.id,
      atUnix: row.created_at_unix || undefined,
      text: row.content,
      author: parseAuthor(row, findIncluded(page.included, users, row.one.user, answer.from)),
      raw: undefined,
    };
  });
  // More items than a page: the tenant does not paginate and has sent everything.
  return { entries, hasOlder: page.hasNext && items.length <= PAGE_SIZE };
}

const listItems = (body: unknown) => (isList(body) ? parseItems(body) : undefined);

/** Wraps plain objects as JSON:API resource objects. */
function asResourceObject(item: unknown): unknown {
  const object = asRecord(item);
  return object && !('attributes' in object) ? { ...object, attributes: object } : item;
}

const isMessage = (row: Row<typeof messages>) => row.id !== '' && row.content !== '';

const unknown = (raw: unknown) => ({ atUnix: undefined, text: undefined, author: undefined, raw });

function parseAuthor(row: Row<typeof messages>, user: Row<typeof users> | undefined): Author | undefined {
  const plain = asRecord(row.more.user);
  const kind = user?.kind || plain?.kind;
  const name = user?.name || plain?.name || row.more.user_name;
  const id = user?.id ?? row.one.user?.id ?? plain?.id ?? '';
  if (typeof name !== 'string' && id === '') return undefined;
  return {
    id: jsonText(id),
    name: typeof name === 'string' ? name : '',
    // Other kinds say nothing: tenants name them differently.
    isVisitor: kind === 'visitor' || (kind === 'staff' ? false : undefined),
  };
}
