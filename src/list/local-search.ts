import { queryOptions, experimental_streamedQuery as streamedQuery, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { formatListQuery, type ListQuery, PAGE_SIZE } from '#contract/list-query.ts';
import type { Resource, Row } from '#contract/resource.ts';
import type { Included, ListPage } from '#src/api/list-page.ts';
import { queryKeys, retryWhenBusy } from '#src/api/query-client.ts';
import { appendPage, nothingRead, type PagesRead, readAllPages } from '#src/api/read-all-pages.ts';
import { fetchList } from '#src/api/reads.ts';
import { normalizeText, searchWords } from '#src/lib/search-text.ts';
import { parseQuotedCell } from './text-filter.tsx';

/** Name of the filter for lists that the API cannot search: their records are loaded and searched in the browser. */
export const LOCAL_TEXT = 'text';

/** The text of a record that is searched. Must be referentially stable. */
export type TextOf<R extends Resource> = (row: Row<R>, included: Included) => string;

/** Maximum number of records loaded for a search. */
const MAX_ROWS = 5_000;

export interface SearchProgress {
  read: number;
  /** Undefined if the service does not count. */
  total: number | undefined;
  isReading: boolean;
  /** Whether everything has been read. */
  isWhole: boolean;
}

/** The part of a query's result that list pages use. */
export interface ListResult<R extends Resource> {
  data: ListPage<R> | undefined;
  /** Whether the data is still that of the previous query. */
  isPlaceholderData: boolean;
  error: Error | null;
  isFetching: boolean;
  /** In ms since 1970. */
  dataUpdatedAt: number;
  refetch: () => Promise<{ isSuccess: boolean }>;
}

interface LocalSearch<R extends Resource> {
  /** The requested page of the matching records. */
  result: ListResult<R>;
  /** All matching records, for an export. */
  found: ListPage<R> | undefined;
  /** Undefined before the first answer. */
  progress: SearchProgress | undefined;
}

/** Loads the records of all pages of a query, up to `MAX_ROWS`, and finds those with every word of the text. */
export function useLocalSearch<R extends Resource>(
  resource: R,
  query: ListQuery,
  filter: string,
  textOf: TextOf<R> | undefined,
): LocalSearch<R> {
  const read = useQuery({ ...allRowsQuery(resource, query), enabled: filter !== '' && textOf !== undefined });
  const { data } = read;
  const { number = 1, size = PAGE_SIZE.initial } = query.page;
  const found = useMemo(() => {
    if (!data || !textOf) return undefined;
    const words = searchWords(parseQuotedCell(filter));
    const rows = data.rows.filter((row) => {
      const text = normalizeText(textOf(row, data.included));
      return words.every((word) => text.includes(word));
    });
    return { ...data, rows, total: rows.length, isTotalMinimum: data.isCut || !data.isOver, hasNext: false };
  }, [data, filter, textOf]);
  const page = useMemo(() => {
    if (!found || (found.rows.length === 0 && !data?.isOver)) return undefined;
    const rows = found.rows.slice((number - 1) * size, number * size);
    return { ...found, rows, size, hasNext: found.rows.length > number * size };
  }, [found, data?.isOver, number, size]);
  const { error, isFetching, dataUpdatedAt, refetch } = read;
  return {
    result: { data: page, isPlaceholderData: false, error, isFetching, dataUpdatedAt, refetch },
    found,
    progress: data && {
      read: data.rows.length,
      total: data.total,
      isReading: !data.isOver,
      isWhole: data.isOver && !data.isCut,
    },
  };
}

type SearchedRows<R extends Resource> = Omit<PagesRead<R>, 'page'>;

function allRowsQuery<R extends Resource>(resource: R, { page: _, ...query }: ListQuery) {
  return queryOptions({
    queryKey: [...queryKeys.lists(resource), 'searched', formatListQuery(query)],
    queryFn: streamedQuery<PagesRead<R>, SearchedRows<R>>({
      streamFn: ({ signal }) => {
        const readPage = (page: ListQuery['page']) =>
          retryWhenBusy(() => fetchList(resource, { ...query, page }, { signal, isWhole: true }), { signal });
        return readAllPages(readPage, { maxRows: MAX_ROWS });
      },
      refetchMode: 'replace',
      reducer: (all, { page, isOver, isCut }) => ({ ...appendPage(all, page), isOver, isCut }),
      initialValue: { ...nothingRead, isOver: false, isCut: false },
    }),
    staleTime: 60_000,
    refetchOnWindowFocus: false,
  });
}
