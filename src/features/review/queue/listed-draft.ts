import { useEffect, useRef } from 'react';
import type { ListQuery } from '#contract/list-query.ts';
import type { Draft } from '#src/domain/drafts/draft.ts';
import { navigate } from '#src/lib/router.ts';
import { paths } from '#src/paths.ts';
import type { Queue } from './use-queue.ts';

interface ListedDraftProps {
  queue: Queue;
  /** The draft that the URL opens. */
  open: Draft | undefined;
  query: ListQuery;
}

/**
 * Opens the first match, or none, when a new filter hides the open draft, so that keys act on what is listed. A draft that
 * was opened by a link, or is newer than the loaded queue, stays open, in the list or not.
 */
export function ListedDraft({ queue, open, query }: ListedDraftProps): null {
  const { items, isPending, isOld, isFetching, hasMore, readAtUnix, error } = queue;
  const filter = JSON.stringify(query.filter);
  const settled = useRef({ filter, openId: open?.id });
  useEffect(() => {
    // A page that is not loaded yet may hold it.
    if (isPending || isOld || isFetching || hasMore || error) return;
    const before = settled.current;
    settled.current = { filter, openId: open?.id };
    if (open === undefined || before.openId !== open.id || before.filter === filter) return;
    const isNewer = readAtUnix !== undefined && open.created_at_unix >= readAtUnix;
    if (isNewer || items.some(({ draft }) => draft.id === open.id)) return;
    const [first] = items;
    void navigate(first ? paths.draft(first.draft.id, query) : paths.review(query), { replace: true });
  }, [items, isPending, isOld, isFetching, hasMore, readAtUnix, error, open, filter, query]);
  return null;
}
