import type { Identifier } from '#contract/document.ts';
import { formatListQuery, type ListQuery } from '#contract/list-query.ts';
import type { Resource } from '#contract/resource.ts';
import { overlayRecentWrites } from './cache.ts';
import { isUnsupported } from './capabilities.ts';
import { type Connection, isCurrent } from './connection.ts';
import { ApiError } from './errors.ts';
import { isIncluded, type ListPage, type OneRecord } from './list-page.ts';
import { type ApiAnswer, recordPath, request } from './request.ts';
import { detectFromRows } from './tenant/detect-from-rows.ts';
import { parseList, parseOne, parseRecordIncluded } from './tenant/parse-document.ts';
import { listEndpoint, partKey, partsOf, SEARCH, supportedQuery, withoutParts } from './tenant/supported-query.ts';

export interface ReadOptions {
  signal?: AbortSignal | undefined;
  /** Target tenant, in case the user has switched to another. */
  from?: Connection | undefined;
  /** Whether to wait for linked records that are fetched separately. Otherwise they are merged as they arrive. */
  isWhole?: boolean;
  purpose?: 'export';
}

const NOT_IMPLEMENTED = 501;

/**
 * Fetches a page of a resource, bypassing the cache. Refused filters, sorts, includes and fields are dropped, recorded,
 * and replaced in the browser as far as the records have the data. Like all reads, throws an ApiError.
 */
export async function fetchList<R extends Resource>(
  resource: R,
  query: Partial<ListQuery> = {},
  options: ReadOptions = {},
): Promise<ListPage<R>> {
  const endpoint = listEndpoint(resource);
  // Users are looked up often: skip the request if the tenant is known not to list them.
  if (resource.type === 'users' && !options.from && isUnsupported(endpoint))
    throw new ApiError('refused', NOT_IMPLEMENTED);
  const correct = overlayRecentWrites(resource);
  const record = detectFromRows(resource, query);
  const text = options.from ? undefined : query.filter?.[SEARCH];
  // Loads while the service answers.
  const completion = text === undefined ? undefined : loadCompletion();
  const readOnce = () => readPage(resource, endpoint, `/${resource.type}`, query, options);
  let read = await readOnce();
  if (record(read.page, read.answer)) {
    read = await readOnce();
    record(read.page, read.answer);
  }
  if (text !== undefined) (await completion)?.detectIgnoredSearch(read.page.rows, text, read.page.included);
  const isReplaced = read.isReduced || Object.keys(query.filter ?? {}).some((name) => isDroppedFilter(endpoint, name));
  const page =
    isReplaced || lacksLinks(read.page, query.include) ? await complete(resource, read, query, options) : read.page;
  // Overlay last: a record may have been written while a chunk was loading after the answer.
  return { ...page, rows: page.rows.map(correct) };
}

/** Fetches a list below a record, such as the messages of a room: `GET /{resource}/{id}/{name}`, records of `of`. */
export async function fetchRelated<R extends Resource>(
  resource: Resource,
  id: string,
  name: string,
  of: R,
  query: Partial<ListQuery>,
  options: ReadOptions,
): Promise<ListPage<R>> {
  const correct = overlayRecentWrites(of);
  const endpoint = `${listEndpoint(resource)}/{id}/${name}`;
  const read = await readPage(of, endpoint, recordPath(resource, id, name), query, options);
  const page = read.isReduced ? await complete(of, read, query, options) : read.page;
  return { ...page, rows: page.rows.map(correct) };
}

/** Fetches a record with its included records. Missing ones are fetched by link or id. */
export async function fetchOne<R extends Resource>(
  resource: R,
  id: string,
  include: readonly string[] = [],
  options: ReadOptions = {},
): Promise<OneRecord<R>> {
  const correct = overlayRecentWrites(resource);
  const endpoint = listEndpoint(resource);
  const { answer } = await ask(resource, endpoint, recordPath(resource, id), { include }, options);
  const row = parseOne(resource, answer);
  const page = { ...NO_PAGE, rows: [row], included: parseRecordIncluded(answer) };
  if (!lacksLinks(page, include)) return { row: correct(row), included: page.included };
  const whole = await complete(resource, { page, answer, endpoint }, { include }, { ...options, isWhole: true });
  return { row: correct(whole.rows[0] ?? row), included: whole.included };
}

