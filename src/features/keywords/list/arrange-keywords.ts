import { i18n } from '@lingui/core';
import type { Keyword, KeywordColumn } from '../keyword.ts';

/** By which column keywords are sorted, and which way; by id where nobody said. */
export interface KeywordSort {
  by: KeywordColumn | 'id';
  isDownwards: boolean;
}

let collator: Intl.Collator | undefined;
let collatedFor = '';
const folded = new WeakMap<Keyword, string>();

/** Case and the many spellings of one sign do not count when looking for something. */
const fold = (text: string) => text.normalize('NFKC').toLowerCase();

/** The keywords that hold every word of the text, wherever it stands. */
export function filterKeywords(rows: readonly Keyword[], text: string): Keyword[] {
  const words = fold(text).split(/\s+/).filter(Boolean);
  return words.length === 0 ? [...rows] : rows.filter((row) => words.every((word) => textOf(row).includes(word)));
}

/** Sorted as the language of the page sorts words. */
export function sortKeywords(rows: readonly Keyword[], { by, isDownwards }: KeywordSort): Keyword[] {
  const order = isDownwards ? -1 : 1;
  const { compare } = collatorOf(i18n.locale);
  return rows.toSorted((a, b) => {
    const difference = by === 'id' ? 0 : compare(a[by] ?? '', b[by] ?? '');
    return order * (difference || Number(a.id) - Number(b.id));
  });
}

function collatorOf(locale: string): Intl.Collator {
  if (!collator || collatedFor !== locale) {
    collatedFor = locale;
    collator = new Intl.Collator(locale, { numeric: true, sensitivity: 'variant' });
  }
  return collator;
}

/** Reads `sort` as the interface spells it, the first of several. */
export function readSort(sort: string | null): KeywordSort {
  const [, minus, name] = /^(-?)(id|key_name|key_title|suggestions)\b/.exec(sort ?? '') ?? [];
  // The pattern allows exactly these.
  return { by: (name ?? 'id') as KeywordSort['by'], isDownwards: minus === '-' };
}

function textOf(row: Keyword): string {
  const known = folded.get(row);
  if (known !== undefined) return known;
  const text = fold([row.key_name, row.key_title, row.suggestions].filter(Boolean).join('\n'));
  folded.set(row, text);
  return text;
}
