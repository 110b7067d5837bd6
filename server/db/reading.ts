/** The caller that a query runs for, and the signal that ends it. */
export interface Reading {
  /** Distinguishes callers within a tenant. */
  caller: string;
  /** Aborts the queries. Its reason is the error that they throw: `ReadRefusedError` or `ClientGoneError`. */
  signal: AbortSignal;
}

/** Refuses a request: 429 if this caller has too many pending, 503 if the tenant has, or at the deadline. */
export class ReadRefusedError extends Error {
  readonly status: 429 | 503;

  constructor(status: 429 | 503, message: string) {
    super(message);
    this.status = status;
  }
}

/** The client disconnected, so the result is no longer needed. */
export class ClientGoneError extends Error {}
