import { addToCount } from '../lib/add-to-count.ts';

/** Counts the requests that run at once, by key. */
export class ConcurrencyLimiter {
  readonly #counts = new Map<string, number>();

  /** Counts one more for every key and returns a function to undo it; undefined if one of them is at its maximum. */
  enter(maxima: ReadonlyMap<string, number>): (() => void) | undefined {
    for (const [key, max] of maxima) {
      if ((this.#counts.get(key) ?? 0) >= max) return undefined;
    }
    for (const key of maxima.keys()) addToCount(this.#counts, key, 1);
    let isOver = false;
    return () => {
      if (isOver) return;
      isOver = true;
      for (const key of maxima.keys()) addToCount(this.#counts, key, -1);
    };
  }
}
