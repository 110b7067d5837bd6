import { useQuery } from '@tanstack/react-query';
import { useLayoutEffect, useState } from 'react';
import { useLocation } from 'react-router';
import { drafts } from '#contract/drafts.ts';
import { listQuery } from '#src/api/queries.ts';
import type { Draft } from '#src/domain/drafts/draft.ts';
import { serverUnix } from '#src/lib/clock.ts';
import { currentLocation, isNavigating, navigate } from '#src/lib/router.ts';
import { useAfterChange } from '#src/lib/use-after-change.ts';
import { paths } from '#src/paths.ts';
import { isMatchPending } from '../review-queue/queue-overlay.ts';
import { isCloserLook, queueListQuery, type ReviewAddress } from '../review-queue/review-query.ts';
import type { Queue } from '../review-queue/use-queue.ts';

interface ListedDraftProps {
  queue: Queue;
  /** The draft that the URL opens. */
  open: Draft | undefined;
  address: ReviewAddress;
}

/**
 * When a new filter hides the open draft, opens the first match, or none, so that keys act on a listed draft. Decisions
 * are blocked until that is known. A draft opened by a link, or newer than the loaded queue, stays open in any case.
 */
export function OpenDraftGuard({ queue, open, address }: ListedDraftProps): null {
  const { items, isPending, isOld, hasMore, readAtMs, error } = queue;
  const { query } = address;
  const openId = open?.id;
  const filter = JSON.stringify(query.filter);
  // `settled` is the filter that the open draft is known to match, or under which it was opened.
  const [known, setKnown] = useState({ filter, openId, settled: filter });
  if (known.openId !== openId) {
    // A link sets its own filter. A row opened while a new filter loads may not match that filter.
    setKnown({ filter, openId, settled: known.filter === filter ? known.settled : filter });
  } else if (known.filter !== filter) setKnown({ ...known, filter });

  const isDue = open !== undefined && known.settled !== filter && !isPending && !isOld && !error;
  const isNewer = open !== undefined && readAtMs !== undefined && open.created_at_unix >= serverUnix(readAtMs);
  const isListed = isNewer || items.some(({ draft }) => draft.id === openId);
  // The draft may be on a page that is not loaded yet, so ask the service.
  const isAsked = isDue && !isListed && hasMore && !isCloserLook(address);
  const asked = useQuery({ ...matchQuery(address, openId ?? ''), enabled: isAsked });
  const isMatch = isAsked && !asked.isFetching && asked.data?.rows.some(({ id }) => id === openId) === true;
  const isHidden = isDue && !isListed && !(isAsked && asked.isFetching) && !isMatch;
  if (isDue && (isListed || isMatch)) setKnown({ filter, openId, settled: filter });

  const isUnknown = isDue && !isListed && !isMatch;
  // A layout effect, so that it runs before the next key press.
  useLayoutEffect(() => {
    isMatchPending.set(isUnknown);
    return () => isMatchPending.set(false);
  }, [isUnknown]);
  const { key } = useLocation();
  // Once per location: navigating twice would end a search in progress.
  useAfterChange(isHidden ? key : undefined, () => {
    if (isNavigating() || currentLocation().key !== key) return;
    const [first] = items;
    void navigate(first ? paths.draft(first.draft.id, query) : paths.review(query), { replace: true });
  });
  return null;
}

/** Finds the draft with this id if it matches the filters. */
const matchQuery = (address: ReviewAddress, id: string) => ({
  ...listQuery(drafts, { filter: { ...queueListQuery(address).filter, id }, page: { size: 1 } }),
  placeholderData: undefined,
  staleTime: 0,
  retry: false,
});
