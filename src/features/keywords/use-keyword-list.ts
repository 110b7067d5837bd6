import { i18n } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { useQuery } from '@tanstack/react-query';
import { createFilteredRowModel, createSortedRowModel } from '@tanstack/react-table';
import { useMemo, useState } from 'react';
import { keywords } from '#contract/keywords.ts';
import { useHiddenIds } from '#src/bulk/delete-with-undo.ts';
import { type AllKeywords, allKeywordsQuery } from '#src/domain/keywords/all-keywords.ts';
import type { Keyword, KeywordColumn } from '#src/domain/keywords/keyword.ts';
import { normalizeText, searchWords } from '#src/lib/search-text.ts';
import { type RecordColumn, type RecordFeatures, recordFeatures } from '#src/list/table/features.ts';
import { type ConfiguredTable, useRecordTable } from '#src/list/table/use-record-table.ts';
import type { ListState } from '#src/list/use-list-query.ts';

/** Filtering and sorting happen client-side, since the table has every keyword. */
const keywordFeatures = {
  ...recordFeatures,
  filteredRowModel: createFilteredRowModel(),
  sortedRowModel: createSortedRowModel(),
};

/** Normalized texts of the keywords: a search looks at each of them on every keystroke. */
const normalized = new WeakMap<Keyword, string>();

function textOf(row: Keyword): string {
  const known = normalized.get(row);
  if (known !== undefined) return known;
  const text = normalizeText([row.key_name, row.key_title, row.suggestions].filter(Boolean).join('\n'));
  normalized.set(row, text);
  return text;
}

/** Creating a collator takes longer than many comparisons. */
let collator: { locale: string; compare: Intl.Collator['compare'] } | undefined;

/** Compares by the locale's collation, ties by id. */
export function compareKeywords(a: Keyword, b: Keyword, by: KeywordColumn): number {
  const { locale } = i18n;
  if (collator?.locale !== locale) collator = { locale, compare: new Intl.Collator(locale, { numeric: true }).compare };
  return collator.compare(a[by] ?? '', b[by] ?? '') || Number(a.id) - Number(b.id);
}

export interface KeywordList {
  /** Undefined until the first page is loaded. */
  all: AllKeywords | undefined;
  /** Total, without rows pending deletion. */
  count: number;
  rows: Keyword[];
  arranged: ConfiguredTable<Keyword>;
  error: Error | null;
  isReading: boolean;
  /** Refetches all keywords, or joins a running fetch. Resolves with the time of completion, in ms since 1970. */
  readAgain: () => Promise<number>;
}

const NONE: readonly Keyword[] = [];

/** Filters and sorts keywords by URL and search text. An edited row keeps its place until the query changes. */
export function useKeywordList({ filter: { id }, table, setSorting }: ListState, text: string): KeywordList {
  const { data, error, isFetching, refetch } = useQuery(allKeywordsQuery());
  const hidden = useHiddenIds(keywords);
  const all = data?.rows;
  const [{ id: by, desc } = { id: 'id', desc: false }] = table.sorting;
  const question = JSON.stringify([all?.length, data?.readAt, text, by, desc, id]);
  // Hold the rows until the query changes: an in-place edit must not re-sort them.
  const [held, setHeld] = useState({ question, rows: all ?? NONE });
  const current = held.question === question ? held : { question, rows: all ?? NONE };
  if (current !== held) setHeld(current);
  const isReversed = by === 'id' && desc;
  const wanted = useMemo(() => {
    const ids = id?.split(',');
    const order = isReversed ? -1 : 1;
    return current.rows
      .filter((row) => !hidden.has(row.id) && (!ids || ids.includes(row.id)))
      .sort((a, b) => order * (Number(a.id) - Number(b.id)));
  }, [current.rows, hidden, id, isReversed]);
  const arranged = useRecordTable<Keyword>({
    name: keywords.type,
    features: keywordFeatures satisfies RecordFeatures,
    columns: keywordColumns,
    rows: wanted,
    scope: JSON.stringify([text.trim(), id]),
    state: {
      columnFilters: useMemo(() => (text.trim() ? [{ id: 'key_name', value: searchWords(text) }] : []), [text]),
      // The id is not a column: rows are sorted by it beforehand.
      sorting: useMemo(() => (by === 'id' ? [] : [{ id: by, desc }]), [by, desc]),
    },
    onSortingChange: setSorting,
  });
  const shown = arranged.table.getRowModel().rows;
  const rows = useMemo(() => {
    const byId = new Map(all?.map((row) => [row.id, row]));
    return shown.flatMap((row) => byId.get(row.id) ?? []);
  }, [shown, all]);
  const count = all?.filter((row) => !hidden.has(row.id)).length ?? 0;
  const readAgain = () => refetch({ cancelRefetch: false }).then(({ data: read }) => read?.readAt ?? 0);
  return { all: data, count, rows, arranged, error, isReading: isFetching, readAgain };
}

const column = (name: KeywordColumn, rest: RecordColumn<Keyword>): RecordColumn<Keyword> => ({
  ...rest,
  accessorKey: name,
  sortFn: (a, b) => compareKeywords(a.original, b.original, name),
});

/** Columns of the keyword table. Global search: the filter of `key_name` matches all text attributes. */
const keywordColumns: RecordColumn<Keyword>[] = [
  column('key_name', {
    id: 'key_name',
    enableHiding: false,
    size: 480,
    minSize: 112,
    filterFn: ({ original }, _, words: readonly string[]) => words.every((word) => textOf(original).includes(word)),
    meta: { label: msg`Keyword`, grow: 1 },
  }),
  column('key_title', { id: 'key_title', size: 480, minSize: 96, meta: { label: msg`Title`, grow: 1, from: 'md' } }),
  column('suggestions', {
    id: 'suggestions',
    size: 960,
    minSize: 96,
    meta: { label: msg`Suggestions`, grow: 2, from: 'md' },
  }),
];
