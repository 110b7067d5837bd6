import { vi } from 'vitest';

/** Some minutes and 20 s ago, so that the number of minutes is the same on a clock a little behind, or a little later. */
export const minutesAgo = (minutes: number) => Math.floor(Date.now() / 1000) - minutes * 60 - 20;

/** The columns of a room that has been waiting for some minutes. */
export const waitingSince = (minutes: number) => ({ awaiting_support: 1, awaiting_since_unix: minutesAgo(minutes) });

/** Replaces the observer of what is visible. Returns the observed elements, each with a function that makes it visible. */
export function watchSight(): ReadonlyMap<Element, () => void> {
  const watched = new Map<Element, () => void>();
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      readonly #tell: (entries: object[]) => void;
      constructor(tell: (entries: object[]) => void) {
        this.#tell = tell;
      }
      observe = (target: Element) => void watched.set(target, () => this.#tell([{ target, isIntersecting: true }]));
      unobserve = (target: Element) => void watched.delete(target);
    },
  );
  return watched;
}
