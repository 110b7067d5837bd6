import { statSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import type { SqliteReaders } from './sqlite-readers.ts';

const MAX_WAL_BYTES = 64 * 1_048_576;
const RETRY_MS = 25;
/** Another process, such as a backup, may read for long: slow queries must not wait for it. */
const MAX_PAUSE_MS = 6_000;
const PAUSE_INTERVAL_MS = 60_000;

/**
 * Limits the size of a file's write-ahead log. SQLite can reset the log only while no one reads it, which never happens
 * if readers overlap: above the limit, no new ones start until the log is empty.
 */
export class WalLimit {
  readonly #file: string;
  readonly #readers: SqliteReaders;
  readonly #truncate: () => Promise<boolean>;
  #isPausing = false;
  #notBeforeMs = 0;

  /** `truncate` returns false if something still reads the log. */
  constructor(file: string, readers: SqliteReaders, truncate: () => Promise<boolean>) {
    this.#file = file;
    this.#readers = readers;
    this.#truncate = truncate;
  }

  /** Call after each write. Returns immediately. */
  check(): void {
    if (this.#isPausing || performance.now() < this.#notBeforeMs || this.#bytes() <= MAX_WAL_BYTES) return;
    this.#isPausing = true;
    this.#readers.pause(this.#file);
    this.#empty()
      // A write after `PAUSE_INTERVAL_MS` tries again.
      .catch(() => false)
      .then((isEmpty) => {
        if (!isEmpty) this.#notBeforeMs = performance.now() + PAUSE_INTERVAL_MS;
        this.#isPausing = false;
        this.#readers.resume(this.#file);
      });
  }

  async #empty(): Promise<boolean> {
    const until = performance.now() + MAX_PAUSE_MS;
    while (performance.now() < until) {
      if (!this.#readers.isReading(this.#file) && (await this.#truncate())) return true;
      await delay(RETRY_MS, undefined, { ref: false });
    }
    return false;
  }

  #bytes() {
    return statSync(`${this.#file}-wal`, { throwIfNoEntry: false })?.size ?? 0;
  }
}
