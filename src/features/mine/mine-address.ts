import { drafts } from '#contract/drafts.ts';
import { type ListQuery, parseListQuery } from '#contract/list-query.ts';
import { listQuery } from '#src/api/queries.ts';

export type MineTab = 'unread' | 'in_review' | 'approved' | 'rejected' | 'all';

/** State of the author's page as stored in the URL: tab and list query. */
export interface MineAddress {
  tab: MineTab;
  query: ListQuery;
}

export const MINE_PAGE_SIZE = 50;
const STATES = ['in_review', 'approved', 'rejected'] as const;

/** Parses the query string of `/mine`. Without a state or a sort order it is the tab of unread verdicts. */
export function readMineAddress(search: string): MineAddress {
  const { query } = parseListQuery(search);
  const state = STATES.find((name) => query.filter[name] === '1');
  return { tab: state ?? (query.sort.length > 0 ? 'all' : 'unread'), query };
}

/** The list query that a tab puts into the URL. */
export function tabQuery(tab: MineTab): Partial<ListQuery> {
  if (tab === 'unread') return {};
  if (tab === 'all') return { sort: ['-created_at_unix'] };
  return { filter: { [tab]: '1' }, ...(tab !== 'in_review' && { sort: ['-resolved_time_unix'] }) };
}

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
