import { statfs } from 'node:fs/promises';
import { dirname } from 'node:path';
import { DiskFull } from './unavailable.ts';

/** Enough for what was begun to be ended: the largest request, many times over, and SQLite's own bookkeeping. */
const LEAST_FREE_BYTES = 16 * 1_048_576;
const LOOK_EVERY_MS = 1_000;

/** Watches the space that is left beside a file. */
export class DiskSpace {
  readonly #folder: string | undefined;
  #lookedAt = 0;
  #isFull = false;

  /** `:memory:` needs none. */
  constructor(file: string) {
    this.#folder = file === ':memory:' ? undefined : dirname(file);
  }

  /** Throws `DiskFull` while too little is left; looks at the disk once a second at most. */
  async refuseIfFull(): Promise<void> {
    if (this.#folder === undefined) return;
    const now = Date.now();
    if (Math.abs(now - this.#lookedAt) >= LOOK_EVERY_MS) {
      this.#lookedAt = now;
      const { bavail, bsize } = await statfs(this.#folder);
      this.#isFull = bavail * bsize < LEAST_FREE_BYTES;
    }
    if (this.#isFull) throw new DiskFull('The disk is almost full.');
  }
}
