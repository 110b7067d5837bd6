import { useQuery } from '@tanstack/react-query';
import type { OnChangeFn, SortingState } from '@tanstack/react-table';
import { useMemo, useRef } from 'react';
import { keywords } from '#contract/keywords.ts';
import { type ArrangedTable, useRecordTable } from '#src/crud/table/use-record-table.ts';
import { useHiddenIds } from '#src/crud/undoable-delete.ts';
import type { Keyword } from '../keyword.ts';
import { type AllKeywords, allKeywordsQuery } from './all-keywords.ts';
import { keywordFeatures } from './arrange-keywords.ts';
import { keywordColumns } from './keyword-columns.ts';

export interface KeywordList {
  /** Undefined until the first page is loaded. */
  all: AllKeywords | undefined;
  /** Total, without rows pending deletion. */
  count: number;
  /** Matching rows, sorted. */
  rows: Keyword[];
  /** The table instance that filters and sorts. */
  arranged: ArrangedTable<Keyword>;
  error: Error | null;
  isReading: boolean;
  readAgain: () => void;
}

interface Asked {
  /** Search text. */
  text: string;
  sorting: SortingState;
  /** Comma-separated ids to restrict the list to. */
  id: string | undefined;
}

const NONE: readonly Keyword[] = [];

/** Filters and sorts keywords. A row edited in place keeps its position until the query changes. */
export function useKeywordList({ text, sorting, id }: Asked, onSortingChange: OnChangeFn<SortingState>): KeywordList {
  const { data, error, isFetching, refetch } = useQuery(allKeywordsQuery());
  const hidden = useHiddenIds(keywords);
  const all = data?.rows;
  const [{ id: by, desc } = { id: 'id', desc: false }] = sorting;
  const latest = useRef(all);
  latest.current = all;
  const question = JSON.stringify([all?.length, data?.readAt, text, by, desc, id]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: an in-place edit must not re-sort the rows.
  const read = useMemo(() => latest.current ?? NONE, [question]);
  const isReversed = by === 'id' && desc;
  const wanted = useMemo(() => {
    const ids = id?.split(',');
    const order = isReversed ? -1 : 1;
    return read
      .filter((row) => !hidden.has(row.id) && (!ids || ids.includes(row.id)))
      .sort((a, b) => order * (Number(a.id) - Number(b.id)));
  }, [read, hidden, id, isReversed]);
  const arranged = useRecordTable<Keyword>({
    name: keywords.type,
    features: keywordFeatures,
    columns: keywordColumns,
    rows: wanted,
    state: {
      columnFilters: useMemo(() => (text.trim() ? [{ id: 'key_name', value: text }] : []), [text]),
      // The id is not a column: rows are sorted by it beforehand.
      sorting: useMemo(() => (by === 'id' ? [] : [{ id: by, desc }]), [by, desc]),
    },
    onSortingChange,
  });
  const shown = arranged.table.getRowModel().rows;
  const rows = useMemo(() => {
    const byId = new Map(all?.map((row) => [row.id, row]));
    return shown.flatMap((row) => byId.get(row.id) ?? []);
  }, [shown, all]);
  const count = all?.filter((row) => !hidden.has(row.id)).length ?? 0;
  return { all: data, count, rows, arranged, error, isReading: isFetching, readAgain: () => void refetch() };
}
