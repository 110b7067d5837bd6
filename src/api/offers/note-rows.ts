import type { Resource } from '#contract/resource.ts';
import { asRecord } from '#src/lib/json.ts';
import { connection, isCurrent } from '../connection.ts';
import { type ListPage, readItems } from '../read-document.ts';
import type { ApiAnswer } from '../request.ts';
import { findIgnoredFilters } from './ignored-filters.ts';
import { noteHabit } from './learn.ts';
import { filterOffer, lacks, noteOffer } from './offers.ts';

const IGNORED = '200 with records that do not match';

/**
 * Call before requesting a list. Returns a function that records what the answer shows about the tenant: whether it
 * counts, whether it sends `meta.can`, and which filters it ignores.
 */
export function rowsNoter<R extends Resource>(resource: R, filter: Readonly<Record<string, string>> = {}) {
  const from = connection.get();
  return ({ rows, total }: ListPage<R>, { body }: ApiAnswer): void => {
    if (rows.length === 0 || !isCurrent(from)) return;
    noteHabit('counts', total !== undefined, from);
    if (resource.writes.length > 0) {
      noteHabit(
        'meta.can',
        rows.some((row) => row.meta.can !== undefined),
        from,
      );
    }
    const raw = readItems(body).find((item) => asRecord(item)?.attributes !== undefined);
    for (const name of findIgnoredFilters(resource, filter, rows, raw)) {
      const offer = filterOffer(resource.type, name);
      // Filters known to be unsupported were not sent.
      if (!lacks(offer)) noteOffer(offer, 'ignored', IGNORED);
    }
  };
}
