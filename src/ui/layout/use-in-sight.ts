import { useCallback, useState } from 'react';
import { after } from '#src/lib/delay.ts';

/** What is scrolled past is in sight for less. */
const SETTLED_MS = 200;

const listeners = new WeakMap<Element, (isInSight: boolean) => void>();
let observer: IntersectionObserver | undefined;

/** A ref, and whether its element is in sight and stays there. Without IntersectionObserver, it always is. */
export function useInSight(): [ref: (element: HTMLElement) => () => void, isInSight: boolean] {
  const [isInSight, setInSight] = useState(false);
  const ref = useCallback((element: HTMLElement) => {
    if (typeof IntersectionObserver === 'undefined') {
      setInSight(true);
      return () => {};
    }
    let cancel: (() => void) | undefined;
    observer ??= new IntersectionObserver((entries) => {
      for (const { target, isIntersecting } of entries) listeners.get(target)?.(isIntersecting);
    });
    listeners.set(element, (isIntersecting) => {
      cancel?.();
      cancel = undefined;
      if (isIntersecting) cancel = after(SETTLED_MS, () => setInSight(true));
      else setInSight(false);
    });
    observer.observe(element);
    return () => {
      cancel?.();
      listeners.delete(element);
      observer?.unobserve(element);
    };
  }, []);
  return [ref, isInSight];
}
