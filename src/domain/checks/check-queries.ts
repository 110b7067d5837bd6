import { clients } from '#contract/clients.ts';
import { drafts } from '#contract/drafts.ts';
import { PAGE_SIZE } from '#contract/list-query.ts';
import { cachedListRows } from '#src/api/cache.ts';
import { listQuery } from '#src/api/queries.ts';
import type { Draft } from '../drafts/draft.ts';

const MINUTES = 60_000;

/** Clients with their settings, which name their sites. Leaves out their HTML and CSS, which are large. */
export const clientSitesQuery = () => ({
  ...listQuery(clients, { fields: { clients: ['code', 'title', 'settings'] }, page: { size: PAGE_SIZE.most } }),
  staleTime: 10 * MINUTES,
});

/** The latest rejections. Held, so that it is not refetched after each decision. */
export const rejectedQuery = () => ({
  ...listQuery(drafts, { filter: { rejected: '1' }, sort: ['-resolved_time_unix'], page: { size: PAGE_SIZE.most } }),
  staleTime: 5 * MINUTES,
  meta: { isHeld: true },
});

let latest: readonly Draft[] = [];

/** Rejected drafts of all cached lists; the same array while they are unchanged. */
export function rejectedDrafts(): readonly Draft[] {
  const found = cachedListRows(drafts).filter(({ status }) => status === 'rejected');
  const rejected = [...new Map(found.map((row) => [row.id, row])).values()];
  if (rejected.length !== latest.length || rejected.some((row, index) => row !== latest[index])) latest = rejected;
  return latest;
}
