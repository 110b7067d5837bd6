import { type UIEvent, useLayoutEffect, useRef } from 'react';
import { useLocation } from 'react-router';

/** How far was scrolled, by entry of the history. */
const places = new Map<string, number>();

/**
 * What to give an element that scrolls: going back to it, one finds it where one has left it, once what belongs to the
 * address is there (`isThere`); whatever else is gone to is read from its beginning.
 */
export function useKeptScroll(isThere: boolean) {
  const key = useLocation().key;
  const ref = useRef<HTMLDivElement>(null);
  const at = useRef(0);
  useLayoutEffect(() => {
    const place = places.get(key) ?? 0;
    // To ask the element itself would have the whole page laid out.
    if (isThere && ref.current && at.current !== place) ref.current.scrollTop = place;
  }, [key, isThere]);
  const onScroll = ({ currentTarget }: UIEvent) => {
    at.current = currentTarget.scrollTop;
    places.set(key, at.current);
  };
  return { ref, onScroll };
}
