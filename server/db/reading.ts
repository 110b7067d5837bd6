/** On whose behalf a query runs, and when it must end. */
export interface Reading {
  /** Distinguishes callers within a tenant. */
  caller: string;
  /** Aborts the queries. Its reason is the error that they throw: `ReadRefusedError` or `ClientGoneError`. */
  signal: AbortSignal;
}

/** Refuses a read: 429 if this caller has too many of its own, 503 if the tenant has, or if the time is up. */
export class ReadRefusedError extends Error {
  readonly status: 429 | 503;

  constructor(status: 429 | 503, message: string) {
    super(message);
    this.status = status;
  }
}

/** The client disconnected: the rows are not needed any more. */
export class ClientGoneError extends Error {}
