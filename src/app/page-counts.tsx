import { useLingui } from '@lingui/react';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { drafts } from '#contract/drafts.ts';
import type { Resource } from '#contract/resource.ts';
import { rooms } from '#contract/rooms.ts';
import { useUnsupportedFilters } from '#src/api/capabilities.ts';
import { meQuery } from '#src/api/me-query.ts';
import { totalQuery } from '#src/api/queries.ts';
import { NavCount } from '#src/ui/layout/nav-item.tsx';

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
  const lacking = useUnsupportedFilters(resource);
  const enabled = !Object.keys(filter).some((name) => lacking.includes(name));
  const { data } = useQuery({ ...totalQuery(resource, filter), refetchInterval: POLL_MS, enabled });
  if (!enabled || !data?.total) return null;
  return (
    <span className="contents max-md:absolute max-md:start-1/2 max-md:top-0.5 max-md:ms-1.5 max-md:block">
      <NavCount>{i18n.number(data.total) + (data.isTotalMinimum ? '+' : '')}</NavCount>
    </span>
  );
}

const MOST_SHOWN = 99;

/** Draws the number of waiting rooms on the favicon; the plain icon if there are none. */
export function FaviconCount(): null {
  // No polling here: the navigation or the Watch page refetches it.
  const { data } = useQuery(totalQuery(rooms, { awaiting_support: '1' }));
  const total = Math.min(data?.total ?? 0, MOST_SHOWN);
  useEffect(() => {
    const icon = document.querySelector<HTMLLinkElement>('link[rel=icon]');
    const plain = icon?.getAttribute('href');
    if (!icon || !plain || total === 0) return;
    icon.href = drawCount(String(total));
    return () => {
      icon.href = plain;
    };
  }, [total]);
  return null;
}

/** A data URL, which the Content-Security-Policy allows. */
function drawCount(count: string): string {
  const size = count.length === 1 ? 13 : 11;
  return `data:image/svg+xml,${encodeURIComponent(
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 16"><rect width="16" height="16" rx="4" fill="#c0342b"/>` +
      `<text x="8" y="8.5" dominant-baseline="central" text-anchor="middle" font-family="system-ui, sans-serif" ` +
      `font-weight="700" font-size="${size}" fill="#fff">${count}</text></svg>`,
  )}`;
}
