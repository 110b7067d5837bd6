import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { drafts } from '#contract/drafts.ts';
import { PAGE_SIZE } from '#contract/list-query.ts';
import { listQuery } from '#src/api/queries.ts';
import type { Included, ListPage } from '#src/api/read-document.ts';
import type { Draft } from '#src/records/drafts/draft.ts';

interface Kept {
  /** Identity of the list. */
  key: string;
  rows: readonly Draft[];
  included: Included;
}

/**
 * Keeps rows that leave a list because the user acts on them (such as unread verdicts): they stay in place, with
 * current data, until `key` changes. New rows are prepended. Undefined before the first page.
 */
export function useKeptRows(key: string, page: ListPage<typeof drafts> | undefined): Kept | undefined {
  const kept = useShownRows(key, page);
  const listed = new Set(page?.rows.map((row) => row.id));
  const gone = kept?.rows.map((row) => row.id).filter((id) => !listed.has(id)) ?? [];
  const query = listQuery(drafts, { filter: { id: gone.join(',') }, page: { size: PAGE_SIZE.most } });
  const reread = useQuery({ ...query, enabled: gone.length > 0 }).data;
  if (!kept || gone.length === 0) return kept;
  const now = new Map(reread?.rows.map((row) => [row.id, row]));
  return { ...kept, rows: kept.rows.map((row) => now.get(row.id) ?? row) };
}

function useShownRows(key: string, page: ListPage<typeof drafts> | undefined): Kept | undefined {
  const [shown, setShown] = useState<Kept & { from: typeof page }>();
  if (!page) return undefined;
  const before = shown?.key === key ? shown : undefined;
  if (before?.from === page) return before;
  const known = new Set(before?.rows.map((row) => row.id));
  const current = new Map(page.rows.map((row) => [row.id, row]));
  const next = {
    key,
    rows: [
      ...page.rows.filter((row) => !known.has(row.id)),
      ...(before?.rows ?? []).map((row) => current.get(row.id) ?? row),
    ],
    included: { ...before?.included, ...page.included },
  };
  setShown({ ...next, from: page });
  return next;
}
