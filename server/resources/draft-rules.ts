import type { Caller } from '../access/caller.ts';
import type { DraftRow } from '../db/tables.ts';
import { problem } from '../jsonapi/document/problem.ts';
import { type Context, nowUnix } from '../jsonapi/request/context.ts';
import { Conflict } from '../jsonapi/write/optimistic-lock.ts';

/** How long after its verdict a rejected draft can be reopened. */
export const REOPEN_HOURS = 24;

/** True if the draft is still in review. */
export const isInReview = ({ status }: DraftRow) => status === 'in_review' || status === '';

/** True if the caller may resolve this draft. Only admins may resolve their own. */
export const canResolve = (row: DraftRow, { userId, role }: Caller) =>
  role === 'admin' || row.created_user_id !== userId;

/** True if the draft is the caller's own, or the caller is an admin. */
export const isAuthorOrAdmin = (row: DraftRow, { userId, role }: Caller) =>
  role === 'admin' || row.created_user_id === userId;

/** When a rejected draft can no longer be reopened. An approved draft's text has been sent, so it stays approved. */
const reopenableUntilUnix = ({ status, resolved_time_unix }: DraftRow) =>
  status === 'rejected' && resolved_time_unix !== null ? resolved_time_unix + REOPEN_HOURS * 3_600 : 0;

/** True within 24 hours of a rejection. */
export const isReopenable = (row: DraftRow, unix: number) => reopenableUntilUnix(row) > unix;

/** When the first reopening period among these drafts ends; infinite if there is none. */
export function reopenableUntilMs(rows: readonly DraftRow[], context: Context): number {
  // Measured at the request's start, so that a draft whose period ends while the response is built still counts.
  const ends = rows.map(reopenableUntilUnix).filter((end) => end > nowUnix(context));
  return Math.min(...ends) * 1000;
}

export const alreadyResolved = (row: DraftRow, detail = `The draft is already ${row.status}.`) =>
  new Conflict(row, 'already_resolved', detail);

/** True if the draft's state and author permit the operation. The role is checked elsewhere. */
export function isOpen(operation: string, row: DraftRow, caller: Caller): boolean {
  switch (operation) {
    case 'approve':
    case 'reject':
      return isInReview(row) && canResolve(row, caller);
    case 'reopen':
      return isReopenable(row, Math.floor(Date.now() / 1000)) && canResolve(row, caller);
    case 'update':
      return isInReview(row) && isAuthorOrAdmin(row, caller);
    case 'delete':
      return isInReview(row) ? isAuthorOrAdmin(row, caller) : caller.role === 'admin';
    case 'mark_read':
      return !isInReview(row) && row.create_user_resolved_read_time_unix === null && isAuthorOrAdmin(row, caller);
    default:
      return true;
  }
}

/**
 * Refuses an update or delete that would change a verdict or another user's draft. Reviewers change a draft by
 * approving it with edits, which keeps the original text.
 */
export function assertChangeable(operation: 'update' | 'delete', row: DraftRow, caller: Caller): void {
  if (isOpen(operation, row, caller)) return;
  if (isInReview(row)) throw problem(403, '403', `Only the draft’s author or an admin can ${operation} it.`);
  if (operation === 'update') throw alreadyResolved(row);
  throw problem(403, '403', 'Only an admin can delete a draft after its verdict.');
}
