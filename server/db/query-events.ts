import { channel } from 'node:diagnostics_channel';
import type { LogEvent } from 'kysely';
import { currentClaim, type RequestClaim } from './request-claim.ts';

/** A completed or failed statement. */
interface QueryEvent {
  /** With placeholders instead of values. */
  sql: string;
  ms: number;
  isError: boolean;
  /** The request it ran for, if any. */
  claim: RequestClaim | undefined;
}

const queries = channel('countersign.query');

/** Publishes every statement, for Kysely's `log` option. Costs nothing without a listener. */
export function publishQuery({ level, query, queryDurationMillis }: LogEvent): void {
  if (!queries.hasSubscribers) return;
  const event: QueryEvent = {
    sql: query.sql,
    ms: queryDurationMillis,
    isError: level === 'error',
    claim: currentClaim(),
  };
  queries.publish(event);
}

/** Calls `listener` for every statement of this process, until the returned function is called. */
export function onQuery(listener: (event: QueryEvent) => void): () => void {
  // Only `publishQuery` publishes.
  const receive = (event: unknown) => listener(event as QueryEvent);
  queries.subscribe(receive);
  return () => queries.unsubscribe(receive);
}
