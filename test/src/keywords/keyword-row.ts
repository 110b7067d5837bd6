import type { Keyword } from '#src/domain/keywords/keyword.ts';

/** A keyword as read from the API, without title and suggestions unless given. */
export const keywordRow = (id: number, key_name: string, rest: Partial<Keyword> = {}): Keyword => ({
  id: String(id),
  type: 'master_keywords',
  key_name,
  key_title: null,
  suggestions: null,
  one: {},
  meta: {},
  more: {},
  ...rest,
});
