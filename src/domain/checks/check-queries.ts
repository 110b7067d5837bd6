import { clients } from '#contract/clients.ts';
import { drafts } from '#contract/drafts.ts';
import { PAGE_SIZE } from '#contract/list-query.ts';
import { listQuery } from '#src/api/queries.ts';

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
