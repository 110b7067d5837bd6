import { useLayoutEffect, useRef } from 'react';
import { isDecidable } from '#src/domain/drafts/draft.ts';
import { navigateInList } from '#src/lib/router.ts';
import { paths } from '#src/paths.ts';
import type { BlockedAction } from './blocked-action.tsx';
import { lineId, type QueueItem } from './queue-query.ts';

/** Keyboard navigation in the queue: updates URL and focus. `search` is the query of the URL. */
export function useListNavigation(
  items: readonly QueueItem[],
  selectedId: string | undefined,
  search: string,
  explainBlockedAction: (action: BlockedAction) => void,
) {
  const wantsFocus = useRef(false);
  // A ref, because a second key press can come before the URL has changed.
  const reached = useRef(selectedId);
  useLayoutEffect(() => {
    reached.current = selectedId;
  }, [selectedId]);
  /** The index of the open draft, also once it has left the list. */
  const last = useRef({ id: selectedId, index: 0 });
  useLayoutEffect(() => {
    const index = items.findIndex(({ draft }) => draft.id === selectedId);
    if (index >= 0 || last.current.id !== selectedId) last.current = { id: selectedId, index: Math.max(0, index) };
  }, [items, selectedId]);

  const goTo = (next: QueueItem | undefined) => {
    reached.current = next?.draft.id;
    wantsFocus.current = true;
    void navigateInList(next ? paths.draft(next.draft.id) : paths.review(), search, { replace: true });
  };
  /** The index of the draft reached and of the one below it, which takes its index once it has left the list. */
  const placeReached = (): [index: number, below: number] => {
    const index = items.findIndex(({ draft }) => draft.id === reached.current);
    const left = Math.min(last.current.index, items.length);
    return index >= 0 ? [index, index + 1] : [left, left];
  };
  /** Moves by one line; at either end of the list, says that there is no further draft. */
  const move = (by: 1 | -1) => {
    const [index, below] = placeReached();
    const next = items[by > 0 ? below : index - 1];
    if (next) goTo(next);
    else explainBlockedAction(by > 0 ? 'next' : 'previous');
  };
  /**
   * Opens the next draft that the user may decide on: below, else the nearest above or, with `isAround`, the first. If
   * there is none, closes the open draft, unless `isAround`. Returns the draft that it opens.
   */
  const moveOn = (isAround = false) => {
    const [index, below] = placeReached();
    const above = items.slice(0, index);
    const next = items.slice(below).find(isForMe) ?? (isAround ? above.find(isForMe) : above.findLast(isForMe));
    // Move focus before the focused line is removed: losing focus would cost a second layout.
    if (next) document.getElementById(lineId(next.draft.id))?.focus({ preventScroll: true });
    if (next || !isAround) goTo(next);
    return next;
  };
  const open = (id: string) => void navigateInList(paths.draft(id), search);
  /** Closes the open draft. A wide window keeps showing it as the draft shown by default. */
  const close = async () => {
    // A narrow window does not show the list before.
    await navigateInList(paths.review(), search, { flushSync: true });
    document.getElementById(lineId(selectedId ?? ''))?.focus({ preventScroll: true });
  };
  return { move, moveOn, open, close, wantsFocus };
}

const isForMe = ({ draft }: QueueItem) => isDecidable(draft);
