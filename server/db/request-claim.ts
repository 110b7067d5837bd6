import { AsyncLocalStorage } from 'node:async_hooks';

/** The caller that uses a database, and the signal that ends its use. */
export interface RequestClaim {
  /** Unique within the tenant. */
  caller: string;
  /** Aborted when the result is no longer needed, which cancels running statements. */
  signal: AbortSignal;
  /** Adds the request's id to each line. */
  log?: ClaimLog;
}

/** The part of a logger that the database needs. */
interface ClaimLog {
  warn(details: object, message: string): void;
}

const claims = new AsyncLocalStorage<RequestClaim>();

/** Runs `work` with the claim as its async context: connections it takes count for the claim's caller. */
export const withClaim = <Result>(claim: RequestClaim, work: () => Promise<Result>): Promise<Result> =>
  claims.run(claim, work);

/** The claim of the running work; undefined for look-ups before a request's work, and outside of requests. */
export const currentClaim = (): RequestClaim | undefined => claims.getStore();
