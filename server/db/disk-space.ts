import { statfs } from 'node:fs/promises';
import { dirname } from 'node:path';
import { DiskFull } from './unavailable.ts';

/** Enough to finish the requests in flight: many times the largest request, plus SQLite's own overhead. */
const LEAST_FREE_BYTES = 16 * 1_048_576;
const LOOK_EVERY_MS = 1_000;

/** Monitors the free space on a file's disk. */
export class DiskSpace {
  readonly #folder: string | undefined;
  #lookedAt = 0;
  #isFull = false;

  /** `:memory:` is never checked. */
  constructor(file: string) {
    this.#folder = file === ':memory:' ? undefined : dirname(file);
  }

  /** Throws `DiskFull` when free space is too low. Checks the disk at most once per second. */
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
