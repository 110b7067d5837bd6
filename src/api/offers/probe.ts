import type { Resource } from '#contract/resource.ts';
import { patiently } from '#src/lib/patiently.ts';
import type { Connection } from '../connection.ts';
import { ApiError } from '../errors.ts';
import { request } from '../request.ts';
import { wordsOf } from './learn.ts';
import { noteOffer } from './offers.ts';

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
  if (!(error instanceof ApiError) || error.isAddressRefused || Object.keys(filter).length === 0) return [];
  if (error.status !== 400 && error.status !== 403) return [];
  // Loaded when it is needed: most tenants refuse none.
  const { askForFilters } = await patiently(() => import('./ask-for-filters.ts'));
  return askForFilters(resource, filter, error);
}
