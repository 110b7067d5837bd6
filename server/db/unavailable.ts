/** SQLite's result codes for: busy, locked, read only, I/O error, full, cannot open. */
const PASSING = new Set([5, 6, 8, 10, 13, 14]);

/** Whether the database could not be used just now, as against a statement that was wrong. */
export function isUnavailable(error: unknown): boolean {
  if (!(error instanceof Error) || !('errcode' in error)) return false;
  // Extended codes carry the general one in their low byte.
  return typeof error.errcode === 'number' && PASSING.has(error.errcode & 0xff);
}
