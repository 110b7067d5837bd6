import type { Resource } from '#contract/resource.ts';
import type { Connection } from '../connection.ts';
import { ApiError } from '../errors.ts';
import { request } from '../request.ts';
import { wordsOf } from './learn.ts';
import { noteOffer } from './offers.ts';

/**
 * Whether a refusal means that the tenant does not support the operation: 405, 501, or a 404 although the record
 * exists, which is looked up. Records the missing capability under `endpoint`.
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
 * Finds the filters that the tenant refuses: those named in the refusal, else those refused when sent alone while the
 * unfiltered list works. Records them. Empty if the refusal has other causes.
 */
export async function findRefusedFilters(
  resource: Resource,
  filter: Readonly<Record<string, string>>,
  error: unknown,
): Promise<string[]> {
  if (!(error instanceof ApiError) || error.isAddressRefused || Object.keys(filter).length === 0) return [];
  if (error.status !== 400 && error.status !== 403) return [];
  // Loaded on demand: most tenants refuse none. Without the chunk (gone after a deploy, say), the refusal itself shows.
  const code = await import('./ask-for-filters.ts').catch(() => undefined);
  return code ? code.askForFilters(resource, filter, error) : [];
}
