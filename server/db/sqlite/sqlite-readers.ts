import { ClientGoneError, type Reading, ReadRefusedError } from '../reading.ts';
import { type ReadRequest, SqliteReader } from './sqlite-reader.ts';

const MAX_READERS = 4;
/** Leaves a reader to the other tenants, whatever one of them asks. */
const MAX_RUNNING_PER_FILE = 3;
const MAX_RUNNING_PER_CALLER = 2;
const MAX_WAITING_PER_FILE = 100;
/** A page of the dashboard asks for up to ten lists at once. */
const MAX_WAITING_PER_CALLER = 20;
/** Most queries end by then; replacing a killed process would take more time than it saves. */
const KILL_DELAY_MS = 250;
/** An idle process holds some 50 megabytes, and takes a tenth of a second to start. */
const IDLE_TIMEOUT_MS = 60_000;

interface Job {
  request: ReadRequest;
  reading: Reading;
  /** Set while the query runs. */
  reader?: SqliteReader;
  resolve(rows: unknown[]): void;
  reject(error: unknown): void;
  onAbort(): void;
}

/**
 * Runs slow queries on SQLite files in other processes, fairly between tenants (a file is a tenant) and callers. A query
 * whose reading is aborted ends with its process.
 */
export class SqliteReaders {
  readonly #readers = new Map<SqliteReader, NodeJS.Timeout | undefined>();
  readonly #waiting: Job[] = [];
  readonly #running = new Set<Job>();

  /** Throws `ReadRefusedError` if too many queries wait, and the reason of the reading's signal if it aborts. */
  run(request: ReadRequest, reading: Reading): Promise<unknown[]> {
    if (reading.signal.aborted) return Promise.reject(reading.signal.reason);
    const ofFile = this.#waiting.filter((job) => job.request.file === request.file);
    if (ofFile.filter((job) => job.reading.caller === reading.caller).length >= MAX_WAITING_PER_CALLER) {
      return Promise.reject(new ReadRefusedError(429, 'You have too many requests waiting for the database.'));
    }
    if (ofFile.length >= MAX_WAITING_PER_FILE) {
      return Promise.reject(new ReadRefusedError(503, 'Too many requests are waiting for the database.'));
    }
    return new Promise((resolve, reject) => {
      const job: Job = { request, reading, resolve, reject, onAbort: () => this.#abort(job) };
      reading.signal.addEventListener('abort', job.onAbort, { once: true });
      this.#waiting.push(job);
      this.#startWaiting();
    });
  }

  /** Ends every query on a file, and the processes that hold it open. */
  close(file: string) {
    const error = new ReadRefusedError(503, 'The service is shutting down.');
    for (const job of [...this.#waiting, ...this.#running]) {
      if (job.request.file !== file) continue;
      this.#settle(job);
      job.reject(error);
    }
    for (const reader of this.#readers.keys()) if (reader.file === file) this.#kill(reader);
  }

  #startWaiting() {
    for (const job of [...this.#waiting]) {
      if (!this.#isWithinLimits(job)) continue;
      const reader = this.#findReader(job.request.file);
      if (!reader) return;
      this.#waiting.splice(this.#waiting.indexOf(job), 1);
      void this.#start(job, reader);
    }
  }

  #isWithinLimits({ request, reading }: Job) {
    const ofFile = [...this.#running].filter((job) => job.request.file === request.file);
    const ofCaller = ofFile.filter((job) => job.reading.caller === reading.caller);
    return ofFile.length < MAX_RUNNING_PER_FILE && ofCaller.length < MAX_RUNNING_PER_CALLER;
  }

  /** Prefers an idle reader that has the file open, then any idle one, then a new one. */
  #findReader(file: string): SqliteReader | undefined {
    const idle = [...this.#readers.keys()].filter((reader) => !reader.isBusy);
    const found = idle.find((reader) => reader.file === file);
    if (found || this.#readers.size >= MAX_READERS) return found ?? idle[0];
    const reader = new SqliteReader(() => {
      this.#forget(reader);
      this.#startWaiting();
    });
    this.#readers.set(reader, undefined);
    return reader;
  }

  async #start(job: Job, reader: SqliteReader) {
    clearTimeout(this.#readers.get(reader));
    job.reader = reader;
    this.#running.add(job);
    try {
      job.resolve(await reader.run(job.request));
    } catch (error) {
      job.reject(error);
    }
    this.#running.delete(job);
    this.#settle(job);
    if (this.#readers.has(reader))
      this.#readers.set(reader, setTimeout(() => this.#retire(reader), IDLE_TIMEOUT_MS).unref());
    this.#startWaiting();
  }

  /** The last one stays, so that lists do not have to wait for its start. */
  #retire(reader: SqliteReader) {
    if (this.#readers.size > 1) this.#kill(reader);
  }

  /** A running query counts for its caller until it has really ended. */
  #abort(job: Job) {
    const { reason } = job.reading.signal;
    this.#settle(job);
    job.reject(reason);
    const kill = () => {
      if (job.reader && this.#running.has(job)) this.#kill(job.reader);
    };
    if (reason instanceof ClientGoneError) setTimeout(kill, KILL_DELAY_MS);
    else kill();
  }

  #kill(reader: SqliteReader) {
    reader.kill();
    // At once: until it has ended, it would look idle.
    this.#forget(reader);
  }

  #forget(reader: SqliteReader) {
    clearTimeout(this.#readers.get(reader));
    this.#readers.delete(reader);
  }

  #settle(job: Job) {
    job.reading.signal.removeEventListener('abort', job.onAbort);
    const place = this.#waiting.indexOf(job);
    if (place >= 0) this.#waiting.splice(place, 1);
  }
}
