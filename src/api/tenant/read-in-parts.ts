import { formatListQuery, type ListQuery, PAGE_SIZE } from '#contract/list-query.ts';
import { asArray, asRecord } from '#src/lib/json.ts';
import { ApiError } from '../errors.ts';
import { type ApiAnswer, type ApiRequest, request } from '../request.ts';
import { parseItems } from './parse-document.ts';

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
