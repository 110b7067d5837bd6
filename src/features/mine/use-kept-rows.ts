import { useState } from 'react';
import type { drafts } from '#contract/drafts.ts';
import type { Included, ListPage } from '#src/api/read-document.ts';
import type { Draft } from './own-draft.ts';

interface Kept {
  rows: readonly Draft[];
  included: Included;
}

/**
 * The rows of a list that its own reader empties: those that were shown stay where they are, as they were last, until
 * the list becomes another one (another `key`); new ones come on top. Undefined before the first page.
 */
export function useKeptRows(key: string, page: ListPage<typeof drafts> | undefined): Kept | undefined {
  const [shown, setShown] = useState<Kept & { key: string; from: typeof page }>();
  if (!page) return undefined;
  const before = shown?.key === key ? shown : undefined;
  if (before?.from === page) return before;
  const known = new Set(before?.rows.map((row) => row.id));
  const current = new Map(page.rows.map((row) => [row.id, row]));
  const next = {
    rows: [
      ...page.rows.filter((row) => !known.has(row.id)),
      ...(before?.rows ?? []).map((row) => current.get(row.id) ?? row),
    ],
    included: { ...before?.included, ...page.included },
  };
  setShown({ ...next, key, from: page });
  return next;
}
