import { API_PREFIX, MEDIA_TYPE } from '#contract/document.ts';
import { asRecord } from '#src/lib/json.ts';
import type { MatrixRow } from './matrix-rows.ts';

export type Json = Record<string, unknown>;

/** An API request below `/rapi/v1`, as a rewrite sees it. */
export interface TenantRequest {
  method: string;
  /** Path below the prefix with a leading slash; without the query string. */
  path: string;
  search: URLSearchParams;
  /** Keyed by lower-case name. */
  headers: Readonly<Record<string, string>>;
  /** Parsed JSON; undefined without a body. */
  body: unknown;
  /** Number of identical earlier requests. */
  before: number;
}

export interface TenantAnswer {
  status: number;
  headers: Readonly<Record<string, string>>;
  /** Parsed JSON; undefined without a body. */
  body: unknown;
  /** A body that is not JSON, instead of `body`. */
  text?: string;
}

/**
 * One way in which a tenant differs from our service: rewrites requests on their way in, or answers on their way out.
 */
export interface Rewrite {
  row: MatrixRow;
  /** Rewrites the request, or answers it instead of the service. */
  request?: (request: TenantRequest) => TenantRequest | TenantAnswer;
  answer?: (answer: TenantAnswer, request: TenantRequest) => TenantAnswer;
}

type Forward = (request: TenantRequest) => Promise<TenantAnswer>;

const isAnswer = (made: TenantRequest | TenantAnswer): made is TenantAnswer => 'status' in made;

/**
 * One exchange with a tenant that has these forms. The first rewrite is the innermost: the last to see the request, and
 * the first to see the answer.
 */
export async function exchange(
  rewrites: readonly Rewrite[],
  asked: TenantRequest,
  forward: Forward,
): Promise<TenantAnswer> {
  const farthest = rewrites.at(-1);
  if (!farthest) return forward(asked);
  const made = farthest.request?.(asked) ?? asked;
  const answered = isAnswer(made) ? made : await exchange(rewrites.slice(0, -1), made, forward);
  return farthest.answer?.(answered, asked) ?? answered;
}

/** Parses a request; undefined outside the API. */
export function readRequest(
  method: string,
  url: string,
  headers: Readonly<Record<string, string>>,
  body: string,
  before = 0,
): TenantRequest | undefined {
  const { pathname, searchParams } = new URL(url, 'http://tenant.test');
  if (!pathname.startsWith(`${API_PREFIX}/`)) return undefined;
  const path = pathname.slice(API_PREFIX.length);
  return { method, path, search: searchParams, headers, body: body === '' ? undefined : JSON.parse(body), before };
}

export const urlOf = ({ path, search }: TenantRequest): string =>
  `${API_PREFIX}${path}${search.size > 0 ? `?${search}` : ''}`;

export function readTenantAnswer(
  status: number,
  headers: Readonly<Record<string, string>>,
  text: string,
): TenantAnswer {
  const isJson = text !== '' && headers['content-type']?.includes('json');
  return isJson
    ? { status, headers, body: JSON.parse(text) }
    : { status, headers, body: undefined, ...(text !== '' && { text }) };
}

export const textOf = ({ body, text }: TenantAnswer): string =>
  text ?? (body === undefined ? '' : JSON.stringify(body));

/** An answer with a JSON body; without a body if undefined. */
export const answerWith = (status: number, body?: unknown): TenantAnswer => ({
  status,
  headers: { 'content-type': MEDIA_TYPE },
  body,
});

export const refuse = (status: number, code: string, title: string, detail: string): TenantAnswer =>
  answerWith(status, { errors: [{ status: String(status), code, title, detail }] });

export const isGood = ({ status }: TenantAnswer): boolean => status >= 200 && status < 300;

/** The members of an answer's document; empty if it is not an object. */
export const documentOf = ({ body }: TenantAnswer): Json => asRecord(body) ?? {};

/** True if an answer is a list of records. */
const isList = (answer: TenantAnswer): boolean => isGood(answer) && Array.isArray(documentOf(answer).data);

/** Rewrites the document of a successful answer. */
export const onDocument =
  (change: (document: Json, request: TenantRequest) => unknown): NonNullable<Rewrite['answer']> =>
  (answer, request) =>
    isGood(answer) && asRecord(answer.body) ? { ...answer, body: change(documentOf(answer), request) } : answer;

/** Rewrites the documents of lists only. */
export const onList =
  (change: (document: Json, request: TenantRequest) => unknown): NonNullable<Rewrite['answer']> =>
  (answer, request) =>
    isList(answer) ? { ...answer, body: change(documentOf(answer), request) } : answer;

/** Rewrites every record of an answer, included ones too. */
export const onRecords = (change: (record: Json) => Json): NonNullable<Rewrite['answer']> =>
  onDocument((document) => ({
    ...document,
    ...('data' in document && { data: changeEach(document.data, change) }),
    ...('included' in document && { included: changeEach(document.included, change) }),
  }));

/** Rewrites the record a request carries. */
export const onSentRecord =
  (change: (record: Json) => Json): NonNullable<Rewrite['request']> =>
  (request) => {
    const document = asRecord(request.body);
    const record = asRecord(document?.data);
    return record ? { ...request, body: { ...document, data: change(record) } } : request;
  };

/** Rewrites the attributes of a record that has some. */
export const withAttributes =
  (change: (attributes: Json, type: string) => Json) =>
  (record: Json): Json => {
    const attributes = asRecord(record.attributes);
    return attributes ? { ...record, attributes: change(attributes, String(record.type)) } : record;
  };

/** The object with renamed members. */
export const renamed = (object: Json, rename: (name: string) => string): Json =>
  Object.fromEntries(Object.entries(object).map(([name, value]) => [rename(name), value]));

export const without = (object: Json, ...names: string[]): Json =>
  Object.fromEntries(Object.entries(object).filter(([name]) => !names.includes(name)));

function changeEach(data: unknown, change: (record: Json) => Json): unknown {
  if (Array.isArray(data)) return data.map((item) => changeEach(item, change));
  const record = asRecord(data);
  return record ? change(record) : data;
}
