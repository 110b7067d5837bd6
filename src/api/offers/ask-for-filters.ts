import { formatListQuery } from '#contract/list-query.ts';
import type { Resource } from '#contract/resource.ts';
import { ApiError } from '../errors.ts';
import { request } from '../request.ts';
import { namedFilters, wordsOf } from './learn.ts';
import { filterOffer, noteOffer } from './offers.ts';

/** As `findRefusedFilters`, once filters may be the cause of a refusal. Requests each filter alone. */
export async function askForFilters(
  resource: Resource,
  filter: Readonly<Record<string, string>>,
  error: ApiError,
): Promise<string[]> {
  const names = Object.keys(filter);
  const named = namedFilters(error, names);
  // `request` has already recorded those.
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
