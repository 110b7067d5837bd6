import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { formatListQuery, PAGE_SIZE } from '#contract/list-query.ts';
import type { Resource } from '#contract/resource.ts';
import { listQuery } from '#src/api/queries.ts';
import type { ListPage } from '#src/api/read-document.ts';
import type { ListState } from './use-list-query.ts';

interface ShownPage {
  /** Identifies the list, regardless of the page. */
  list: string;
  number: number;
  lastId: string | undefined;
}

/**
 * Detects that rows shifted between page N and N+1 (insert or delete in between), so that some were skipped or repeat.
 * Fetches the row before this page and compares it to the last row seen.
 */
export function useListMoved<R extends Resource>(
  resource: R,
  { query }: ListState,
  { data, isPlaceholderData }: UseQueryResult<ListPage<R>>,
): boolean {
  const { number = 1, size = PAGE_SIZE.initial } = query.page;
  const list = formatListQuery({ ...query, page: { size } });
  const [shown, setShown] = useState<ShownPage>();
  const [before, setBefore] = useState<ShownPage>();
  const lastId = data?.rows.at(-1)?.id;
  const isSamePage = shown?.list === list && shown.number === number;
  if (data && !isPlaceholderData && !(isSamePage && shown.lastId === lastId)) {
    if (!isSamePage) setBefore(shown);
    setShown({ list, number, lastId });
  }
  const isNext = isSamePage && before?.list === list && before.number + 1 === number;
  const border = useQuery({
    ...listQuery(resource, { ...query, page: { size: 1, number: Math.max(1, (number - 1) * size) } }),
    placeholderData: undefined,
    enabled: isNext,
  });
  return isNext && border.data !== undefined && border.data.rows[0]?.id !== before.lastId;
}
