import { hash } from 'node:crypto';
import type { KeptStatements } from '../db/kept-statements.ts';
import { Latest } from '../lib/latest.ts';
import type { Context } from './context.ts';

/** Returns a weak ETag, the hash of the body. */
export const entityTag = (body: Buffer) => `W/"${hash('sha1', body, 'base64url')}"`;

/** True if `If-None-Match` contains the tag. */
export function isKnownTag(ifNoneMatch: string | undefined, tag: string): boolean {
  if (ifNoneMatch === undefined) return false;
  const bare = (given: string) => given.trim().replace(/^W\//, '');
  return ifNoneMatch.trim() === '*' || ifNoneMatch.split(',').some((given) => bare(given) === bare(tag));
}

const MOST_REMEMBERED = 5_000;
const MOST_WITH_STATEMENTS = 500;

/**
 * Caches ETags per caller and URL, valid until the database's change stamp differs: a matching `If-None-Match` gets 304
 * without running the query. Also caches the compiled statements, for when the query must run again.
 */
export class TagMemory {
  readonly #tags = new Latest<{ stamp: string; tag: string }>(MOST_REMEMBERED);
  readonly #statements = new Latest<KeptStatements>(MOST_WITH_STATEMENTS);
  readonly #databases = new WeakMap<object, number>();
  #databaseCount = 0;

  /** Returns the valid cached tag, if any, a function to store the new one, and the statement cache. */
  recall({ db, caller, stamp, origin }: Context, url: string) {
    const key = JSON.stringify([this.#numberOf(db), caller, origin, url]);
    const known = this.#tags.get(key);
    return {
      tag: known?.stamp === stamp ? known.tag : undefined,
      keep: (tag: string) => this.#tags.set(key, { stamp, tag }),
      statements: () => {
        const statements = this.#statements.get(key) ?? new Map();
        this.#statements.set(key, statements);
        return statements;
      },
    };
  }

  #numberOf(db: object) {
    const number = this.#databases.get(db) ?? ++this.#databaseCount;
    this.#databases.set(db, number);
    return number;
  }
}
