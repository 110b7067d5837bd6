import { FairQueue } from '../../lib/fair-queue.ts';
import type { PoolUse } from '../pool-use.ts';
import { ClientGoneError, type Reading, ReadRefusedError } from '../reading.ts';
import { type ReadRequest, SqliteReader } from './sqlite-reader.ts';

const MAX_READERS = 4;
/** Leaves one reader for the other tenants. */
const MAX_RUNNING_PER_FILE = 3;
const MAX_RUNNING_PER_CALLER = 2;
const MAX_WAITING_PER_FILE = 100;
/** A page of the dashboard asks for up to ten lists at once. */
const MAX_WAITING_PER_CALLER = 20;
/** Well above the start time of a reader process, which must not count against the caller. */
const SLOW_MS = 1_000;
/** After its client left, a query may run this long: most end by then, and replacing a killed process costs more. */
const KILL_DELAY_MS = 250;
/** An idle process holds about 50 MB, and a new one takes a tenth of a second to start. */
const IDLE_TIMEOUT_MS = 60_000;

interface Job {
  request: ReadRequest;
  /** Ends the query. */
  controller: AbortController;
}

/**
 * Runs slow queries on SQLite files in reader processes, shared fairly between tenants (one file each) and callers.
 * After a slow query, its caller gets one process at a time for a while. Aborting a reading kills the process that runs
 * its query.
 */
export class SqliteReaders {
  readonly #readers = new Map<SqliteReader, NodeJS.Timeout | undefined>();
  readonly #jobs = new Set<Job>();
  readonly #queue = new FairQueue({
    slots: MAX_READERS,
    perTenant: MAX_RUNNING_PER_FILE,
    perCaller: MAX_RUNNING_PER_CALLER,
    slowMs: SLOW_MS,
  });

  use(): PoolUse {
    return { running: this.#queue.running, waiting: this.#queue.waiting };
  }

  /** Throws `ReadRefusedError` if too many queries wait. */
  refuseBeyondBounds(file: string, caller: string) {
    if (this.#queue.waitingOf(file, caller) >= MAX_WAITING_PER_CALLER) {
      throw new ReadRefusedError(429, 'You have too many requests waiting for the database.');
    }
    if (this.#queue.waitingOf(file) >= MAX_WAITING_PER_FILE) {
      throw new ReadRefusedError(503, 'Too many requests are waiting for the database.');
    }
  }

  /** Throws like `refuseBeyondBounds`, and the reason of the reading's signal if it aborts. */
  async run(request: ReadRequest, { caller, signal }: Reading): Promise<unknown[][]> {
    signal.throwIfAborted();
    this.refuseBeyondBounds(request.file, caller);
    const job: Job = { request, controller: new AbortController() };
    const end = () => job.controller.abort(signal.reason);
    signal.addEventListener('abort', end, { once: true });
    this.#jobs.add(job);
    try {
      const free = await this.#queue.enter({ tenant: request.file, caller }, job.controller.signal);
      return await this.#read(job, free);
    } finally {
      signal.removeEventListener('abort', end);
      this.#jobs.delete(job);
    }
  }

  /** Starts no more queries on a file until `resume`, so that the running ones are its last readers. */
  pause(file: string) {
    this.#queue.pause(file);
  }

  resume(file: string) {
    this.#queue.resume(file);
  }

  /** True if a query on the file is running. */
  isReading(file: string): boolean {
    return this.#queue.runningOf(file) > 0;
  }

  /** Ends every query on a file, and the processes that hold it open. */
  close(file: string, error: Error = new ReadRefusedError(503, 'The service is shutting down.')) {
    for (const { request, controller } of this.#jobs) if (request.file === file) controller.abort(error);
    for (const reader of this.#readers.keys()) if (reader.file === file) this.#kill(reader);
  }

  /** Rejects as soon as the query is aborted. Its slot stays taken until the query has really ended. */
  #read({ request, controller: { signal } }: Job, free: (wasEnded: boolean) => void): Promise<unknown[][]> {
    // Aborted between getting the slot and using it.
    if (signal.aborted) {
      free(false);
      return Promise.reject(signal.reason);
    }
    const reader = this.#findReader(request.file);
    clearTimeout(this.#readers.get(reader));
    let isRunning = true;
    let wasKilled = false;
    const end = () => {
      if (!isRunning || reader.cancel()) return;
      wasKilled = true;
      this.#kill(reader);
    };
    return new Promise((resolve, reject) => {
      const abort = () => {
        reject(signal.reason);
        if (signal.reason instanceof ClientGoneError) setTimeout(end, KILL_DELAY_MS);
        else end();
      };
      const settle = () => {
        isRunning = false;
        signal.removeEventListener('abort', abort);
        if (this.#readers.has(reader)) this.#startIdling(reader);
        free(wasKilled);
      };
      reader.run(request).then(resolve, reject).finally(settle);
      signal.addEventListener('abort', abort, { once: true });
    });
  }

  /** Prefers an idle reader that has the file open, then a new one, so that tenants keep theirs, then any idle one. */
  #findReader(file: string): SqliteReader {
    const idle = [...this.#readers.keys()].filter((reader) => !reader.isBusy);
    const found = idle.find((reader) => reader.file === file);
    if (found) return found;
    if (idle[0] && this.#readers.size >= MAX_READERS) return idle[0];
    const reader = new SqliteReader(() => this.#forget(reader));
    this.#readers.set(reader, undefined);
    return reader;
  }

  /** Kills the reader once it has idled too long. The last one stays, so that lists need not wait for a start. */
  #startIdling(reader: SqliteReader) {
    const retire = () => {
      if (this.#readers.size > 1) this.#kill(reader);
    };
    this.#readers.set(reader, setTimeout(retire, IDLE_TIMEOUT_MS).unref());
  }

  #kill(reader: SqliteReader) {
    reader.kill();
    // Forgotten immediately: until the process has ended, it would look idle.
    this.#forget(reader);
  }

  #forget(reader: SqliteReader) {
    clearTimeout(this.#readers.get(reader));
    this.#readers.delete(reader);
  }
}
