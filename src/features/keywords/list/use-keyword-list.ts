import { useQuery } from '@tanstack/react-query';
import { useMemo, useRef } from 'react';
import { keywords } from '#contract/keywords.ts';
import { useHiddenIds } from '#src/crud/undoable-delete.ts';
import type { Keyword } from '../keyword.ts';
import { type AllKeywords, allKeywordsQuery } from './all-keywords.ts';
import { filterKeywords, type KeywordSort, sortKeywords } from './arrange-keywords.ts';

export interface KeywordList {
  /** Undefined until the first of them are there. */
  all: AllKeywords | undefined;
  /** How many there are, without those that are being deleted. */
  count: number;
  /** Those that match, in order. */
  rows: Keyword[];
  error: Error | null;
  isReading: boolean;
  readAgain: () => void;
}

/** The keywords that match a text, sorted. A row that is changed keeps its place until something else is asked for. */
export function useKeywordList(text: string, sort: KeywordSort, id: string | undefined): KeywordList {
  const { data, error, isFetching, refetch } = useQuery(allKeywordsQuery());
  const hidden = useHiddenIds(keywords);
  const all = data?.rows;
  const { by, isDownwards } = sort;
  const latest = useRef(all);
  latest.current = all;
  const asked = `${all?.length} ${data?.readAt}`;
  // biome-ignore lint/correctness/useExhaustiveDependencies: what was changed in place is no reason to sort anew.
  const order = useMemo(() => {
    const rows = latest.current ?? [];
    const wanted = id === undefined ? rows : rows.filter((row) => id.split(',').includes(row.id));
    return sortKeywords(filterKeywords(wanted, text), { by, isDownwards }).map((row) => row.id);
  }, [asked, text, by, isDownwards, id]);
  const rows = useMemo(() => {
    const byId = new Map(all?.map((row) => [row.id, row]));
    return order.flatMap((key) => (hidden.has(key) ? [] : (byId.get(key) ?? [])));
  }, [order, all, hidden]);
  const count = all?.filter(({ id }) => !hidden.has(id)).length ?? 0;
  return { all: data, count, rows, error, isReading: isFetching, readAgain: () => void refetch() };
}
