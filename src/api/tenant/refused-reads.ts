import { formatListQuery, type ListQuery, PAGE_SIZE } from '#contract/list-query.ts';
import type { Resource } from '#contract/resource.ts';
import { asArray, asRecord } from '#src/lib/json.ts';
import { recordCapability } from '../capabilities.ts';
import { isCurrent } from '../connection.ts';
import { ApiError, type ReadError } from '../errors.ts';
import { type ApiAnswer, type ApiRequest, request } from '../request.ts';
import { describeError } from './detect-capabilities.ts';
import { parseItems } from './parse-document.ts';
import { partKey, partsOf, type QueryPart, withoutParts } from './supported-query.ts';
import { spellings } from './wire-format.ts';

const SORT_REFUSED = '114';
const VALUES_REFUSED = ['103', '107'];
/** Codes of jsonapi-resources. 101 (unknown resource) refuses an include whose records the tenant lacks, or fields. */
const KINDS_BY_CODE: Readonly<Record<string, QueryPart['kind']>> = {
  '101': 'include',
  '102': 'filter',
  '104': 'fields',
  '112': 'include',
  [SORT_REFUSED]: 'sort',
};
/** Words of tenants without these codes. A filter is never blamed by words, as many details mention filters. */
const KINDS_BY_WORDS: readonly [RegExp, QueryPart['kind']][] = [
  [/\bsort/i, 'sort'],
  [/\b(relationship|include)/i, 'include'],
];

/**
 * Finds the parts of a read that the tenant refuses, and records them: those that the refusal names, else those refused
 * when sent alone while the bare read works. Empty if the refusal has other causes, such as a value. Throws an ApiError.
 */
export async function findRefusedParts(
  resource: Resource,
  endpoint: string,
  asked: Pick<ApiRequest, 'path' | 'signal' | 'from'>,
  query: Partial<ListQuery>,
  error: ApiError,
): Promise<QueryPart[]> {
  if (VALUES_REFUSED.some((code) => error.hasCode(code))) return [];
  const parts = partsOf(query);
  const named = parts.filter((part) => error.errors.some((item) => isNamed(resource, part, item, parts)));
  const refused = named.length > 0 ? named : await tryAlone(asked, query, parts, error);
  if (!asked.from || isCurrent(asked.from)) {
    for (const part of refused) recordCapability(partKey(endpoint, part), 'refused', describeError(error));
  }
  return refused;
}

function isNamed(resource: Resource, { kind, name }: QueryPart, item: ReadError, parts: readonly QueryPart[]): boolean {
  const words = `${item.title} ${item.detail}`;
  if (kindOf(item) !== kind) return false;
  if (item.field === name) return true;
  // The code says that a sort was refused, and there was only one.
  if (item.code === SORT_REFUSED && parts.filter((part) => part.kind === 'sort').length === 1) return true;
  if (kind === 'filter') return item.detail.startsWith(`${name} `);
  const type = kind === 'include' ? resource.one[name]?.type : undefined;
  return spellings(name).some((spelling) => hasWord(words, spelling)) || (type !== undefined && hasWord(words, type));
}

const kindOf = ({ code, title, detail }: ReadError): QueryPart['kind'] | undefined =>
  KINDS_BY_CODE[code] ?? KINDS_BY_WORDS.find(([words]) => words.test(`${title} ${detail}`))?.[1];

const hasWord = (text: string, word: string) =>
  text.split(/[^\p{L}\p{N}_-]+/u).some((one) => one.replace(/^-/, '') === word);

async function tryAlone(
  asked: Pick<ApiRequest, 'path' | 'signal' | 'from'>,
  query: Partial<ListQuery>,
  parts: readonly QueryPart[],
  error: ApiError,
): Promise<QueryPart[]> {
  const isOfKind = ({ kind }: QueryPart) =>
    kind === 'fields' || error.errors.every((item) => (KINDS_BY_CODE[item.code] ?? kind) === kind);
  const isGiven = async (part: QueryPart | undefined) => {
    const only = withoutParts(query, ({ kind, name }) => kind !== part?.kind || name !== part.name);
    // A single record has no page.
    const search = formatListQuery(query.page ? { ...only, page: { size: 1 } } : only);
    try {
      await request({ ...asked, search });
      return true;
    } catch (reason) {
      if (!(reason instanceof ApiError) || reason.isTransient) throw reason;
      return false;
    }
  };
  if (!(await isGiven(undefined))) return [];
  const refused: QueryPart[] = [];
  for (const part of parts.filter(isOfKind)) if (!(await isGiven(part))) refused.push(part);
  return refused;
}

type Read = Pick<ApiRequest, 'path' | 'signal' | 'from' | 'purpose'>;

/** Error code of our service for an answer over its size limit. */
const TOO_LARGE = 'answer_too_large';

/**
 * Reads a page that was refused as too large as several smaller pages, sequentially. Divides the page size by its
 * smallest divisor, repeatedly if needed, so that the parts align with the page. Throws the refusal if a single record
 * is too large.
 */
export async function readInParts(read: Read, query: Partial<ListQuery>, refusal: ApiError): Promise<ApiAnswer> {
  const { number = 1, size = PAGE_SIZE.initial } = query.page ?? {};
  if (size <= 1) throw refusal;
  const count = smallestDivisor(size);
  const answers: ApiAnswer[] = [];
  for (let index = 1; index <= count; index++) {
    const page = { number: (number - 1) * count + index, size: size / count };
    const answer = await readPart(read, { ...query, page });
    answers.push(answer);
    if (parseItems(answer.body).length < page.size) break;
  }
  return merged(answers);
}

async function readPart(read: Read, query: Partial<ListQuery>): Promise<ApiAnswer> {
  try {
    return await request({ ...read, search: formatListQuery(query) });
  } catch (error) {
    if (!(error instanceof ApiError) || !error.hasCode(TOO_LARGE)) throw error;
    return readInParts(read, query, error);
  }
}

function smallestDivisor(size: number): number {
  for (let divisor = 2; divisor * divisor <= size; divisor++) if (size % divisor === 0) return divisor;
  return size;
}

/** Merges the parts into one answer, without page count and page links, which refer to the smaller pages. */
function merged(answers: readonly ApiAnswer[]): ApiAnswer {
  const [first] = answers;
  const last = answers.at(-1);
  if (!first || !last) throw new ApiError('unreadable');
  // A write between two reads shifts the rows, so one may appear twice.
  const records = new Map(answers.flatMap(({ body }) => parseItems(body)).map((item) => [asRecord(item)?.id, item]));
  const included = answers.flatMap(({ body }) => asArray(asRecord(body)?.included));
  const { page_count: _, ...meta } = asRecord(asRecord(last.body)?.meta) ?? {};
  const { next } = asRecord(asRecord(last.body)?.links) ?? {};
  const body = { data: [...records.values()], included, meta, links: next === undefined ? {} : { next } };
  return { ...last, url: first.url, body };
}
