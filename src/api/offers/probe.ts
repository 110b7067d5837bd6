import { formatListQuery } from '#contract/list-query.ts';
import type { Resource } from '#contract/resource.ts';
import type { Connection } from '../connection.ts';
import { ApiError } from '../errors.ts';
import { request } from '../request.ts';
import { namedFilters, wordsOf } from './learn.ts';
import { filterOffer, noteOffer } from './offers.ts';

/**
 * Whether a refusal says that the tenant does not offer what was done to a record, rather than anything about the
 * record: 405, 501, or a 404 although the record is there, which is looked up. What is missing is noted under `endpoint`.
 */
export async function isNotOffered(
  error: unknown,
  endpoint: string,
  { type, id, from }: { type: string; id: string; from?: Connection | undefined },
): Promise<boolean> {
  if (!(error instanceof ApiError) || error.kind !== 'refused') return false;
  if (error.isNotOffered) return true;
  if (!error.isNotFound) return false;
  try {
    await request({ path: `/${type}/${encodeURIComponent(id)}`, from });
  } catch {
    return false;
  }
  noteOffer(endpoint, 'refused', wordsOf(error));
  return true;
}

/**
 * Which of the filters of a list the tenant refuses: those that the refusal names, else those that are refused when
 * asked for alone although the list is given without them. They are noted. None where the refusal has other reasons.
 */
export async function findRefusedFilters(
  resource: Resource,
  filter: Readonly<Record<string, string>>,
  error: unknown,
): Promise<string[]> {
  const names = Object.keys(filter);
  if (!(error instanceof ApiError) || error.isAddressRefused || names.length === 0) return [];
  if (error.status !== 400 && error.status !== 403) return [];
  const named = namedFilters(error, names);
  // `request` has noted those already.
  if (named.length > 0) return named;
  const isGiven = async (asked: Record<string, string>) => {
    try {
      const search = formatListQuery({ filter: asked, page: { size: 1 } });
      await request({ path: `/${resource.type}`, search });
      return true;
    } catch (reason) {
      if (reason instanceof ApiError && reason.kind === 'refused') return false;
      throw reason;
    }
  };
  if (!(await isGiven({}))) return [];
  const refused: string[] = [];
  for (const name of names) if (!(await isGiven({ [name]: filter[name] ?? '' }))) refused.push(name);
  for (const name of refused) noteOffer(filterOffer(resource.type, name), 'refused', wordsOf(error));
  return refused;
}
