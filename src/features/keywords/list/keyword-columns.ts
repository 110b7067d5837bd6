import { msg } from '@lingui/core/macro';
import type { RecordColumn } from '#src/crud/table/features.ts';
import type { Keyword, KeywordColumn } from '../keyword.ts';
import { compareKeywords, matchesText } from './arrange-keywords.ts';

const column = (name: KeywordColumn, rest: RecordColumn<Keyword>): RecordColumn<Keyword> => ({
  ...rest,
  accessorKey: name,
  sortFn: (a, b) => compareKeywords(a.original, b.original, name),
});

/** Columns of the keyword table. Global search: the filter of `key_name` matches all text attributes. */
export const keywordColumns: RecordColumn<Keyword>[] = [
  column('key_name', {
    id: 'key_name',
    enableHiding: false,
    size: 480,
    minSize: 112,
    filterFn: ({ original }, _, text: string) => matchesText(original, text),
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
