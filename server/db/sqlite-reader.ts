import { once } from 'node:events';
import { Worker } from 'node:worker_threads';

/** An idle thread holds several megabytes and is quick to restart. */
const IDLE_MS = 60_000;

export interface Question {
  id: number;
  sql: string;
  parameters: readonly unknown[];
}

/** The rows and their duration in milliseconds, or SQLite's error. */
export type Reply = { id: number } & ({ rows: unknown[]; ms: number } | { message: string; errcode: unknown });

export interface Read {
  rows: unknown[];
  ms: number;
}

interface Asked {
  resolve(read: Read): void;
  reject(error: Error): void;
}

/** Reads a SQLite file in a worker thread with its own connection, without blocking the event loop. */
export class SqliteReader {
  readonly #file: string;
  readonly #asked = new Map<number, Asked>();
  #thread: Worker | undefined;
  #lastId = 0;
  #end: NodeJS.Timeout | undefined;

  constructor(file: string) {
    this.#file = file;
  }

  /** Resolves to the rows as of the moment the thread runs the query. */
  run(sql: string, parameters: readonly unknown[]): Promise<Read> {
    clearTimeout(this.#end);
    const thread = this.#thread ?? this.#start();
    // Keeps the process alive until the reply.
    thread.ref();
    const id = ++this.#lastId;
    return new Promise((resolve, reject) => {
      this.#asked.set(id, { resolve, reject });
      thread.postMessage({ id, sql, parameters } satisfies Question);
    });
  }

  async close(): Promise<void> {
    clearTimeout(this.#end);
    const thread = this.#thread;
    this.#thread = undefined;
    if (!thread) return;
    thread.ref();
    const ended = once(thread, 'exit');
    thread.postMessage('end');
    await ended;
  }

  #start(): Worker {
    const thread = new Worker(new URL('./sqlite-reader-thread.ts', import.meta.url), { workerData: this.#file });
    this.#thread = thread;
    thread.on('message', (reply: Reply) => this.#answer(reply));
    thread.on('error', (error) => this.#give(thread, error instanceof Error ? error : new Error(String(error))));
    thread.on('exit', () => this.#give(thread, new Error('The thread that reads has ended.')));
    return thread;
  }

  #answer(reply: Reply) {
    const asked = this.#asked.get(reply.id);
    this.#asked.delete(reply.id);
    if ('rows' in reply) asked?.resolve(reply);
    else asked?.reject(Object.assign(new Error(reply.message), { errcode: reply.errcode }));
    if (this.#asked.size > 0) return;
    this.#thread?.unref();
    this.#end = setTimeout(() => void this.close(), IDLE_MS).unref();
  }

  /** Rejects the pending queries of a thread that ended; a new thread does not take them over. */
  #give(thread: Worker, error: Error) {
    if (this.#thread !== thread) return;
    this.#thread = undefined;
    for (const { reject } of this.#asked.values()) reject(error);
    this.#asked.clear();
  }
}
