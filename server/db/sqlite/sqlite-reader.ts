import { fork } from 'node:child_process';
import { constants, getPriority, setPriority } from 'node:os';
import { join } from 'node:path';
import type { CompiledQuery } from 'kysely';

/** Queries that run one after the other, in one round trip. */
export interface ReadRequest {
  file: string;
  queries: readonly Pick<CompiledQuery, 'sql' | 'parameters'>[];
}

/** The rows of each query, or SQLite's error. */
export type ReadResponse = { results: unknown[][] } | { message: string; errcode: unknown };

/** Messages from the process: first that it has started, then one response per request. */
export type ReaderMessage = 'ready' | ReadResponse;

interface PendingRead {
  request: ReadRequest;
  resolve(results: unknown[][]): void;
  reject(error: Error): void;
}

const { PRIORITY_BELOW_NORMAL, PRIORITY_LOW } = constants.priority;
const SCRIPT = join(import.meta.dirname, 'sqlite-reader-process.ts');

/**
 * A process that reads SQLite files, one request at a time, with a lower priority than the service's. A process rather
 * than a thread: SQLite runs a query in one native call, which only the end of its process can interrupt.
 */
export class SqliteReader {
  /** The file that the process holds open. */
  file: string | undefined;
  readonly #child = fork(SCRIPT, {
    // No environment: it holds secrets that a reader does not need.
    env: {},
    execArgv: [],
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  #pending: PendingRead | undefined;
  #isReady = false;

  /** Calls `onExit` when the process has ended or failed to start. It must be idempotent. */
  constructor(onExit: () => void) {
    this.#child.on('message', (message: ReaderMessage) => {
      if (message !== 'ready') return this.#settle(message);
      // Only now: on a busy machine, a start at a lower priority takes longer than people wait for a list.
      this.#giveWay();
      this.#isReady = true;
      this.#send();
    });
    const end = () => {
      this.#pending?.reject(endedError());
      this.#pending = undefined;
      onExit();
    };
    this.#child.once('exit', end);
    this.#child.on('error', end);
    this.#unref();
  }

  /** Also true for a process that failed to start or has ended. */
  get isBusy(): boolean {
    return this.#pending !== undefined || !this.#child.channel;
  }

  /** Resolves to the rows as of the moment the process runs the queries. Call it only on an idle reader. */
  run(request: ReadRequest): Promise<unknown[][]> {
    this.file = request.file;
    // If file descriptors run out, `fork` returns a process without a channel and emits `error` later.
    if (!this.#child.channel) return Promise.reject(endedError());
    // Keeps this process alive until the reply.
    this.#child.ref();
    this.#child.channel.ref();
    return new Promise((resolve, reject) => {
      this.#pending = { request, resolve, reject };
      if (this.#isReady) this.#send();
    });
  }

  /** Cancels a query that waits for the process to start. Returns false if it was already sent. */
  cancel(): boolean {
    if (this.#isReady) return false;
    this.#settle({ message: 'The query was cancelled.', errcode: undefined });
    return true;
  }

  kill() {
    this.#child.kill('SIGKILL');
  }

  #giveWay() {
    const { pid } = this.#child;
    if (pid === undefined) return;
    try {
      setPriority(pid, Math.min(getPriority() + PRIORITY_BELOW_NORMAL, PRIORITY_LOW));
    } catch {
      // A sandbox may forbid this. The reader also works at normal priority.
    }
  }

  #send() {
    // A failure to send is followed by `exit`.
    if (this.#pending) this.#child.send(this.#pending.request, () => {});
  }

  #settle(response: ReadResponse) {
    const pending = this.#pending;
    this.#pending = undefined;
    this.#unref();
    if ('results' in response) pending?.resolve(response.results);
    else pending?.reject(Object.assign(new Error(response.message), { errcode: response.errcode }));
  }

  #unref() {
    this.#child.unref();
    this.#child.channel?.unref();
  }
}

const endedError = () => Object.assign(new Error('The reader process has ended.'), { code: 'EPIPE' });
