import { hash } from 'node:crypto';
import type { KeptStatements } from '../db/kept-statements.ts';
import { Latest } from '../lib/latest.ts';
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
const MOST_WITH_STATEMENTS = 500;

/**
 * Remembers which tag an answer had, for as long as nothing is written to the tenant's database: an answer hangs on
 * that, the caller and the address alone, so that who asks again is told without the answer being made again. Where it
 * must be made again, the statements are the same.
 */
export class TagMemory {
  readonly #tags = new Latest<{ stamp: string; tag: string }>(MOST_REMEMBERED);
  readonly #statements = new Latest<KeptStatements>(MOST_WITH_STATEMENTS);
  readonly #databases = new WeakMap<object, number>();
  #databaseCount = 0;

  /** The tag that the answer still has, if known, a way to keep the one it turns out to have, and its statements. */
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
