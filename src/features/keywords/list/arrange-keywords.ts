import { i18n } from '@lingui/core';
import { createFilteredRowModel, createSortedRowModel, type SortingState } from '@tanstack/react-table';
import { parseListQuery } from '#contract/list-query.ts';
import { type RecordFeatures, recordFeatures } from '#src/crud/table/features.ts';
import { toTableState } from '#src/crud/table/table-query.ts';
import type { Keyword, KeywordColumn } from '../keyword.ts';

/** Filtering and sorting happen client-side, since the table has every keyword. The cast hides the extra row models. */
export const keywordFeatures = {
  ...recordFeatures,
  filteredRowModel: createFilteredRowModel(),
  sortedRowModel: createSortedRowModel(),
} as RecordFeatures;

let collator: Intl.Collator | undefined;
let collatedFor = '';
const folded = new WeakMap<Keyword, string>();
let searched = { text: '', words: [] as string[] };

/** Normalizes text for search: case and compatibility forms are ignored. */
const fold = (text: string) => text.normalize('NFKC').toLowerCase();

/** Whether a keyword contains every word of the text, in any attribute. */
export function matchesText(row: Keyword, text: string): boolean {
  if (searched.text !== text) searched = { text, words: fold(text).split(/\s+/).filter(Boolean) };
  return searched.words.every((word) => textOf(row).includes(word));
}

/** Compares by the locale's collation, ties by id. */
export function compareKeywords(a: Keyword, b: Keyword, by: KeywordColumn): number {
  return collatorOf(i18n.locale).compare(a[by] ?? '', b[by] ?? '') || Number(a.id) - Number(b.id);
}

function collatorOf(locale: string): Intl.Collator {
  if (!collator || collatedFor !== locale) {
    collatedFor = locale;
    collator = new Intl.Collator(locale, { numeric: true, sensitivity: 'variant' });
  }
  return collator;
}

/** Parses the sort order from the URL: the first of several, none if it names no keyword column. */
export function readSorting(search: string): SortingState {
  const [first] = toTableState(parseListQuery(search).query).sorting;
  return first && /^(id|key_name|key_title|suggestions)$/.test(first.id) ? [first] : [];
}

function textOf(row: Keyword): string {
  const known = folded.get(row);
  if (known !== undefined) return known;
  const text = fold([row.key_name, row.key_title, row.suggestions].filter(Boolean).join('\n'));
  folded.set(row, text);
  return text;
}
