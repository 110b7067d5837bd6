import { readItems } from './item-list.ts';
import type { Keyword } from './keyword.ts';

/** What a keyword suggests, one text or several; empty without any. */
export function suggestionsOf({ suggestions }: Keyword): readonly string[] {
  if (!suggestions?.trim()) return [];
  return readItems(suggestions)?.items ?? [suggestions];
}
