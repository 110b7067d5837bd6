import { drafts } from '#contract/drafts.ts';
import { cachedListRows } from '#src/api/cache.ts';
import type { Draft } from '../drafts/draft.ts';

let latest: readonly Draft[] = [];

/** Rejected drafts of all cached lists; the same array while they are unchanged. */
export function rejectedDrafts(): readonly Draft[] {
  const found = cachedListRows(drafts).filter(({ status }) => status === 'rejected');
  const rejected = [...new Map(found.map((row) => [row.id, row])).values()];
  if (rejected.length !== latest.length || rejected.some((row, index) => row !== latest[index])) latest = rejected;
  return latest;
}
