import { useQuery } from '@tanstack/react-query';
import { drafts } from '#contract/drafts.ts';
import { rooms } from '#contract/rooms.ts';
import { totalQuery } from '#src/api/queries.ts';
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
  return useQuery({ ...totalQuery(drafts, { in_review: '1' }), refetchInterval: POLL_MS }).data;
}

/** Verdicts on my drafts that I have not read; undefined as well where the tenant cannot say who I am. */
export function useMineCount(): PageCount | undefined {
  const me = useQuery(meQuery()).data;
  const filter = { created_user_id: me?.id ?? '', resolved: '1', read: '0' };
  return useQuery({ ...totalQuery(drafts, filter), refetchInterval: POLL_MS, enabled: me !== undefined }).data;
}

/** Rooms that wait for staff. */
export function useWatchCount(): PageCount | undefined {
  return useQuery({ ...totalQuery(rooms, { awaiting_support: '1' }), refetchInterval: POLL_MS }).data;
}
