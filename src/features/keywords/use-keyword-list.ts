import { i18n } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { useQuery } from '@tanstack/react-query';
import { createFilteredRowModel, createSortedRowModel, type Row } from '@tanstack/react-table';
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

/** Whether a keyword has all words of a search, in any of its texts. */
function hasWords({ original }: Row<RecordFeatures, Keyword>, _: string, words: readonly string[]): boolean {
  return words.every((word) => textOf(original).includes(word));
}
hasWords.resolveFilterValue = searchWords;

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
export function useKeywordList({ filter: { id }, table }: ListState, text: string): KeywordList {
  const { data, error, isFetching, refetch } = useQuery(allKeywordsQuery());
  const hidden = useHiddenIds(keywords);
  const all = data?.rows;
  const { sorting } = table.state;
  const question = JSON.stringify([all?.length, data?.readAt, text, sorting, id]);
  // Hold the rows until the query changes: an in-place edit must not re-sort them.
  const [held, setHeld] = useState({ question, rows: all ?? NONE });
  const current = held.question === question ? held : { question, rows: all ?? NONE };
  if (current !== held) setHeld(current);
  const arranged = useRecordTable<Keyword>({
    name: keywords.type,
    features: keywordFeatures satisfies RecordFeatures,
    columns: keywordColumns,
    rows: useMemo(() => current.rows.filter((row) => !hidden.has(row.id)), [current.rows, hidden]),
    scope: JSON.stringify([text.trim(), id]),
    state: {
      sorting,
      columnFilters: useMemo(() => (id === undefined ? [] : [{ id: 'id', value: id }]), [id]),
      globalFilter: text.trim(),
    },
    onSortingChange: table.onSortingChange,
    onColumnFiltersChange: table.onColumnFiltersChange,
    globalFilterFn: hasWords,
    // `hasWords` covers all columns at once.
    getColumnCanGlobalFilter: (column) => column.id === 'id',
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

const keywordColumns: RecordColumn<Keyword>[] = [
  column('key_name', {
    id: 'key_name',
    enableHiding: false,
    size: 480,
    minSize: 112,
    meta: { label: msg`Keyword`, grow: 1 },
  }),
  column('key_title', { id: 'key_title', size: 480, minSize: 96, meta: { label: msg`Title`, grow: 1, from: 'md' } }),
  column('suggestions', {
    id: 'suggestions',
    size: 960,
    minSize: 96,
    meta: { label: msg`Suggestions`, grow: 2, from: 'md' },
  }),
  {
    id: 'id',
    accessorKey: 'id',
    sortFn: (a, b) => Number(a.id) - Number(b.id),
    filterFn: (row, _, ids: string) => ids.split(',').includes(row.id),
    size: 80,
    meta: { label: msg`ID`, numeric: true, from: 'never' },
  },
];
