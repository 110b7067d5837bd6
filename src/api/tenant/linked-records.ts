import { API_PREFIX, type Identifier } from '#contract/document.ts';
import { formatListQuery, PAGE_SIZE } from '#contract/list-query.ts';
import type { Resource, ResourceType, Row } from '#contract/resource.ts';
import { resources } from '#contract/resources.ts';
import { asRecord, jsonText } from '#src/lib/json.ts';
import { onSwitch } from '../connection.ts';
import { type Included, includedKey } from '../list-page.ts';
import { type ApiAnswer, recordPath } from '../request.ts';
import { type BackgroundReads, startBackgroundReads } from './background-reads.ts';
import { parseItems } from './parse-document.ts';
import { spellings } from './wire-format.ts';

/** Rows with the records they link to. */
interface Linked<R extends Resource> {
  rows: Row<R>[];
  included: Included;
}

type Linkage = Record<string, Identifier | null | undefined>;

/** Links followed before the cached lists are updated, so that a long list does not re-render for each one. */
const GROUP = 8;
/** A fetched record is not refetched for this long. */
const FRESH_MS = 30_000;

/**
 * Followed links by record and relationship name, dropped when the record is written. An empty link may be filled
 * later, so it is valid only while its row is unchanged.
 */
const followed = new Map<string, Readonly<Record<string, { to: Identifier | null; updatedAt: unknown }>>>();
/** Fetched records by their key among included records. */
const fetched = new Map<string, { object: object; atMs: number }>();
onSwitch(() => {
  followed.clear();
  fetched.clear();
});

const identifierKey = ({ type, id }: Identifier) => includedKey(type, id);
/** Call after writing a record, so that its links are followed again. */
export const forgetFollowed = (record: Identifier): boolean => followed.delete(identifierKey(record));
const updatedAt = (row: object): unknown => Reflect.get(row, 'updated_at_unix');
/** Objects fetched by this module. Only these are replaced by newer ones. */
const own = new WeakSet<object>();

/** Adds followed links and fetched records to a page. Returns the same page if there is nothing to add. */
export function applyLinked<R extends Resource, Page extends Linked<R>>(resource: R, page: Page): Page {
  const names = Object.keys(resource.one);
  const added: Record<string, unknown> = {};
  const rows = page.rows.map((row) => {
    const one: Linkage = { ...row.one };
    const ofRow = followed.get(identifierKey(row));
    let isChanged = false;
    for (const name of names) {
      const known = ofRow?.[name];
      if (one[name] === undefined && known && (known.to || known.updatedAt === updatedAt(row))) {
        one[name] = known.to;
        isChanged = true;
      }
      const key = one[name] ? identifierKey(one[name]) : '';
      const record = fetched.get(key)?.object;
      const present = asRecord(page.included[key]);
      if (record && record !== present && (!present || own.has(present))) added[key] = record;
    }
    return isChanged ? { ...row, one } : row;
  });
  if (Object.keys(added).length > 0) return { ...page, rows, included: { ...page.included, ...added } };
  return rows.some((row, index) => row !== page.rows[index]) ? { ...page, rows } : page;
}

/**
 * Fetches linked records that were not included: by id in batches, or else by their links, a few at a time. Never
 * leaves the tenant's API, and skips records that cannot be read. Calls back after each group.
 */
export async function fetchLinked<R extends Resource>(
  resource: R,
  page: Linked<R>,
  include: readonly string[],
  answer: ApiAnswer,
  signal: AbortSignal | undefined,
  onFetched: () => void,
): Promise<void> {
  const run = startBackgroundReads(signal);
  const items = new Map(parseItems(answer.body).map((item) => [jsonText(asRecord(item)?.id ?? ''), asRecord(item)]));
  const ids = new Map<ResourceType, Set<string>>();
  const links: { row: Row<R>; name: string; type: ResourceType; path: string }[] = [];
  for (const row of applyLinked(resource, page).rows) {
    const one: Linkage = row.one;
    for (const name of include) {
      const type = resource.one[name]?.type;
      const to = one[name];
      if (!type || to === null) continue;
      const path = to ? undefined : relatedPath(items.get(row.id), name, answer.url);
      if (path !== undefined) links.push({ row, name, type, path });
      if (to && isWanted(page.included, to)) ids.set(type, (ids.get(type) ?? new Set()).add(to.id));
    }
  }
  for (const [type, wanted] of ids) {
    await fetchByIds(resources[type], [...wanted], run);
    onFetched();
  }
  for (let start = 0; start < links.length && !run.isOver(); start += GROUP) {
    const group = links.slice(start, start + GROUP);
    await Promise.all(
      group.map(async ({ row, name, type, path }) => {
        const related = await run.read(path);
        if (!related) return;
        const [item] = parseItems(related.body);
        const to = item === undefined ? null : remember(type, item);
        if (to === undefined) return;
        const key = identifierKey(row);
        followed.set(key, { ...followed.get(key), [name]: { to, updatedAt: updatedAt(row) } });
      }),
    );
    onFetched();
  }
}

function isWanted(included: Included, to: Identifier): boolean {
  const key = identifierKey(to);
  const known = fetched.get(key);
  return !(key in included) && !(known && performance.now() - known.atMs < FRESH_MS);
}

/** Fetches records by a filter, or one by one if that does not work. */
async function fetchByIds(resource: Resource, ids: readonly string[], run: BackgroundReads): Promise<void> {
  const path = `/${resource.type}`;
  const left = new Set(ids);
  for (let start = 0; start < ids.length; start += PAGE_SIZE.most) {
    const filter = { id: ids.slice(start, start + PAGE_SIZE.most).join() };
    const answer = await run.read(path, formatListQuery({ filter, page: { size: PAGE_SIZE.most } }));
    if (!answer) break;
    for (const item of parseItems(answer.body)) {
      const id = jsonText(asRecord(item)?.id ?? '');
      if (left.delete(id)) remember(resource.type, item);
    }
  }
  for (const id of left) {
    const answer = await run.read(recordPath(resource, id));
    const [item] = answer ? parseItems(answer.body) : [];
    if (item !== undefined) remember(resource.type, item);
    // Both the list and a single record were refused, so none can be read.
    else if (run.isRefused(path)) return;
  }
}

/** Remembers a record. Returns its identifier; undefined if it has no id. */
function remember(type: ResourceType, item: unknown): Identifier | undefined {
  const record = asRecord(item);
  if (record?.id === undefined || record.id === null) return undefined;
  const id = jsonText(record.id);
  const object = { ...record, type };
  own.add(object);
  fetched.set(includedKey(type, id), { object, atMs: performance.now() });
  return { type, id };
}

/** Path of a related record; undefined if there is no link, or it points outside the tenant's API. */
function relatedPath(item: Record<string, unknown> | undefined, name: string, url: string): string | undefined {
  const relationships = asRecord(item?.relationships) ?? {};
  const key = spellings(name).find((spelling) => spelling in relationships);
  const links = asRecord(asRecord(relationships[key ?? ''])?.links);
  const href = asRecord(links?.related)?.href ?? links?.related;
  if (typeof href !== 'string' || !URL.canParse(href, url)) return undefined;
  const target = new URL(href, url);
  const base = url.slice(0, url.indexOf(API_PREFIX) + API_PREFIX.length);
  return target.href.startsWith(`${base}/`) ? target.href.slice(base.length) : undefined;
}
