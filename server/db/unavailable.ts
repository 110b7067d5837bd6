/** SQLite result codes: busy, locked, read-only, I/O error, full, cannot open. */
const SQLITE_PASSING = new Set([5, 6, 8, 10, 13, 14]);
/**
 * PostgreSQL error classes: connection, authorization, no such database, rolled back transaction, insufficient
 * resources, shutdown or cancelled statement, system error, read-only standby, idle transaction timeout, lock not
 * available.
 */
const POSTGRES_PASSING = /^(08|28|3D|40|53|57|58|25006|25P03|55P03)/;
const NETWORK_FAULT = /^(E(CONN|PIPE|HOST|NET|ADDR|AI_|TIMEDOUT|NOTFOUND|MFILE|NFILE)|CERT_|ERR_TLS)/;
/** Errors of the driver and its pool, which have no codes. */
const DRIVER_FAULT =
  /^(Connection terminated|timeout exceeded when trying to connect|Client (has encountered|was closed))/;

/** Refuses a write because the disk is almost full. */
export class DiskFull extends Error {
  readonly code = 'ENOSPC';
}

/** True if the database is temporarily unavailable; false if the statement was wrong. */
export function isUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (error instanceof DiskFull) return true;
  if (isSqliteError(error)) return SQLITE_PASSING.has(generalCode(error));
  const code = 'code' in error ? String(error.code) : '';
  // PostgreSQL errors carry a five-character code and a severity.
  if ('severity' in error) return POSTGRES_PASSING.test(code);
  return NETWORK_FAULT.test(code) || DRIVER_FAULT.test(error.message);
}

/** True if another connection holds SQLite's file or its write lock. */
export const isBusy = (error: unknown): boolean =>
  isSqliteError(error) && (generalCode(error) === 5 || generalCode(error) === 6);

type SqliteError = Error & { errcode: number };

function isSqliteError(error: unknown): error is SqliteError {
  return error instanceof Error && 'errcode' in error && typeof error.errcode === 'number';
}

/** Extended codes carry the primary code in their low byte. */
const generalCode = ({ errcode }: SqliteError) => errcode & 0xff;
