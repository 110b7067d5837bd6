import { queryOptions, experimental_streamedQuery as streamedQuery, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { formatListQuery, type ListQuery, PAGE_SIZE } from '#contract/list-query.ts';
import type { Resource, Row } from '#contract/resource.ts';
import type { Included, ListPage } from '#src/api/list-page.ts';
import { queryKeys, retryWhenBusy } from '#src/api/query-client.ts';
import { fetchList } from '#src/api/reads.ts';
import { normalizeText, searchWords } from '#src/lib/search-text.ts';
import { parseQuotedCell } from './text-filter.tsx';

/** Name of the filter for lists that the API cannot search: their records are loaded and searched in the browser. */
export const LOCAL_TEXT = 'text';

/** The text of a record that is searched. Must be referentially stable. */
export type TextOf<R extends Resource> = (row: Row<R>, included: Included) => string;

/** Maximum number of records loaded for a search. */
const MOST_ROWS = 5_000;

interface ReadRows<R extends Resource> extends ListPage<R> {
  /** Whether reading has ended, at the last page or at `MOST_ROWS`. */
  isRead: boolean;
}

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

/** Loads the records of all pages of a query, up to `MOST_ROWS`, and finds those with every word of the text. */
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
    return { ...data, rows, total: rows.length, isTotalMinimum: data.hasNext || !data.isRead, hasNext: false };
  }, [data, filter, textOf]);
  const page = useMemo(() => {
    if (!found || (found.rows.length === 0 && !data?.isRead)) return undefined;
    const rows = found.rows.slice((number - 1) * size, number * size);
    return { ...found, rows, size, hasNext: found.rows.length > number * size };
  }, [found, data?.isRead, number, size]);
  const { error, isFetching, dataUpdatedAt, refetch } = read;
  return {
    result: { data: page, isPlaceholderData: false, error, isFetching, dataUpdatedAt, refetch },
    found,
    progress: data && { read: data.rows.length, total: data.total, isReading: !data.isRead, isWhole: !data.hasNext },
  };
}

const NOTHING = { rows: [], included: {}, total: undefined, isTotalMinimum: false, hasNext: false, isRead: false };

function allRowsQuery<R extends Resource>(resource: R, { page: _, ...query }: ListQuery) {
  return queryOptions({
    queryKey: [...queryKeys.lists(resource), 'searched', formatListQuery(query)],
    queryFn: streamedQuery<ReadRows<R>, ReadRows<R>>({
      streamFn: ({ signal }) => readPages(resource, query, signal),
      refetchMode: 'replace',
      reducer: (all, next) => {
        // A page repeats a row if another row was inserted before it since the last page.
        const known = new Set(all.rows.map(({ id }) => id));
        const rows = [...all.rows, ...next.rows.filter(({ id }) => !known.has(id))];
        return { ...next, rows, included: { ...all.included, ...next.included } };
      },
      initialValue: NOTHING,
    }),
    staleTime: 60_000,
    refetchOnWindowFocus: false,
  });
}

async function* readPages<R extends Resource>(
  resource: R,
  query: Omit<ListQuery, 'page'>,
  signal: AbortSignal,
): AsyncGenerator<ReadRows<R>> {
  let [read, lastId] = [0, ''];
  for (let number = 1; ; number++) {
    const asked = { ...query, page: { number, size: PAGE_SIZE.most } };
    const page = await retryWhenBusy(() => fetchList(resource, asked, { signal, isWhole: true }), { signal });
    const last = page.rows.at(-1)?.id;
    read += page.rows.length;
    // A server that ignores the page number would send the same page forever.
    const isOver = !page.hasNext || last === undefined || last === lastId;
    yield { ...page, hasNext: !isOver, isRead: isOver || read >= MOST_ROWS };
    if (isOver || read >= MOST_ROWS) return;
    lastId = last;
  }
}
