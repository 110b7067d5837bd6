import { API_PREFIX, type Identifier } from '#contract/document.ts';
import type { Resource, Row } from '#contract/resource.ts';
import { resources } from '#contract/resources.ts';
import { asRecord } from '#src/lib/json.ts';
import { ApiError } from './errors.ts';
import { type Included, readItems, readList, withIncluded } from './read-document.ts';
import { type ApiAnswer, request } from './request.ts';
import { spellings } from './wire-forms.ts';

interface Linked<R extends Resource> {
  row: Row<R>;
  included: Included;
}

/**
 * Fetches the named to-one relationships that an answer gives only as links, from the same tenant alone. One that
 * cannot be read stays undefined.
 */
export async function followLinks<R extends Resource>(
  resource: R,
  one: Linked<R>,
  names: readonly string[],
  answer: ApiAnswer,
  signal: AbortSignal,
): Promise<Linked<R>> {
  const linkage: Record<string, Identifier | null | undefined> = { ...one.row.one };
  let { included } = one;
  for (const name of names) {
    const link = resource.one[name];
    const path = link && linkage[name] === undefined ? relatedPath(answer, name) : undefined;
    if (!link || path === undefined) continue;
    try {
      const related = await request({ path, signal });
      const [row] = readList(resources[link.type], related, {}).rows;
      if (!row?.id) continue;
      linkage[name] = { type: link.type, id: row.id };
      included = withIncluded(included, link.type, readItems(related.body).slice(0, 1));
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
    }
  }
  return { row: { ...one.row, one: linkage }, included };
}

/** Path of a related record; undefined if the link points outside the tenant's API. */
function relatedPath(answer: ApiAnswer, name: string): string | undefined {
  const relationships = asRecord(asRecord(readItems(answer.body)[0])?.relationships) ?? {};
  const key = spellings(name).find((spelling) => spelling in relationships);
  const links = asRecord(asRecord(relationships[key ?? ''])?.links);
  const href = asRecord(links?.related)?.href ?? links?.related;
  if (typeof href !== 'string' || !URL.canParse(href, answer.url)) return undefined;
  const url = new URL(href, answer.url);
  const base = answer.url.slice(0, answer.url.indexOf(API_PREFIX) + API_PREFIX.length);
  return url.href.startsWith(`${base}/`) ? url.href.slice(base.length) : undefined;
}
