import { type UIEvent, useLayoutEffect, useRef } from 'react';
import { useLocation } from 'react-router';

/** Scroll positions, by history entry. */
const places = new Map<string, number>();

/**
 * Scroll restoration for a scrolling element: going back restores its position once the content for the URL is there
 * (`isThere`); other navigations start at the top. Returns its props.
 */
export function useKeptScroll(isThere: boolean) {
  const key = useLocation().key;
  const ref = useRef<HTMLDivElement>(null);
  const at = useRef(0);
  useLayoutEffect(() => {
    const place = places.get(key) ?? 0;
    // Reading `scrollTop` would force a layout of the whole page.
    if (isThere && ref.current && at.current !== place) ref.current.scrollTop = place;
  }, [key, isThere]);
  const onScroll = ({ currentTarget }: UIEvent) => {
    at.current = currentTarget.scrollTop;
    places.set(key, at.current);
  };
  return { ref, onScroll };
}
