import { type UIEvent, useLayoutEffect, useRef } from 'react';
import { useLocation } from '#src/router/use-location.ts';

/** How far was scrolled, by entry of the history. */
const places = new Map<string, number>();

/** What to give an element that scrolls: going back to it, one finds it where one has left it, once it is filled. */
export function useKeptScroll(isFilled: boolean) {
  const key = useLocation((location) => location.key);
  const ref = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const place = places.get(key);
    if (isFilled && ref.current && place !== undefined) ref.current.scrollTop = place;
  }, [key, isFilled]);
  const onScroll = ({ currentTarget }: UIEvent) => places.set(key, currentTarget.scrollTop);
  return { ref, onScroll };
}
