import { msg } from '@lingui/core/macro';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { drafts } from '#contract/drafts.ts';
import type { ListQuery } from '#contract/list-query.ts';
import { connection } from '#src/api/connection.ts';
import { meQuery } from '#src/api/me-query.ts';
import { listQuery, totalQuery } from '#src/api/queries.ts';
import { queryClient } from '#src/api/query-client.ts';
import { type DraftsTab, otherFilters, tabOf } from '#src/domain/drafts/drafts-address.ts';
import { readStored, writeStored } from '#src/lib/storage/local-storage.ts';
import { useStore } from '#src/lib/store.ts';
import type { FilterSpec } from '#src/list/filter-spec.ts';
import { parseListAddress } from '#src/list/list-address.ts';

export type MineTab = DraftsTab<'unread'>;

export const MINE_PAGE_SIZE = 50;

export const SEARCH = 'content_or_room_name_like';

const { in_review, approved, rejected, [SEARCH]: searched } = drafts.filters;

/** Drafts with the filters of this page: its tabs and the search. */
export const ownDrafts = { ...drafts, filters: { in_review, approved, rejected, [SEARCH]: searched } };

/** Labels of the filters that the page sets; two of them make the tab “Unread”. */
export const ownFilters: readonly FilterSpec<typeof drafts>[] = [
  { name: 'created_user_id', label: msg`Written by` },
  { name: 'resolved', label: msg`Unread` },
  { name: 'read', label: msg`Unread` },
  { name: SEARCH, label: msg`Search text or room` },
];

export const mineTab = (query: ListQuery): MineTab => tabOf(query, 'unread');

/** The query of the URL `/mine`. */
export const readMineQuery = (search: string): ListQuery => parseListAddress(ownDrafts, search).asked;

/** The list request of the page. */
export function mineRequest(query: ListQuery, authorId: string): Partial<ListQuery> {
  const tab = mineTab(query);
  const state: Record<string, string> =
    tab === 'unread' ? { resolved: '1', read: '0' } : tab === 'all' ? {} : { [tab]: '1' };
  return {
    filter: { ...state, ...otherFilters(query.filter), created_user_id: authorId },
    sort: query.sort.length > 0 ? query.sort : [tab === 'unread' ? '-resolved_time_unix' : '-created_at_unix'],
    include: ['room', 'resolved_user'],
    page: { number: query.page.number ?? 1, size: MINE_PAGE_SIZE },
  };
}

export const mineListQuery = (query: ListQuery, authorId: string) => listQuery(drafts, mineRequest(query, authorId));

export const unreadQuery = (authorId: string) =>
  totalQuery(drafts, { created_user_id: authorId, resolved: '1', read: '0' });

/** Prefetches the user's drafts for a URL, if the service names the user. */
export async function readMine(search: string): Promise<void> {
  const me = await queryClient.query(meQuery());
  if (me) await queryClient.query(mineListQuery(readMineQuery(search), me.id));
}

export type Author = ReturnType<typeof useAuthorId>;

const keptKey = (connectionKey: string | undefined) => `countersign.me.${connectionKey ?? ''}`;

/** The author whose drafts are shown: as named by the service, else as chosen by the user. */
export function useAuthorId() {
  const key = keptKey(useStore(connection)?.key);
  const { data: me, isPending, error, refetch } = useQuery(meQuery());
  const [chosen, setChosen] = useState<{ key: string; id: string }>();
  const kept = chosen?.key === key ? chosen.id : readStored('local', key);
  const retry = () => void refetch();
  if (me || isPending || error) return { id: me?.id, isPending, error, retry, choose: undefined };
  return {
    id: typeof kept === 'string' && kept !== '' ? kept : undefined,
    isPending: false,
    error: null,
    retry,
    /** Sets the user; stored per connection. */
    choose: (id: string) => {
      writeStored('local', key, id);
      setChosen({ key, id });
    },
  };
}
