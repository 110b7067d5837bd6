import { useQuery } from '@tanstack/react-query';
import { drafts } from '#contract/drafts.ts';
import type { Resource } from '#contract/resource.ts';
import { rooms } from '#contract/rooms.ts';
import { useLackingFilters } from '#src/api/offers/lacking-filters.ts';
import { totalQuery } from '#src/api/queries.ts';
import { isStarting } from '#src/lib/starting.ts';
import { useStore } from '#src/lib/store.ts';
import { meQuery } from '#src/records/people/use-me.ts';

const POLL_MS = 30_000;

/** How much waits on a page. */
export interface PageCount {
  /** Undefined where the tenant does not count. */
  total: number | undefined;
  isTotalMinimum: boolean;
}

/** Drafts that wait for a decision. */
export function useReviewCount(): PageCount | undefined {
  return useCount(drafts, { in_review: '1' });
}

/** Verdicts on my drafts that I have not read; undefined as well where the tenant cannot say who I am. */
export function useMineCount(): PageCount | undefined {
  const enabled = !useStore(isStarting);
  const me = useQuery({ ...meQuery(), enabled }).data;
  return useCount(drafts, { created_user_id: me?.id ?? '', resolved: '1', read: '0' }, me !== undefined);
}

/** Rooms that wait for staff. */
export function useWatchCount(): PageCount | undefined {
  return useCount(rooms, { awaiting_support: '1' });
}

/** How many match; undefined as well where the tenant would count others too. */
function useCount(resource: Resource, filter: Record<string, string>, isWanted = true): PageCount | undefined {
  const lacking = useLackingFilters(resource);
  const isLater = !useStore(isStarting);
  const enabled = isLater && isWanted && !Object.keys(filter).some((name) => lacking.includes(name));
  const { data } = useQuery({ ...totalQuery(resource, filter), refetchInterval: POLL_MS, enabled });
  return enabled ? data : undefined;
}
