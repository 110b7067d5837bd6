import { hash } from 'node:crypto';
import type { Context } from './context.ts';

/** A weak entity tag that changes with the body. */
export const entityTag = (body: Buffer) => `W/"${hash('sha1', body, 'base64url')}"`;

/** Whether the client already holds the version with this tag, by its `If-None-Match`. */
export function isKnownTag(ifNoneMatch: string | undefined, tag: string): boolean {
  if (ifNoneMatch === undefined) return false;
  const bare = (given: string) => given.trim().replace(/^W\//, '');
  return ifNoneMatch.trim() === '*' || ifNoneMatch.split(',').some((given) => bare(given) === bare(tag));
}

const MOST_REMEMBERED = 5_000;

/**
 * Remembers which tag an answer had, for as long as nothing is written to the tenant's database: an answer hangs on
 * that, the caller and the address alone, so that who asks again is told without the answer being made again.
 */
export class TagMemory {
  readonly #known = new Map<string, { stamp: string; tag: string }>();
  readonly #databases = new WeakMap<object, number>();
  #databaseCount = 0;

  /** The tag that the answer still has, if known, and a way to keep the one it turns out to have. */
  recall({ db, caller, stamp, origin }: Context, url: string) {
    const key = JSON.stringify([this.#numberOf(db), caller, origin, url]);
    const known = this.#known.get(key);
    const keep = (tag: string) => {
      this.#known.delete(key);
      this.#known.set(key, { stamp, tag });
      const [oldest] = this.#known.keys();
      if (this.#known.size > MOST_REMEMBERED && oldest !== undefined) this.#known.delete(oldest);
    };
    return { tag: known?.stamp === stamp ? known.tag : undefined, keep };
  }

  #numberOf(db: object) {
    const number = this.#databases.get(db) ?? ++this.#databaseCount;
    this.#databases.set(db, number);
    return number;
  }
}
