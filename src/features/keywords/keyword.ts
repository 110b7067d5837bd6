import type { keywords } from '#contract/keywords.ts';
import type { Row } from '#contract/resource.ts';

export type Keyword = Row<typeof keywords>;

/** What is typed about a keyword, in the order in which it is shown and written to files. */
export const keywordColumns = ['key_name', 'key_title', 'suggestions'] as const;
export type KeywordColumn = (typeof keywordColumns)[number];
