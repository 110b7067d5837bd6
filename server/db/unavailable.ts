/** SQLite result codes: busy, locked, read-only, I/O error, damaged, full, cannot open, not a database. */
const SQLITE_UNAVAILABLE = new Set([5, 6, 8, 10, 11, 13, 14, 26]);
const DAMAGED = new Set([11, 26]);
/**
 * PostgreSQL error classes: connection, authorization, no such database, rolled back transaction, insufficient
 * resources, shutdown or cancelled statement, system error, read-only standby, idle transaction timeout, lock not
 * available.
 */
const POSTGRES_TRANSIENT = /^(08|28|3D|40|53|57|58|25006|25P03|55P03)/;
const NETWORK_ERROR = /^(E(CONN|PIPE|HOST|NET|ADDR|AI_|TIMEDOUT|NOTFOUND|MFILE|NFILE)|CERT_|ERR_TLS)/;
/** Errors of the driver and its pool, which have no codes. */
const DRIVER_ERROR =
  /^(Connection terminated|timeout exceeded when trying to connect|Client (has encountered|was closed))/;

/** Refuses a write because the disk is almost full. */
export class DiskFullError extends Error {
  readonly code = 'ENOSPC';
}

/** A registered tenant's database is missing or damaged; the message names it. */
export class BrokenDatabaseError extends Error {}

/** True if the database is temporarily unavailable; false if the statement was wrong. */
export function isUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (error instanceof DiskFullError || error instanceof BrokenDatabaseError) return true;
  if (isSqliteError(error)) return SQLITE_UNAVAILABLE.has(primaryCode(error));
  const code = 'code' in error ? String(error.code) : '';
  // PostgreSQL errors carry a five-character code and a severity.
  if ('severity' in error) return POSTGRES_TRANSIENT.test(code);
  return NETWORK_ERROR.test(code) || DRIVER_ERROR.test(error.message);
}

/** True if another connection holds SQLite's file or its write lock. */
export const isBusy = (error: unknown): boolean =>
  isSqliteError(error) && (primaryCode(error) === 5 || primaryCode(error) === 6);

type SqliteError = Error & { errcode: number };

/** SQLITE_CORRUPT_VTAB: only a search index is damaged, not the file. */
const DAMAGED_INDEX_OF_WORDS = 267;

/** True if SQLite reports that a file is damaged or not a database. */
export const isDamaged = (error: unknown): error is SqliteError =>
  isSqliteError(error) && DAMAGED.has(primaryCode(error)) && error.errcode !== DAMAGED_INDEX_OF_WORDS;

/** True for an error that SQLite itself reports. */
export function isSqliteError(error: unknown): error is SqliteError {
  return error instanceof Error && 'errcode' in error && typeof error.errcode === 'number';
}

/** Extended codes carry the primary code in their low byte. */
const primaryCode = ({ errcode }: SqliteError) => errcode & 0xff;
