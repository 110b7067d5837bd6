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
 * To be called before a list is asked for; what it gives notes what the answer shows about the tenant: whether it
 * counts, whether it tells what the caller may do, and which filters it leaves out of account.
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
      // What is known to be lacking was not sent.
      if (!lacks(offer)) noteOffer(offer, 'ignored', IGNORED);
    }
  };
}
