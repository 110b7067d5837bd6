import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { drafts } from '#contract/drafts.ts';
import { connection } from '#src/api/connection.ts';
import { meQuery } from '#src/api/me-query.ts';
import { listQuery, totalQuery } from '#src/api/queries.ts';
import { queryClient } from '#src/api/query-client.ts';
import { type DraftsAddress, type DraftsTab, readDraftsAddress } from '#src/domain/drafts/drafts-address.ts';
import { readStored, writeStored } from '#src/lib/storage/local-storage.ts';
import { useStore } from '#src/lib/store.ts';

export type MineTab = DraftsTab<'unread'>;

/** State of the author's page as stored in the URL: tab and list query. */
export type MineAddress = DraftsAddress<'unread'>;

export const MINE_PAGE_SIZE = 50;

export const SEARCH = 'content_or_room_name_like';

const { in_review, approved, rejected, [SEARCH]: searched } = drafts.filters;

/** Drafts with the filters of this page: its tabs and the search. */
export const ownDrafts = { ...drafts, filters: { in_review, approved, rejected, [SEARCH]: searched } };

/** The search as a filter; empty without a search. */
export function searchOf({ query }: MineAddress): Record<string, string> {
  const text = query.filter[SEARCH];
  return text ? { [SEARCH]: text } : {};
}

/** Parses the query string of `/mine`. Without a state or a sort order, the tab is “Unread”. */
export const readMineAddress = (search: string): MineAddress => readDraftsAddress(ownDrafts, search, 'unread');

export function mineListQuery(address: MineAddress, authorId: string) {
  const { tab, query } = address;
  const state: Record<string, string> =
    tab === 'unread' ? { resolved: '1', read: '0' } : tab === 'all' ? {} : { [tab]: '1' };
  return listQuery(drafts, {
    filter: { ...state, ...searchOf(address), created_user_id: authorId },
    sort: query.sort.length > 0 ? query.sort : [tab === 'unread' ? '-resolved_time_unix' : '-created_at_unix'],
    include: ['room', 'resolved_user'],
    page: { number: query.page.number ?? 1, size: MINE_PAGE_SIZE },
  });
}

export const unreadQuery = (authorId: string) =>
  totalQuery(drafts, { created_user_id: authorId, resolved: '1', read: '0' });

/** Prefetches the user's drafts for a URL, if the service names the user. */
export async function readMine(search: string): Promise<void> {
  const me = await queryClient.query(meQuery());
  if (me) await queryClient.query(mineListQuery(readMineAddress(search), me.id));
}

export interface Author {
  id: string | undefined;
  isPending: boolean;
  error: Error | null;
  retry: () => void;
  /** Sets the user if the service does not name them; stored per connection. */
  choose: ((id: string) => void) | undefined;
}

const keptKey = (connectionKey: string | undefined) => `countersign.me.${connectionKey ?? ''}`;

/** The author whose drafts are shown: as named by the service, else as chosen by the user. */
export function useAuthorId(): Author {
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
    choose: (id) => {
      writeStored('local', key, id);
      setChosen({ key, id });
    },
  };
}
