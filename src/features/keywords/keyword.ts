import type { keywords } from '#contract/keywords.ts';
import type { Row } from '#contract/resource.ts';

export type Keyword = Row<typeof keywords>;

/** Editable attributes, in display and export order. */
export const keywordColumns = ['key_name', 'key_title', 'suggestions'] as const;
export type KeywordColumn = (typeof keywordColumns)[number];
