import { keywords } from '#contract/keywords.ts';
import type { Resource, Row } from '#contract/resource.ts';

export type Keyword = Row<typeof keywords>;

/** Keywords with the filter `text`, which the table applies itself because the API cannot search them. */
export const searchableKeywords: Resource = {
  ...keywords,
  filters: { ...keywords.filters, text: { kind: 'contains' } },
};

/** Editable attributes, in display and export order. */
export const keywordColumns = ['key_name', 'key_title', 'suggestions'] as const;
export type KeywordColumn = (typeof keywordColumns)[number];
export const isKeywordColumn = (name: string): name is KeywordColumn =>
  keywordColumns.some((column) => column === name);
