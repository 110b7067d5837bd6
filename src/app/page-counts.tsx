import { useLingui } from '@lingui/react';
import { useQuery } from '@tanstack/react-query';
import { drafts } from '#contract/drafts.ts';
import type { Resource } from '#contract/resource.ts';
import { rooms } from '#contract/rooms.ts';
import { useLackingFilters } from '#src/api/offers/lacking-filters.ts';
import { totalQuery } from '#src/api/queries.ts';
import { meQuery } from '#src/records/people/use-me.ts';
import { NavCount } from '#src/ui/nav-item.tsx';

const POLL_MS = 30_000;

/** Drafts in review. */
export const ReviewCount = () => <Count resource={drafts} filter={{ in_review: '1' }} />;

/** Rooms awaiting support. */
export const WatchCount = () => <Count resource={rooms} filter={{ awaiting_support: '1' }} />;

/** Unread verdicts on the user's drafts; empty if the tenant cannot tell who the user is. */
export function MineCount() {
  const me = useQuery(meQuery()).data;
  return me && <Count resource={drafts} filter={{ created_user_id: me.id, resolved: '1', read: '0' }} />;
}

/** How many records match; empty if the tenant does not count or does not support the filter. */
function Count({ resource, filter }: { resource: Resource; filter: Record<string, string> }) {
  const { i18n } = useLingui();
  const lacking = useLackingFilters(resource);
  const enabled = !Object.keys(filter).some((name) => lacking.includes(name));
  const { data } = useQuery({ ...totalQuery(resource, filter), refetchInterval: POLL_MS, enabled });
  if (!enabled || !data?.total) return null;
  return (
    <span className="contents max-md:absolute max-md:start-1/2 max-md:top-0.5 max-md:ms-1.5 max-md:block">
      <NavCount>{i18n.number(data.total) + (data.isTotalMinimum ? '+' : '')}</NavCount>
    </span>
  );
}
