import { AsyncLocalStorage } from 'node:async_hooks';
import { statfs } from 'node:fs/promises';
import { dirname } from 'node:path';
import { DiskFullError } from '../unavailable.ts';

/** Enough to finish the requests in flight: many times the largest request, plus SQLite's own overhead. */
const MIN_FREE_BYTES = 16 * 1_048_576;
/** With less free space than this, every write checks it: large bodies could use it up within a second. */
const LOW_BYTES = 1_024 * 1_048_576;
const CHECK_INTERVAL_MS = 1_000;

const usingReserve = new AsyncLocalStorage<true>();

/** Runs small writes that must work even on an almost full disk, such as revoking access. */
export const withReserve = <Result>(work: () => Promise<Result>): Promise<Result> => usingReserve.run(true, work);

/** Monitors the free space on a file's disk. */
export class DiskSpace {
  readonly #folder: string | undefined;
  #checkedAt = 0;
  #freeBytes = 0;

  /** `:memory:` is never checked. */
  constructor(file: string) {
    this.#folder = file === ':memory:' ? undefined : dirname(file);
  }

  /** Throws `DiskFullError` when free space is too low. Checks a disk with plenty of it at most once per second. */
  async assertNotFull(): Promise<void> {
    if (this.#folder === undefined || usingReserve.getStore()) return;
    const now = Date.now();
    if (this.#freeBytes < LOW_BYTES || Math.abs(now - this.#checkedAt) >= CHECK_INTERVAL_MS) {
      this.#checkedAt = now;
      const { bavail, bsize } = await statfs(this.#folder);
      this.#freeBytes = bavail * bsize;
    }
    if (this.#freeBytes < MIN_FREE_BYTES) throw new DiskFullError('The disk is almost full.');
  }
}
