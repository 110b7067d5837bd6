import type { Kysely } from 'kysely';
import type { Caller } from '../../access/caller.ts';
import type { StatementCache } from '../../db/statement-cache.ts';
import type { Tables } from '../../db/tables.ts';
import type { ResponseBudget } from './response-budget.ts';

/** The context of one request. */
export interface Context {
  /** The tenant's database. Within a write request, its open transaction. */
  db: Kysely<Tables>;
  /** The same database in this process, for reads by id, if `db` runs in reader processes; else undefined. */
  inProcessDb?: Kysely<Tables>;
  /** The tenant's name in the registry. */
  tenant: string;
  caller: Caller;
  /** The database's data version, read before any other data. */
  dataVersion: string;
  /** Statements cached from the caller's previous request to the same URL; undefined in write requests. */
  statements?: StatementCache;
  /** The bytes that the response may still load. */
  budget?: ResponseBudget;
  /** Only in writes of several transactions: aborted at the deadline. */
  signal?: AbortSignal;
  /** Only in writes of several transactions: whether one was committed. */
  progress?: { isPartlyDone: boolean };
  /** The tenant's public origin, such as `https://host:port`, without trailing slash. */
  origin: string;
  /** Identifies the request in the log and the audit trail. */
  requestId: string;
  nowMs: number;
  /** How long a request may use the database, in milliseconds. */
  deadlineMs: number;
  /** IANA time zone that defines calendar days. */
  timeZone: string;
}

/** Returns the request's time in whole Unix seconds. */
export const nowUnix = (context: Context) => Math.floor(context.nowMs / 1000);
