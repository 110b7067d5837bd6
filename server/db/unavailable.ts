/** SQLite's result codes for: busy, locked, read only, I/O error, full, cannot open. */
const SQLITE_PASSING = new Set([5, 6, 8, 10, 13, 14]);
/**
 * PostgreSQL's classes of errors for: connection, authorization, no such database, aborted and overtaken transactions,
 * lack of resources, a restart or a cancelled statement, a fault of the system, a read-only standby, a lock not had.
 */
const POSTGRES_PASSING = /^(08|28|3D|40|53|57|58|25006|25P03|55P03)/;
const NETWORK_FAULT = /^(E(CONN|PIPE|HOST|NET|ADDR|AI_|TIMEDOUT|NOTFOUND|MFILE|NFILE)|CERT_|ERR_TLS)/;
/** Of the driver and its pool, which give no codes. */
const DRIVER_FAULT =
  /^(Connection terminated|timeout exceeded when trying to connect|Client (has encountered|was closed))/;

/** Why nothing can be written to a disk that is almost full. */
export class DiskFull extends Error {
  readonly code = 'ENOSPC';
}

/** Whether the database could not be used just now, as against a statement that was wrong. */
export function isUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (error instanceof DiskFull) return true;
  if (isSqliteError(error)) return SQLITE_PASSING.has(generalCode(error));
  const code = 'code' in error ? String(error.code) : '';
  // An error code of PostgreSQL has five characters, and comes with how bad it is.
  if ('severity' in error) return POSTGRES_PASSING.test(code);
  return NETWORK_FAULT.test(code) || DRIVER_FAULT.test(error.message);
}

/** Whether another connection has SQLite's file, or its write lock. */
export const isBusy = (error: unknown): boolean =>
  isSqliteError(error) && (generalCode(error) === 5 || generalCode(error) === 6);

type SqliteError = Error & { errcode: number };

function isSqliteError(error: unknown): error is SqliteError {
  return error instanceof Error && 'errcode' in error && typeof error.errcode === 'number';
}

/** Extended codes carry the general one in their low byte. */
const generalCode = ({ errcode }: SqliteError) => errcode & 0xff;
