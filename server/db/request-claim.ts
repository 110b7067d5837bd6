import { AsyncLocalStorage } from 'node:async_hooks';

/** On whose behalf a database is used, and until when. */
export interface RequestClaim {
  /** Tells the callers of a tenant apart. */
  caller: string;
  /** Aborts once the result is not needed any more: running statements are then cancelled. */
  signal: AbortSignal;
  /** Names the request in each of its lines. */
  log?: ClaimLog;
}

/** The part of a logger that the database needs. */
interface ClaimLog {
  warn(details: object, message: string): void;
}

const claims = new AsyncLocalStorage<RequestClaim>();

/** Runs `work` so that every connection it takes counts for the claim. */
export const withClaim = <Result>(claim: RequestClaim, work: () => Promise<Result>): Promise<Result> =>
  claims.run(claim, work);

/** The claim of the running work; undefined for look-ups that precede it, and outside of requests. */
export const currentClaim = (): RequestClaim | undefined => claims.getStore();
