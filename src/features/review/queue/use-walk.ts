import { useCallback, useEffect, useMemo, useRef } from 'react';
import { useLocation } from 'react-router';
import { parseListQuery } from '#contract/list-query.ts';
import { queryClient } from '#src/api/query-client.ts';
import { navigate } from '#src/lib/router.ts';
import { isStarting } from '#src/lib/starting.ts';
import { useStore } from '#src/lib/store.ts';
import { paths } from '#src/paths.ts';
import { conversationQuery } from '#src/records/conversation/conversation-query.ts';
import { draftQuery } from '../draft/draft-query.ts';
import { lineId, type QueueItem } from './queue-item.ts';

const PREFETCHED_BEFORE = 1;
const PREFETCHED_AFTER = 3;
/** By then the chosen draft is on the screen; whoever goes on before that needs no others. */
const PREFETCH_DELAY_MS = 100;

/** Moving through the queue: the address follows, the focus goes along, and the neighbours are read beforehand. */
export function useWalk(items: readonly QueueItem[], selectedId: string | undefined) {
  const search = useLocation().search;
  const query = useMemo(() => parseListQuery(search).query, [search]);
  const wantsFocus = useRef(false);
  const index = items.findIndex(({ draft }) => draft.id === selectedId);
  usePrefetch(items, index);
  // A second key may come before the address has followed the first.
  const reached = useRef(selectedId);
  useEffect(() => {
    reached.current = selectedId;
  }, [selectedId]);

  /** Goes to the line so many places on; to the other side where there is none; to the bare list where that fails too. */
  const move = (by: 1 | -1, orBy?: 1 | -1) => {
    const from = items.findIndex(({ draft }) => draft.id === reached.current);
    const next = items[from + by] ?? (orBy && items[from + orBy]);
    if (!next && !orBy) return;
    reached.current = next?.draft.id;
    wantsFocus.current = true;
    // Before the line that has the focus goes: taking the focus away with it would lay out the page twice.
    if (next && orBy) document.getElementById(lineId(next.draft.id))?.focus({ preventScroll: true });
    void navigate(next ? paths.draft(next.draft.id, query) : paths.review(query), { replace: true });
  };
  const open = () => {
    if (selectedId !== undefined) void navigate(paths.draft(selectedId, query));
  };
  const close = () => {
    wantsFocus.current = true;
    void navigate(paths.review(query));
  };
  return { move, open, close, wantsFocus };
}

/** Reads what stands around the chosen line, so that going there waits for nothing. */
function usePrefetch(items: readonly QueueItem[], index: number): void {
  const from = Math.max(0, index - PREFETCHED_BEFORE);
  const ids = items
    .slice(from, index + 1 + PREFETCHED_AFTER)
    .map(({ draft }) => `${draft.id}:${draft.one.room?.id ?? ''}`);
  const around = useStore(isStarting) ? '' : ids.join();
  const prefetch = useCallback((line: string) => {
    const [draftId = '', roomId] = line.split(':');
    void queryClient.prefetchQuery(draftQuery(draftId));
    if (roomId) void queryClient.prefetchInfiniteQuery(conversationQuery(roomId));
  }, []);
  useEffect(() => {
    if (!around) return;
    const timer = setTimeout(() => around.split(',').forEach(prefetch), PREFETCH_DELAY_MS);
    return () => clearTimeout(timer);
  }, [around, prefetch]);
}
