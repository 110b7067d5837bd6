import type { Kysely } from 'kysely';
import type { Caller } from '../access/caller.ts';
import type { KeptStatements } from '../db/kept-statements.ts';
import type { Tables } from '../db/tables.ts';

/** What every part of the work on one request may know. */
export interface Context {
  /** The tenant's database; in a write request, its open transaction. */
  db: Kysely<Tables>;
  caller: Caller;
  /** The database's change stamp of a moment before anything else was read of it. */
  stamp: string;
  /** By which the same question of the same caller was answered before; absent where something is written. */
  statements?: KeptStatements;
  /** Where the caller reached this tenant, as `https://host:port`, without a slash at the end. */
  origin: string;
  nowMs: number;
  /** IANA name; decides where a calendar day begins. */
  timeZone: string;
}

/** Whole seconds since 1970 at which the request came. */
export const nowUnix = (context: Context) => Math.floor(context.nowMs / 1000);
