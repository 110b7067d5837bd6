import { drafts } from '#contract/drafts.ts';
import { queryClient, queryKeys } from '#src/api/query-client.ts';
import type { Draft } from '../drafts/draft.ts';

interface CachedList {
  rows?: Draft[];
  pages?: { rows: Draft[] }[];
}

let latest: readonly Draft[] = [];

/** Rejected drafts of all cached lists; the same array while they are unchanged. */
export function rejectedDrafts(): readonly Draft[] {
  const found = new Map<string, Draft>();
  for (const [, list] of queryClient.getQueriesData<CachedList>({ queryKey: queryKeys.lists(drafts) })) {
    for (const { rows } of list?.pages ?? [{ rows: list?.rows ?? [] }]) {
      for (const row of rows) if (row.status === 'rejected') found.set(row.id, row);
    }
  }
  const rejected = [...found.values()];
  if (rejected.length !== latest.length || rejected.some((row, index) => row !== latest[index])) latest = rejected;
  return latest;
}
