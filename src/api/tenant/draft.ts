import { drafts } from '#contract/drafts.ts';
import type { Row } from '#contract/resource.ts';
import { mergeRecord } from '../cache.ts';
import { type Connection, isCurrent } from '../connection.ts';
import { CommentNotSavedError, type Decision } from '../decision.ts';
import { ApiError, refusal } from '../errors.ts';
import { meQuery } from '../me-query.ts';
import { queryClient } from '../query-client.ts';
import { fetchOne } from '../reads.ts';
import { recordGlobalCapability } from './detect-capabilities.ts';
import { save } from './writes.ts';

export type Draft = Row<typeof drafts>;

/** Undecided; an empty status counts as in review. */
export const isInReview = ({ status }: Draft): boolean => status === 'in_review' || !status;

/** Reads the current draft. Throws an ApiError. */
export async function readDraft(id: string, from: Connection): Promise<Draft> {
  const { row } = await fetchOne(drafts, id, [], { from });
  mergeRecord(drafts, row, from);
  return row;
}

/**
 * Ensures that the comment of a decision is stored: if the tenant dropped it, sends it as an update of the draft.
 * Throws a CommentNotSavedError, or an ApiError with code `already_resolved` if another reviewer made the same
 * decision, whose comment is kept.
 */
export async function ensureComment(
  decided: Draft,
  { comment, by }: Pick<Decision, 'comment' | 'by'>,
  from: Connection,
): Promise<void> {
  if (isSame(decided.comment, comment)) return recordGlobalCapability('comment', true, from);
  if ((await isMine(decided, by, from)) === false) throw refusal('already_resolved');
  if (decided.comment?.trim()) throw new CommentNotSavedError(comment);
  recordGlobalCapability('comment', false, from);
  const { id } = decided;
  try {
    await save(drafts, { id, attributes: { comment }, expectedUser: by }, from);
    if (isSame((await readDraft(id, from)).comment, comment)) return;
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
  }
  throw new CommentNotSavedError(comment);
}

/** Compares reviewer and texts too: another reviewer may have decided the same, with another reason or no edits. */
export const matchesDecision = async (draft: Draft, decision: Decision, from: Connection): Promise<boolean> =>
  draft.status === (decision.kind === 'approve' ? 'approved' : 'rejected') &&
  (decision.comment === '' || isSame(draft.comment, decision.comment)) &&
  (decision.editedContent === undefined || isSame(draft.message_content, decision.editedContent)) &&
  (await isMine(draft, decision.by, from)) !== false;

/** Whether user `by` (default: the signed-in user) decided the draft; undefined if the tenant does not report it. */
async function isMine({ one }: Draft, by: string | undefined, from: Connection): Promise<boolean | undefined> {
  if (!one.resolved_user || (by === undefined && !isCurrent(from))) return undefined;
  const id = by ?? (await queryClient.query(meQuery()).catch(() => undefined))?.id;
  return id === undefined ? undefined : id === one.resolved_user.id;
}

/** Services may trim texts. */
const isSame = (text: string | null, wanted: string) => text?.trim() === wanted.trim();
