import { readItems } from './item-list.ts';
import type { Keyword } from './keyword.ts';

/** The suggested answers of a keyword; empty if it has none. */
export function suggestionsOf({ suggestions }: Keyword): readonly string[] {
  if (!suggestions?.trim()) return [];
  return readItems(suggestions)?.items ?? [suggestions];
}
