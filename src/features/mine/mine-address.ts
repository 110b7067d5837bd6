import { drafts } from '#contract/drafts.ts';
import { meQuery } from '#src/api/me-query.ts';
import { listQuery } from '#src/api/queries.ts';
import { queryClient } from '#src/api/query-client.ts';
import { type DraftsAddress, type DraftsTab, readDraftsAddress } from '#src/domain/drafts/drafts-address.ts';

export type MineTab = DraftsTab<'unread'>;

/** State of the author's page as stored in the URL: tab and list query. */
export type MineAddress = DraftsAddress<'unread'>;

export const MINE_PAGE_SIZE = 50;

/** Parses the query string of `/mine`. Without a state or a sort order it is the tab of unread verdicts. */
export const readMineAddress = (search: string): MineAddress => readDraftsAddress(search, 'unread');

/** The list request for an author's drafts. */
export function mineListQuery({ tab, query }: MineAddress, authorId: string) {
  const state: Record<string, string> =
    tab === 'unread' ? { resolved: '1', read: '0' } : tab === 'all' ? {} : { [tab]: '1' };
  return listQuery(drafts, {
    filter: { ...state, created_user_id: authorId },
    sort: query.sort.length > 0 ? query.sort : [tab === 'unread' ? '-resolved_time_unix' : '-created_at_unix'],
    include: ['room', 'resolved_user'],
    page: { number: query.page.number ?? 1, size: MINE_PAGE_SIZE },
  });
}

/** Prefetches the user's drafts for a URL, if the tenant tells who the user is. */
export async function readMine(search: string): Promise<void> {
  const me = await queryClient.query(meQuery());
  if (me) await queryClient.query(mineListQuery(readMineAddress(search), me.id));
}
