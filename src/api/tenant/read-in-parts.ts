import { formatListQuery, type ListQuery, PAGE_SIZE } from '#contract/list-query.ts';
import { asRecord } from '#src/lib/json.ts';
import { ApiError } from '../errors.ts';
import { type ApiAnswer, type ApiRequest, request } from '../request.ts';
import { parseItems } from './parse-document.ts';

type Read = Pick<ApiRequest, 'path' | 'signal' | 'from' | 'purpose'>;

/** The code of our service's refusal of an answer over its limit. */
const TOO_LARGE = 'answer_too_large';

/**
 * Reads a page that was refused as too large in smaller ones, one after the other, which together are the same page: its
 * size is halved, or divided by its smallest divisor, as often as needed. Throws the refusal if a single record is too
 * large.
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

/** The parts as one answer. What counts pages is left out, as it counts smaller ones. */
function merged(answers: readonly ApiAnswer[]): ApiAnswer {
  const [first] = answers;
  const last = answers.at(-1);
  if (!first || !last) throw new ApiError('unreadable');
  // A write between two reads shifts the rows: one may come twice.
  const records = new Map(answers.flatMap(({ body }) => parseItems(body)).map((item) => [asRecord(item)?.id, item]));
  const included = answers.flatMap(({ body }) => {
    const given = asRecord(body)?.included;
    return Array.isArray(given) ? given : [];
  });
  const { page_count: _, ...meta } = asRecord(asRecord(last.body)?.meta) ?? {};
  const { next } = asRecord(asRecord(last.body)?.links) ?? {};
  const body = { data: [...records.values()], included, meta, links: next === undefined ? {} : { next } };
  return { ...last, url: first.url, body };
}
