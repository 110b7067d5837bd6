import { i18n } from '@lingui/core';
import { createFilteredRowModel, createSortedRowModel, type SortingState } from '@tanstack/react-table';
import { parseListQuery } from '#contract/list-query.ts';
import { type RecordFeatures, recordFeatures } from '#src/crud/table/features.ts';
import { toTableState } from '#src/crud/table/table-query.ts';
import type { Keyword, KeywordColumn } from '../keyword.ts';

/** The table has every keyword, and filters and sorts them itself. More row models are no other kind of table. */
export const keywordFeatures = {
  ...recordFeatures,
  filteredRowModel: createFilteredRowModel(),
  sortedRowModel: createSortedRowModel(),
} as RecordFeatures;

let collator: Intl.Collator | undefined;
let collatedFor = '';
const folded = new WeakMap<Keyword, string>();
let searched = { text: '', words: [] as string[] };

/** Case and the many spellings of one sign do not count when looking for something. */
const fold = (text: string) => text.normalize('NFKC').toLowerCase();

/** Whether a keyword holds every word of the text, wherever it stands. */
export function matchesText(row: Keyword, text: string): boolean {
  if (searched.text !== text) searched = { text, words: fold(text).split(/\s+/).filter(Boolean) };
  return searched.words.every((word) => textOf(row).includes(word));
}

/** Orders keywords as the language of the page orders words; those that are alike, by id. */
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

/** Reads the order from an address, the first of several; none where it names no column of keywords. */
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