const NO_PAGE = { total: undefined, isTotalMinimum: false, hasNext: false };

export interface PageRead<R extends Resource> {
  page: ListPage<R>;
  answer: ApiAnswer;
  /** Endpoint under which the capabilities of the read are recorded. */
  endpoint: string;
}

async function readPage<R extends Resource>(
  of: R,
  endpoint: string,
  path: string,
  query: Partial<ListQuery>,
  options: ReadOptions,
): Promise<PageRead<R> & { isReduced: boolean }> {
  const { answer, asked } = await ask(of, endpoint, path, query, options);
  return { page: parseList(of, answer, query.page ?? {}), answer, endpoint, isReduced: isReduced(query, asked) };
}

/** Whether parts of a query were not sent. */
export const isReduced = (query: Partial<ListQuery>, asked: Partial<ListQuery>): boolean =>
  partsOf(asked).length < partsOf(query).length;

/** Sends a read without what the tenant does not support; repeats it without what turns out to be refused. */
export async function ask(
  resource: Resource,
  endpoint: string,
  path: string,
  query: Partial<ListQuery>,
  { signal, from, purpose }: ReadOptions,
): Promise<{ answer: ApiAnswer; asked: Partial<ListQuery> }> {
  for (let asked = supportedQuery(endpoint, query); ; ) {
    try {
      return { answer: await request({ path, search: formatListQuery(asked), signal, from, purpose }), asked };
    } catch (error) {
      const isTooLarge = asked.page && error instanceof ApiError && error.hasCode('answer_too_large');
      if (!isTooLarge && (!isPartRefused(error) || partsOf(asked).length === 0)) throw error;
      // Loaded on demand: most tenants refuse nothing. Without the chunk (gone after a deploy, say), the refusal shows.
      const code = await import('./tenant/refused-reads.ts').catch(() => undefined);
      if (isTooLarge && code) {
        return { answer: await code.readInParts({ path, signal, from, purpose }, asked, error), asked };
      }
      const refused = await code?.findRefusedParts(resource, endpoint, { path, signal, from }, asked, error);
      if (!refused?.length) throw error;
      asked = withoutParts(asked, ({ kind, name }) => refused.some((part) => part.kind === kind && part.name === name));
    }
  }
}

/** Whether the cause of a refusal may be a part of the query. */
const isPartRefused = (error: unknown): error is ApiError =>
  error instanceof ApiError && !error.isAddressRefused && (error.status === 400 || error.status === 403);

const isDroppedFilter = (endpoint: string, name: string) => isUnsupported(partKey(endpoint, { kind: 'filter', name }));

/** Whether linked records, or their ids, are missing from the answer. */
export function lacksLinks<R extends Resource>(
  { rows, included }: ListPage<R>,
  include: readonly string[] = [],
): boolean {
  return rows.some((row) => {
    const one: Record<string, Identifier | null | undefined> = row.one;
    return include.some((name) => one[name] === undefined || (one[name] && !isIncluded(included, one[name])));
  });
}

/** The code that completes pages in the browser; undefined if it fails to load. */
const loadCompletion = () => import('./tenant/complete-page.ts').catch(() => undefined);

/** Completes a page in the browser, see `completePage`. Returns it as answered if that chunk fails to load. */
export async function complete<R extends Resource>(
  resource: R,
  read: PageRead<R>,
  query: Partial<ListQuery>,
  options: ReadOptions,
): Promise<ListPage<R>> {
  if (options.from && !isCurrent(options.from)) return read.page;
  const code = await loadCompletion();
  return code ? code.completePage(resource, read, query, options) : read.page;
}
